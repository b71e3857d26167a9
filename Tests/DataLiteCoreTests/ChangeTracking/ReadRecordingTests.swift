import Testing

@testable import DataLiteCore

/// The reads of statements, as recorded on a connection.
@Suite struct ReadRecordingTests {
    private let connection: Connection

    init() throws {
        connection = try Connection(location: .inMemory)
        try connection.enableReadRecording()
        try connection.execute(
            script: """
                CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT, age INT, boss INT);
                CREATE TABLE pets(id INTEGER PRIMARY KEY, owner INT, name TEXT);
                CREATE VIEW adults AS SELECT id, name FROM people WHERE age >= 18;
                CREATE VIRTUAL TABLE notes USING fts5(text);
                """)
    }

    private func reads(_ sql: String) throws -> [String: Set<String>] {
        let reads = try connection.recordingReads { _ = try connection.rows(SQL(raw: sql)) }.reads
        return [String: Set<String>](
            uniqueKeysWithValues: reads.columns.map {
                ("\($0.schema).\($0.table)", Set($1.map(\.name)))
            })
    }

    @Test func `columns of the result, of conditions and of the order are recorded`() throws {
        let sql = "SELECT name FROM people WHERE age > 3 ORDER BY boss"
        #expect(try reads(sql) == ["main.people": ["name", "age", "boss"]])
    }

    @Test func `an asterisk reads all columns`() throws {
        #expect(try reads("SELECT * FROM pets") == ["main.pets": ["id", "owner", "name"]])
    }

    @Test func `a count reads no column`() throws {
        #expect(try reads("SELECT count(*) FROM people") == ["main.people": []])
    }

    @Test func `the columns that a join compares are recorded`() throws {
        let sql = "SELECT pets.name FROM pets JOIN people ON people.id = owner"
        #expect(
            try reads(sql) == ["main.pets": ["name", "owner"], "main.people": ["id"]])
    }

    @Test func `the tables of a view are recorded`() throws {
        let reads = try reads("SELECT name FROM adults")
        #expect(reads["main.people"]?.isSuperset(of: ["name", "age"]) == true)
    }

    @Test func `names in any letter case refer to the same table`() throws {
        #expect(try reads("SELECT NAME FROM PEOPLE") == ["main.people": ["name"]])
    }

    @Test func `names with different bytes are different columns and tables`() throws {
        try connection.execute("CREATE TABLE \"\u{E9}\"(\"\u{E9}\", \"e\u{301}\")")
        try connection.execute("CREATE TABLE \"e\u{301}\"(x)")
        let reads = try connection.recordingReads {
            _ = try connection.rows("SELECT \"\u{E9}\", \"e\u{301}\" FROM \"\u{E9}\"")
            _ = try connection.rows("SELECT x FROM \"e\u{301}\"")
        }.reads
        #expect(reads.columns[TableName("\u{E9}")] == ["\u{E9}", "e\u{301}"])
        #expect(reads.columns[TableName("\u{E9}")]?.count == 2)
        #expect(reads.columns[TableName("e\u{301}")] == ["x"])
        #expect(reads.columns.count == 2)
        #expect(
            (TableName("\u{E9}") < TableName("e\u{301}"))
                != (TableName("e\u{301}") < TableName("\u{E9}")))
    }

    @Test func `reading the rowid reads its column`() throws {
        #expect(try reads("SELECT rowid FROM people") == ["main.people": ["id"]])
    }

    @Test func `tables of other schemas are recorded`() throws {
        try connection.execute("ATTACH ':memory:' AS Other")
        try connection.execute("CREATE TABLE other.t(x)")
        try connection.execute("CREATE TEMP TABLE u(y)")
        #expect(
            try reads("SELECT x, y FROM other.t, u") == ["other.t": ["x"], "temp.u": ["y"]])
    }

    @Test func `a cached statement is recorded each time`() throws {
        let first = try reads("SELECT name FROM people")
        #expect(try reads("SELECT name FROM people") == first)
        #expect(first == ["main.people": ["name"]])
    }

    @Test func `a statement that was compiled before is recorded`() throws {
        _ = try connection.rows("SELECT age FROM people")
        #expect(try reads("SELECT age FROM people") == ["main.people": ["age"]])
    }

    @Test func `a replaced view is recorded with its current definition`() throws {
        _ = try reads("SELECT * FROM adults")
        try connection.execute(
            script: "DROP VIEW adults; CREATE VIEW adults AS SELECT id, name FROM pets")
        #expect(try reads("SELECT * FROM adults")["main.pets"] == ["id", "name"])
        let again = try reads("SELECT * FROM adults")
        #expect(again["main.pets"] == ["id", "name"])
        #expect(again["main.people"] == nil)
    }

    @Test func `a replaced view is recorded even if it was read without recording`() throws {
        _ = try reads("SELECT * FROM adults")
        try connection.execute(
            script: "DROP VIEW adults; CREATE VIEW adults AS SELECT id, name FROM pets")
        _ = try connection.rows("SELECT * FROM adults")
        #expect(try reads("SELECT * FROM adults")["main.pets"] == ["id", "name"])
    }

    @Test func `several statements add up, and the next recording begins empty`() throws {
        let both = try connection.recordingReads {
            _ = try connection.rows("SELECT name FROM people")
            _ = try connection.rows("SELECT owner FROM pets")
        }.reads
        #expect(both.columns.count == 2)
        #expect(try reads("SELECT owner FROM pets") == ["main.pets": ["owner"]])
    }

    @Test func `the next recording after an error begins empty`() throws {
        struct Failure: Error {}
        #expect(throws: Failure.self) {
            try connection.recordingReads {
                _ = try connection.rows("SELECT name FROM people")
                throw Failure()
            }
        }
        #expect(try reads("SELECT owner FROM pets") == ["main.pets": ["owner"]])
    }

    @Test func `the columns of a full-text table are recorded`() throws {
        let reads = try reads("SELECT text FROM notes WHERE notes MATCH 'a'")
        #expect(reads["main.notes"]?.contains("text") == true)
    }

    @Test func `statements that are not cached are recorded`() throws {
        let reads = try connection.recordingReads {
            let statement: Statement = try connection.prepare(sql: "SELECT age FROM people")
            while try statement.step() {}
            try connection.execute(script: "SELECT owner FROM pets")
        }.reads
        #expect(Set(reads.tables.map(\.table)) == ["people", "pets"])
    }
}
