import DataLiteMacros
import Testing

@Table struct PoemText: FTS5, Equatable {
    let rowid: Int
    let title: String
    let verses: String

    /// Not a column.
    static let limit = 3
}

extension PoemText.Columns {
    var shout: SQLExpression<String> { title.upper() }
}

@Suite("The weights of the columns of a full-text table")
struct FullTextWeightTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try PoemText.createTable().execute(db)
        try PoemText.insert {
            PoemText(rowid: 1, title: "The sea and the long, long way to it", verses: "a ship")
            PoemText(rowid: 2, title: "A ship of the line", verses: "the sea, the waves, the sea")
        }.execute(db)
    }

    @Test("Key paths name the columns that have another weight than 1")
    func weights() throws {
        let title = PoemText.where { $0.match("sea") }.order { $0.bm25([\.title: 10]) }
            .select(\.rowid)
        #expect(
            try title.sql().text == """
                SELECT "poemTexts"."rowid" FROM "poemTexts" \
                WHERE "poemTexts"."poemTexts" MATCH ? ORDER BY bm25("poemTexts"."poemTexts", ?, ?)
                """)
        #expect(try title.sql().parameters.dropFirst() == [.real(10), .real(1)])
        #expect(try title.fetchAll(db) == [1, 2])
        let verses = PoemText.where { $0.match("sea") }
            .order { $0.bm25([\.title: 0.1, \.verses: 10]).asc() }
        #expect(try verses.select(\.rowid).fetchAll(db) == [2, 1])
        #expect(try verses.sql().parameters.dropFirst() == [.real(0.1), .real(10)])
    }

    @Test("A key path of something else than a column is an error")
    func others() throws {
        let query = PoemText.order { $0.bm25([\.shout: 2]) }
        #expect(throws: SQLiteError.self) { try query.sql() }
        #expect(throws: SQLiteError.self) { try PoemText.order { $0.bm25([\.rowid: 2]) }.sql() }
    }
}
