import DataLiteMacros
import Foundation
import Testing

@Suite("A column with a collation")
struct ColumnCollationTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try db.add(collation: "by length") { lhs, rhs in
            lhs.count == rhs.count
                ? .orderedSame : lhs.count < rhs.count ? .orderedAscending : .orderedDescending
        }
        try Contact.createTable().execute(db)
        try Contact.insert {
            Contact(
                email: "Ann@x.org", name: Name(first: "Kale", last: "b "), code: Self.uuid,
                note: "ccc")
            Contact(
                email: "bob@x.org", name: Name(first: "apple", last: nil), code: nil, note: "bb")
            Contact(email: "CAT@x.org", name: Name(first: "BEAN", last: "b"), code: nil, note: nil)
        }.execute(db)
    }

    private static let uuid = UUID(uuidString: "6F9619FF-8B86-D011-B42D-00CF4FC964FF")!

    private func emails(_ condition: (Contact.Columns) -> SQLExpression<Bool>) throws -> [String] {
        try Contact.where { condition($0) }.order(by: \.email).select(\.email).fetchAll(db)
    }

    @Test("The definition of the column contains the collation")
    func definition() throws {
        #expect(
            try Contact.createTable().sql().text == """
                CREATE TABLE "contacts" (
                  "email" TEXT PRIMARY KEY NOT NULL COLLATE "NOCASE",
                  "first" TEXT NOT NULL COLLATE "NOCASE",
                  "last" TEXT COLLATE "RTRIM",
                  "code" TEXT UNIQUE COLLATE "NOCASE",
                  "note" TEXT COLLATE "by length" DEFAULT 'x'
                )
                """)
        #expect(
            try Contact.addColumn(\.note).sql().text == """
                ALTER TABLE "contacts" ADD COLUMN "note" TEXT COLLATE "by length" DEFAULT 'x'
                """)
        let columns = Contact.tableDefinition.columns.list
        #expect(columns.map(\.collation) == [.nocase, .nocase, .rtrim, .nocase, "by length"])
        #expect(
            try Contact2.createTable(strict: true).sql().text.contains(
                #""text" TEXT COLLATE "NOCASE""#))
    }

    @Test("SQLite compares the column by its collation")
    func comparison() throws {
        #expect(try Contact.find("ANN@X.ORG").fetchOne(db)?.note == "ccc")
        #expect(try emails { $0.name.first == "kale" } == ["Ann@x.org"])
        #expect(try emails { $0.name.last == "b" } == ["Ann@x.org", "CAT@x.org"])
        #expect(try emails { $0.name.last.isNot("b") } == ["bob@x.org"])
        #expect(try emails { $0.note == "aaa" } == ["Ann@x.org"])
        #expect(try emails { $0.note.in(["a", "aa"]) } == ["bob@x.org"])
        try db.execute("UPDATE contacts SET code = lower(code)")
        #expect(try emails { $0.code == Self.uuid } == ["Ann@x.org"])
        #expect(throws: SQLiteError.self) {
            try Contact.insert {
                Contact(email: "ann@x.org", name: Name(first: "", last: nil), code: nil, note: nil)
            }.execute(db)
        }
        try Contact.upsert {
            Contact(email: "ann@x.org", name: Name(first: "A", last: nil), code: nil, note: "d")
        }.execute(db)
        #expect(try emails { $0.note == "b" } == ["Ann@x.org"])
    }

    @Test("SQLite orders and groups the column by its collation")
    func order() throws {
        #expect(
            try Contact.order { $0.name.first }.select(\.name.first).fetchAll(db)
                == ["apple", "BEAN", "Kale"])
        #expect(
            try Contact.order { $0.name.first.collate(.binary) }.select(\.name.first).fetchAll(db)
                == ["BEAN", "Kale", "apple"])
        #expect(
            try Contact.order { $0.note }.select(\.note).fetchAll(db) == [nil, "bb", "ccc"])
        #expect(
            try Contact.group(by: \.name.last).select { $0.email.count() }.fetchAll(db) == [1, 2])
    }

    @Test("A table without the collation of its definition differs")
    func differences() throws {
        #expect(try Contact.differences(in: db) == [])
        try db.execute(
            script: """
                DROP TABLE contacts;
                CREATE TABLE contacts(
                    EMAIL TEXT NOT NULL COLLATE BINARY COLLATE "nocase" PRIMARY KEY,
                    first TEXT NOT NULL CHECK (first <> 'x' COLLATE NOCASE), last TEXT COLLATE NOCASE,
                    code TEXT, note TEXT DEFAULT 'x' COLLATE 'By Length',
                    CONSTRAINT code UNIQUE (code COLLATE NOCASE)
                )
                """)
        let differences = try Contact.differences(in: db)
        #expect(
            differences.map(\.kind) == [
                .collation(column: "first", found: .binary, expected: .nocase),
                .collation(column: "last", found: "NOCASE", expected: .rtrim),
                .collation(column: "code", found: .binary, expected: .nocase),
                .missingConstraint(#"UNIQUE ("code")"#),
            ])
        #expect(
            differences.first?.description
                == "table \"contacts\": \"first\" has the collation BINARY, expected NOCASE")
        // The table has collations that the other type does not mention.
        try db.execute("CREATE TABLE contact2s(id INTEGER PRIMARY KEY COLLATE RTRIM)")
        #expect(
            try Contact2.differences(in: db).map(\.kind)
                == [.missingColumn("text"), .missingColumn("other")])
        try Contact2.addColumn(\.text).execute(db)
        try db.execute("ALTER TABLE contact2s ADD COLUMN other COLLATE NOCASE")
        #expect(
            try Contact2.differences(in: db).map(\.kind)
                == [.collation(column: "other", found: .nocase, expected: .binary)])
    }

    @Test("A view has no collations of its own")
    func view() throws {
        try db.execute(
            "CREATE VIEW contact2s AS SELECT 1 AS id, email AS text, '' AS other FROM contacts")
        #expect(try Contact2.differences(in: db) == [])
        #expect(try Contact2.where { $0.text == "BOB@X.ORG" }.fetchCount(db) == 1)
    }

    @Test("A collation that the connection does not have is an error")
    func missing() throws {
        let other = try Connection(location: .inMemory)
        let error = #expect(throws: SQLiteError.self) {
            try Contact.createTable().execute(other)
        }
        #expect(error?.message.contains("no such collation sequence: by length") == true)
    }

    @Test("An enum's case can have a collation")
    func cases() throws {
        try Call.createTable().execute(db)
        try Call.insert {
            Call.name("Ann")
            Call.number(7)
        }.execute(db)
        #expect(try Call.where { $0.name == "ANN" }.fetchAll(db) == [.name("Ann")])
        #expect(try Call.differences(in: db) == [])
    }
}

@Selection private struct Name: Equatable {
    @Column(collate: .nocase) var first: String
    @Column(collate: .rtrim) var last: String?
}

@Table private struct Contact {
    @Column(primaryKey: true, collate: .nocase) let email: String
    var name: Name
    @Column(unique: true, collate: .nocase) var code: UUID?
    @Column(collate: "by length", default: "'x'") var note: String?
}

@Table private struct Contact2: Identifiable {
    let id: Int
    @Column(collate: .nocase) var text: String?
    @Column(collate: .binary) var other: SQLiteValue?
}

@Table private enum Call: Equatable {
    @Column(collate: .nocase) case name(String)
    case number(Int)
}
