import DataLiteMacros
import Testing

/// A table that SQL text creates.
@Table struct Hamper: Equatable, Identifiable {
    let id: Int
    var price = 1
    var count = 1
    @Column(generated: .virtual) let total: Int
    @Column("name", generated: .stored) var label = ""
}

@Suite("A generated column whose expression only the database knows")
struct GeneratedStorageTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try db.execute(
            """
            CREATE TABLE hampers (
                id INTEGER PRIMARY KEY, price INTEGER NOT NULL DEFAULT 1,
                count INTEGER NOT NULL DEFAULT 1,
                total INTEGER NOT NULL AS (price * count),
                name TEXT NOT NULL AS (count || ' pieces') STORED)
            """)
    }

    @Test("Inserts and updates omit the column, queries read it")
    func changes() throws {
        try Hamper.insert { Hamper.Draft(price: 3, count: 2) }.execute(db)
        try Hamper.insert { Hamper(id: 2, price: 5, count: 4, total: 0) }.execute(db)
        let hampers = try Hamper.where { $0.total > 1 }.order(by: \.id).fetchAll(db)
        #expect(hampers.map(\.total) == [6, 20])
        #expect(hampers.map(\.label) == ["2 pieces", "4 pieces"])
        var hamper = hampers[0]
        hamper.count = 7
        try Hamper.update(hamper).execute(db)
        #expect(try Hamper.find(1).select(\.total).fetchOne(db) == 21)
        #expect(try Hamper.differences(in: db) == [])
    }

    @Test("The type cannot create its table")
    func creating() throws {
        let error = #expect(throws: SQLiteError.self) { try Hamper.createTable().execute(db) }
        #expect(error?.message.contains(#"how the generated column "total" is computed"#) == true)
    }
}
