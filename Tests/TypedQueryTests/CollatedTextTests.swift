import DataLiteMacros
import Testing

@Suite("Text in typed SQL")
struct CollatedTextTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try db.execute(
            """
            CREATE TABLE words(
                id INTEGER PRIMARY KEY, text TEXT NOT NULL COLLATE NOCASE, note TEXT,
                tag TEXT COLLATE RTRIM)
            """)
        try Term.insert {
            Term(id: 1, text: "Kale", note: "kale", tag: "a ")
            Term(id: 2, text: "apple", note: "Apple", tag: "a")
            Term(id: 3, text: "BEAN", note: nil, tag: nil)
            Term(id: 4, text: "bean", note: "bean", tag: "b")
        }.execute(db)
    }

    private func ids(_ condition: (Term.Columns) -> SQLExpression<Bool>) throws -> [Int] {
        try Term.where { condition($0) }.order(by: \.id).select(\.id).fetchAll(db)
    }

    @Test("Text is compared with the collating sequence of its column")
    func comparison() throws {
        #expect(try ids { $0.text == "KALE" } == [1])
        #expect(try ids { "KALE" == $0.text } == [1])
        #expect(try ids { $0.text != "Bean" } == [1, 2])
        #expect(try ids { $0.text < "BEB" } == [2, 3, 4])
        #expect(try ids { $0.text.between("APPLE", and: "BEAN") } == [2, 3, 4])
        #expect(try ids { $0.tag == "a" } == [1, 2])
        #expect(try ids { $0.note == "apple" } == [])
        #expect(
            try Term.select { Case($0.text).when("BEAN", then: 1).else(0) }.fetchAll(db).reduce(
                0, +) == 2)
    }

    @Test("Comparing two columns uses the collating sequence of the left one")
    func twoColumns() throws {
        #expect(try ids { $0.text == $0.note } == [1, 2, 4])
        #expect(try ids { $0.note == $0.text } == [4])
    }

    @Test("Computed text has no collating sequence unless collate sets one")
    func computed() throws {
        #expect(try ids { $0.text + "" == "bean" } == [4])
        #expect(try ids { ($0.text + "").collate(.nocase) == "bean" } == [3, 4])
        #expect(try ids { $0.text.collate(.binary) == "bean" } == [4])
    }

    @Test("The in operator uses the collating sequence of its left side")
    func membership() throws {
        #expect(try ids { $0.text.in(["KALE", "Bean"]) } == [1, 3, 4])
        #expect(try ids { !$0.text.in(["KALE", "Bean"]) } == [2])
        #expect(try ids { $0.tag.in(["a", nil]) } == [1, 2, 3])
        #expect(try ids { $0.text.in(Term.select(\.note)) } == [1, 2, 3, 4])
        #expect(try ids { $0.note.in(Term.select(\.text)) } == [4])
        let many = (0..<2000).map { "X\($0)" } + ["kaLE"]
        #expect(try ids { $0.text.in(many) } == [1])
    }

    @Test("Ordering, grouping and distinct use the collating sequence of a column")
    func order() throws {
        let words = Term.order { ($0.text, $0.id.desc()) }
        #expect(try words.select(\.id).fetchAll(db) == [2, 4, 3, 1])
        #expect(
            try Term.order { $0.text.collate(.binary) }.select(\.id).fetchAll(db) == [3, 1, 2, 4])
        #expect(
            try Term.group(by: \.text).select { $0.id.count() }.fetchAll(db).sorted() == [1, 1, 2])
        #expect(try Term.select(\.text).distinct().fetchAll(db).count == 3)
        #expect(try Term.select { $0.text.count(distinct: true) }.fetchOne(db) == 3)
        #expect(try Term.select { ($0.text.min(), $0.note.min()) }.fetchOne(db)?.0 == "apple")
        let table = Term.where { $0.id < 4 }.asTable()
        #expect(try table.where { $0.text == "kale" }.select(\.id).fetchAll(db) == [1])
        let common = With {
            Term.all
        } query: { words in
            words.where { $0.text == "bEAN" }
        }
        #expect(try common.fetchAll(db).map(\.id) == [3, 4])
        #expect(try Term.select(\.text).union(Term.select(\.text)).fetchAll(db).count == 3)
    }

    @Test("Primary keys are compared with the collating sequence of their column")
    func keys() throws {
        try db.execute(
            "CREATE TABLE names(name TEXT PRIMARY KEY COLLATE NOCASE, count INTEGER NOT NULL)")
        try Nickname.upsert { Nickname(name: "Ann", count: 1) }.execute(db)
        try Nickname.upsert { Nickname(name: "ANN", count: 2) }.execute(db)
        #expect(try Nickname.all.fetchAll(db) == [Nickname(name: "Ann", count: 2)])
        #expect(try Nickname.find("ann").fetchOne(db)?.count == 2)
        try Nickname.update(Nickname(name: "ann", count: 3)).execute(db)
        #expect(try Nickname.where { $0.name.in(["aNN", "x"]) }.fetchAll(db).map(\.count) == [3])
        try Nickname.delete(Nickname(name: "aNn", count: 0)).execute(db)
        #expect(try Nickname.fetchCount(db) == 0)
    }

    @Test("SQL distinguishes Unicode forms of strings that are equal in Swift")
    func unicode() throws {
        let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
        #expect(composed == decomposed)
        try Term.insert {
            Term(id: 5, text: composed, note: composed, tag: nil)
            Term(id: 6, text: decomposed, note: decomposed, tag: nil)
        }.execute(db)
        #expect(try ids { $0.text == composed } == [5])
        #expect(try ids { $0.text == decomposed } == [6])
        #expect(try ids { $0.text.in([composed]) } == [5])
        #expect(try ids { $0.text.in([composed, decomposed]) } == [5, 6])
        #expect(try ids { $0.text.in([decomposed, composed]) } == [5, 6])
        #expect(try ids { $0.text > composed && $0.id > 4 } == [])
        #expect(try ids { $0.text < composed && $0.id > 4 } == [6])
        #expect(try ids { $0.note.in(Term.where { $0.id == 6 }.select(\.text)) } == [6])
        #expect(try Term.group(by: \.note).fetchCount(db) == 6)
        #expect(try Term.where { $0.id > 4 }.select(\.note).distinct().fetchAll(db).count == 2)
        let selected = Term.find(1).select { _ in
            (Values(composed).scalar(), Values(decomposed).scalar())
        }
        let found = try #require(try selected.fetchOne(db))
        #expect(found.0?.unicodeScalars.count == 4 && found.1?.unicodeScalars.count == 5)
        // Statements with different literals are not mixed up, although their texts are equal in Swift.
        for text in [composed, decomposed, composed] {
            let length = try db.requiredValue(SQL(raw: "SELECT length('\(text)')"), as: Int.self)
            #expect(length == text.unicodeScalars.count)
        }
        try Term.where { $0.text == composed }.update { $0.note = decomposed }.execute(db)
        #expect(try ids { $0.note == decomposed } == [5, 6])
    }
}

@Table("words") private struct Term: Hashable {
    let id: Int
    var text: String
    var note: String?
    var tag: String?
}

@Table("names") private struct Nickname: Hashable {
    @Column(primaryKey: true) let name: String
    var count: Int
}
