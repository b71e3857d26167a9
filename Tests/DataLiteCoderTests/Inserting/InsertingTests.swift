import DataLiteC
import DataLiteCoder
import DataLiteTestSupport
import DataLiteCore
import Testing

@Suite("Inserting Codable values")
struct InsertingTests {
    private let connection: Connection

    init() throws {
        connection = try .inMemory(
            """
            CREATE TABLE "my users"(
                id INTEGER PRIMARY KEY, name TEXT UNIQUE, email TEXT DEFAULT 'none')
            """)
    }

    private struct Person: Codable, Equatable {
        var id: Int?
        var name: String
        var email: String?
    }

    private func all() throws -> [Person] {
        try connection.rows("SELECT * FROM \"my users\" ORDER BY id")
    }

    @Test("Inserting a value returns its rowid")
    func one() throws {
        let person = Person(id: nil, name: "O'Brien", email: nil)
        #expect(try connection.insert(person, into: "my users") == 1)
        let omitting = RowEncoder(omitsNil: true)
        let id = try connection.insert(
            Person(id: nil, name: "Ada"), into: "my users", encoder: omitting)
        #expect(id == 2)
        #expect(
            try all() == [
                Person(id: 1, name: "O'Brien", email: nil),
                Person(id: 2, name: "Ada", email: "none"),
            ])
    }

    @Test(
        "Any number of values is inserted in one transaction", arguments: [0, 1, 20, 21, 22, 100])
    func many(count: Int) throws {
        let people = (0..<count).map { k in
            Person(id: k % 7 == 0 ? k + 1 : nil, name: "p\(k)", email: k % 3 == 0 ? "e" : nil)
        }
        let encoder = RowEncoder(omitsNil: true)
        #expect(
            try connection.insert(contentsOf: people, into: "my users", encoder: encoder) == count)
        #expect(try all().map(\.name).sorted() == people.map(\.name).sorted())
        #expect(connection.isAutocommit)
    }

    @Test("No row is inserted if one of several inserts fails")
    func failing() throws {
        let people = (0..<50).map { Person(id: $0, name: $0 == 49 ? "p0" : "p\($0)") }
        #expect(throws: SQLiteError.self) {
            try connection.insert(contentsOf: people, into: "my users")
        }
        #expect(try all().isEmpty)
        #expect(connection.isAutocommit)
        try connection.transaction {
            try connection.insert(people[0], into: "my users")
            _ = try? connection.insert(contentsOf: people, into: "my users")
            #expect(!connection.isAutocommit)
        }
        #expect(try all().count == 1)
    }

    @Test("An insert applies the conflict rule")
    func conflicts() throws {
        let ada = Person(id: 1, name: "Ada", email: "old")
        let other = Person(id: 1, name: "Ada", email: "new")
        try connection.insert(ada, into: "my users")
        #expect(throws: SQLiteError.self) { try connection.insert(other, into: "my users") }
        try connection.insert(other, into: "my users", or: .ignore)
        #expect(try all() == [ada])
        try connection.insert(other, into: "my users", or: .replace)
        #expect(try all() == [other])
        try connection.upsert(ada, into: "my users", onConflict: "id")
        #expect(try all() == [ada])
        try connection.upsert(
            contentsOf: [other, Person(id: 2, name: "Jean")], into: "my users", onConflict: "ID")
        #expect(try all() == [other, Person(id: 2, name: "Jean", email: nil)])
    }

    private struct Empty: Codable {}

    @Test("A value without columns inserts a row of defaults")
    func empty() throws {
        try connection.insert(contentsOf: [Empty(), Empty()], into: "my users")
        #expect(
            try connection.requiredValue(
                "SELECT count(*) FROM \"my users\" WHERE email = 'none'", as: Int.self) == 2)
    }

    @Test("A statement of the C interface can be bound and decoded")
    func raw() throws {
        try connection.insert(Person(id: 7, name: "Ada"), into: "my users")
        try connection.withUnsafeHandle { database in
            var statement: OpaquePointer?
            try check(
                sqlite3_prepare_v2(
                    database, "SELECT id, name, email FROM \"my users\" WHERE id = :ID", -1,
                    &statement, nil), on: database)
            let pointer = try #require(statement)
            defer { sqlite3_finalize(pointer) }
            let borrowed = Statement(borrowing: pointer)
            #expect(throws: SQLiteError.self) { try borrowed.bind([7.5, 8]) }
            try borrowed.bind(SQLParameters(["id": 7]))
            #expect(try check(sqlite3_step(pointer), on: database) == .row)
            #expect(
                try borrowed.currentRow(as: Person.self) == Person(id: 7, name: "Ada", email: nil))
            #expect(try borrowed.currentRow(as: Int.self) == 7)
            #expect(try borrowed.currentRow(as: SQLiteRow.self)["name"] == "Ada")
            #expect(try check(sqlite3_step(pointer), on: database) == .done)
            try borrowed.reset()
            try borrowed.bind(.text("7\u{0}"), at: 1)
            #expect(try !borrowed.step())
        }
    }

    @Test("A statement that is stepped manually can be bound and decoded")
    func prepared() throws {
        try connection.insert(contentsOf: [Person(name: "a"), Person(name: "b")], into: "my users")
        let statement = try connection.prepare(
            sql: "SELECT * FROM \"my users\" WHERE id >= :id ORDER BY id")
        let other = SQLParameters(["other": 1])
        #expect(throws: SQLiteError.self) { try statement.bind(other) }
        struct Filter: Encodable { var id = 1, name = "ignored" }
        try statement.bind(SQLParameters(Filter()))
        #expect(try statement.step())
        #expect(try statement.currentRow(as: Person.self) == Person(id: 1, name: "a"))
        #expect(try statement.currentRow(as: Int.self) == 1)
    }

    @Test("An insert without a row returns no rowid: a trigger skips the row, or that of a view")
    func skippedByTrigger() throws {
        try connection.execute(
            script: """
                CREATE TRIGGER skip BEFORE INSERT ON "my users" WHEN new.name = 'skip' BEGIN
                    SELECT RAISE(IGNORE); END;
                CREATE VIEW people AS SELECT * FROM "my users";
                CREATE TRIGGER people_insert INSTEAD OF INSERT ON people BEGIN
                    INSERT INTO "my users" VALUES (77, new.name, NULL); END;
                INSERT INTO "my users" VALUES (555, 'first', NULL)
                """)
        let skipped = Person(id: nil, name: "skip")
        #expect(try connection.insert(skipped, into: "my users", or: nil) == nil)
        #expect(try connection.insert(skipped, into: "my users", or: .replace) == nil)
        #expect(try connection.save(skipped, into: "my users", key: "id") == nil)
        #expect(
            try connection.save(Person(id: 3, name: "skip"), into: "my users", key: "id") == nil)
        #expect(try connection.insert(Person(name: "Ada"), into: "people", or: nil) == nil)
        #expect(try all().map(\.id) == [77, 555])
        #expect(
            try connection.insert(Person(name: "Bob"), into: "my users", or: .replace) == 556)
    }
}
