import Testing

@testable import DataLiteCore

/// The rowids that statements look up, as recorded on a connection.
@Suite struct RowRecordingTests {
    private static let people = TableName("people")
    private static let byID = "SELECT name FROM people WHERE id = ?"

    private let connection: Connection

    init() throws {
        connection = try Connection(location: .inMemory)
        try connection.enableReadRecording()
        try connection.execute(
            script: """
                CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT, age INT);
                INSERT INTO people(name) VALUES ('Ann'), ('Bo'), ('Cy');
                CREATE TABLE pets(id INTEGER PRIMARY KEY, name TEXT);
                """)
    }

    /// The rowids of people that a closure looks up; `nil` if it may read any row.
    private func rowIDs(_ body: () throws -> Void) throws -> Set<Int64>? {
        let reads = try connection.recordingReads(body).reads
        #expect(reads.columns[Self.people] != nil)
        return reads.rowIDs[Self.people]
    }

    private func read(_ id: some SQLiteBindable) throws {
        _ = try connection.rows(SQL("SELECT name FROM people WHERE id = \(id)"))
    }

    @Test func `a bound integer is recorded`() throws {
        #expect(try rowIDs { try read(2) } == [2])
    }

    @Test func `compiling a statement that writes keeps the number of changes`() throws {
        try connection.execute("UPDATE people SET age = 1")
        _ = try connection.prepare(sql: "DELETE FROM people WHERE id = 9")
        #expect(connection.changes == 3)
    }

    @Test func `a literal is recorded each time it is read`() throws {
        for _ in 1...2 {
            #expect(
                try rowIDs { _ = try connection.rows("SELECT name FROM people WHERE id = 3") }
                    == [3])
        }
    }

    @Test func `a cached statement is recorded with its current value`() throws {
        #expect(try rowIDs { try read(1) } == [1])
        #expect(try rowIDs { try read(2) } == [2])
    }

    @Test func `the rows of several lookups are added`() throws {
        #expect(try rowIDs { for id in 1...3 { try read(id) } } == [1, 2, 3])
        #expect(
            try rowIDs {
                try read(1)
                _ = try connection.rows("SELECT age, name FROM people WHERE rowid = \(5)")
            } == [1, 5])
    }

    @Test func `columns of all statements are added`() throws {
        let reads = try connection.recordingReads {
            try read(1)
            _ = try connection.rows("SELECT age FROM people WHERE id = 2")
            _ = try connection.rows("SELECT name FROM pets")
        }.reads
        #expect(reads.columns[Self.people] == ["id", "name", "age"])
        #expect(reads.rowIDs == [Self.people: [1, 2]])
    }

    @Test(arguments: [
        "SELECT count(*) FROM people", "SELECT name FROM people WHERE id > 1",
        "SELECT pets.name FROM pets JOIN people ON people.id = pets.id WHERE pets.id = 1",
    ])
    func `another statement that reads the table means all rows`(sql: String) throws {
        let other = SQL(raw: sql)
        #expect(
            try rowIDs {
                try read(1)
                _ = try connection.rows(other)
            } == nil)
        #expect(
            try rowIDs {
                _ = try connection.rows(other)
                try read(1)
            } == nil)
    }

    @Test func `a value that is not an integer means all rows`() throws {
        #expect(try rowIDs { try read("2") } == nil)
        #expect(try rowIDs { try read(2.0) } == nil)
        #expect(
            try rowIDs {
                try read("2")
                try read(2)
            } == nil)
        #expect(
            try rowIDs {
                try read(2)
                try read("2")
            } == nil)
    }

    @Test func `NULL finds no row`() throws {
        #expect(try rowIDs { try read(Int?.none) } == [])
    }

    @Test func `more rows than the limit mean all rows`() throws {
        let limit = ReadSet.rowLimit
        #expect(try rowIDs { for id in 1...limit { try read(id) } }?.count == limit)
        #expect(try rowIDs { for id in 0...limit { try read(id) } } == nil)
    }

    @Test func `every value that is bound is recorded, with and without a run`() throws {
        #expect(
            try rowIDs {
                let statement: Statement = try connection.prepare(sql: Self.byID)
                try statement.bind(.int(1), at: 1)
                try statement.step()
                try statement.reset()
                try statement.bind(.int(2), at: 1)
                try statement.step()
                try statement.reset()
                try statement.bind(.int(3), at: 1)
            } == [1, 2, 3])
    }

    @Test func `only the parameter of the rowid is recorded`() throws {
        #expect(
            try rowIDs {
                _ = try connection.rows(
                    "SELECT name FROM people WHERE age = \("x") AND id = \(2) AND name = \("y")")
            } == [2])
    }

    @Test func `a statement of a script is recorded`() throws {
        let rowIDs = try rowIDs {
            let statement = try #require(try connection.statements(in: Self.byID).next())
            try statement.bind(.int(2), at: 1)
            try statement.step()
        }
        #expect(rowIDs == [2])
    }

    @Test func `a statement that is bound with the C interface means all rows`() throws {
        #expect(
            try rowIDs {
                let statement: Statement = try connection.prepare(sql: Self.byID)
                statement.withUnsafeHandle { _ in }
            } == nil)
    }

    @Test func `a cached statement is unbound until a value is bound`() throws {
        try read(1)
        let rowIDs = try rowIDs {
            let lease = try connection.lease(sql: Self.byID)
            #expect(try !lease.step())
            try lease.end()
        }
        #expect(rowIDs == [])
    }

    @Test func `the next recording after an interrupted fetch begins empty`() throws {
        struct Failure: Error {}
        #expect(throws: Failure.self) {
            try connection.recordingReads {
                try read(1)
                throw Failure()
            }
        }
        #expect(try rowIDs { try read(2) } == [2])
    }

    @Test func `a table that became a view means all rows`() throws {
        #expect(try rowIDs { try read(1) } == [1])
        try connection.execute(
            script: """
                ALTER TABLE people RENAME TO persons;
                CREATE VIEW people AS SELECT id + 1 AS id, name FROM persons;
                """)
        let reads = try connection.recordingReads { try read(2) }.reads
        #expect(reads.columns[TableName("persons")] != nil)
        #expect(reads.rowIDs.isEmpty)
    }
}

/// The union of the reads of several statements.
@Suite struct ReadSetTests {
    private let table = TableName("t")

    private func reads(_ rowIDs: Set<Int64>?, _ column: String = "a") -> ReadSet {
        var reads = ReadSet()
        reads.insert(table, column: column)
        return reads.ofRows(rowIDs)
    }

    @Test(
        arguments: [
            ([1], [2], [1, 2]), ([], [2], [2]), (nil, [2], nil), ([1], nil, nil), ([], nil, nil),
        ] as [(Set<Int64>?, Set<Int64>?, Set<Int64>?)])
    func `rowids are added unless all rows are read`(
        some: Set<Int64>?, others: Set<Int64>?, union: Set<Int64>?
    ) {
        var reads = reads(some)
        reads.formUnion(self.reads(others, "b"))
        #expect(reads.rowIDs[table] == union)
        #expect(reads.columns == [table: ["a", "b"]])
    }

    @Test func `sets with other rows differ`() {
        #expect(reads([1]) != reads([2]))
        #expect(reads([1]) != reads(nil))
        #expect(reads([1]) == reads([1]))
    }

    @Test func `inserting a column means all rows`() {
        var reads = reads([1])
        reads.insert(table, column: "b")
        #expect(reads.rowIDs.isEmpty)
    }
}
