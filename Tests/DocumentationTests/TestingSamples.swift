import DataLiteCore
import DataLiteTesting
import Testing

@Suite("The samples of the guide to testing")
struct TestingSamples {
    // sample: code under test
    struct JobStore {
        let connection: any ConnectionProtocol

        func add(_ name: String) throws -> Int64 {
            try connection.transaction {
                try connection.execute(
                    "INSERT INTO jobs(name, state) VALUES (\(name), \("waiting"))")
                return connection.lastInsertRowID
            }
        }

        func names(in state: String) throws -> [String] {
            try connection.rows("SELECT name FROM jobs WHERE state = \(state) ORDER BY id")
                .map { row in try row["name", as: String.self] }
        }

        /// Tries again while another connection has the lock.
        func addPatiently(_ name: String, attempts: Int = 5) throws -> Int64 {
            for _ in 1..<attempts {
                do {
                    return try add(name)
                } catch ResultCode.busy {
                    continue
                }
            }
            return try add(name)
        }
    }
    // end

    // sample: schema
    let schema = "CREATE TABLE jobs(id INTEGER PRIMARY KEY, name TEXT NOT NULL, state TEXT)"
    // end

    // sample: real
    @Test("An added job is found by its state")
    func real() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute(sql: schema)
        let store = JobStore(connection: connection)
        _ = try store.add("report")
        #expect(try store.names(in: "waiting") == ["report"])
        #expect(try store.names(in: "done") == [])
    }
    // end

    // sample: spy
    @Test("A job is added once the lock is free")
    func spy() throws {
        let mock = try MockConnection.spy(schema: schema)
        mock.fail(.step, .prefix("BEGIN"), with: .busy, times: 3)

        #expect(try JobStore(connection: mock).addPatiently("report") == 1)
        #expect(try JobStore(connection: mock).names(in: "waiting") == ["report"])
        mock.verifyRan(
            "INSERT INTO jobs(name, state) VALUES (?, ?)", with: "report", .any, times: 1)
        mock.verify()
    }
    // end

    // sample: scripted
    @Test("A job is added in a transaction")
    func scripted() throws {
        let mock = MockConnection()
        mock.expectBegin(.immediate)
        mock.expectExecute("INSERT INTO jobs(name, state) VALUES (?, ?)")
            .with("report", "waiting")
            .returning(changes: 1, lastInsertRowID: 7)
        mock.expectCommit()

        #expect(try JobStore(connection: mock).add("report") == 7)
        mock.verify()
    }
    // end

    // sample: stubbed
    @Test("The names are those of the rows, in their order")
    func stubbed() throws {
        let mock = MockConnection { call in
            guard call.parameters == ["waiting"] else { return nil }
            return try .table(
                """
                name
                --------
                report
                backup
                """)
        }
        #expect(try JobStore(connection: mock).names(in: "waiting") == ["report", "backup"])
        mock.verify()
    }
    // end

    @Test("A failed insert is rolled back")
    func rolledBack() {
        withMock { mock in
            mock.expectBegin()
            mock.expectExecute(.prefix("INSERT INTO jobs")).throwing(.constraintNotNull)
            mock.expectRollback()
            #expect(throws: SQLiteError.self) { try JobStore(connection: mock).add("report") }
        }
    }

    actor JobQueue {
        private let store: JobStore

        init(connection: sending any ConnectionProtocol) {
            store = JobStore(connection: connection)
        }

        func add(_ name: String) throws -> Int64 { try store.add(name) }
    }

    @Test("The queue adds each job once")
    func queue() async throws {
        let mock = try MockConnection.spy(schema: schema)
        let record = mock.record
        let queue = JobQueue(connection: mock)  // now the mock belongs to the actor
        _ = try await queue.add("report")
        record.verifyRan(.prefix("INSERT INTO jobs"), times: 1)
        record.verify()
    }

    @Test("show the report of parameters in the wrong order")
    func wrongOrder() throws {
        let mock = MockConnection()
        mock.expectExecute("UPDATE jobs SET state = ? WHERE id = ?").with("done", 7)
        _ = try? mock.execute("UPDATE jobs SET state = \(7) WHERE id = \("done")")
        #expect(mock.problems.contains { $0.contains("parameter ?1: expected 'done', found 7") })
    }

    @Test("show the report of different SQL")
    func otherSQL() throws {
        // sample: other SQL
        let mock = MockConnection()
        mock.expectExecute("DELETE FROM jobs WHERE state = 'done' AND id < ?")
        _ = try? mock.execute("DELETE FROM jobs WHERE id < \(7)")
        // end
        try expectInGuide(mock)
    }

    @Test("show the report of a misspelling")
    func misspelling() throws {
        // sample: typing mistake
        let mock = MockConnection { _ in .done }
        try mock.check(against: schema)
        let error = #expect(throws: SQLiteError.self) {
            try mock.execute("UPDATE jobs SET sate = 'done'")
        }
        // end
        let guide = try Repository.text(of: "Docs/Testing.md")
        #expect(guide.contains("\(try #require(error))"))
    }

    @Test("show the report of an answer with other columns")
    func wrongAnswer() throws {
        let mock = MockConnection { _ in .row(["nmae": "report"]) }
        _ = try? mock.rows("SELECT name FROM jobs")
        #expect(mock.problems.contains { $0.contains("those of the answer are nmae") })
    }

    @Test("check SQL against a migrated database")
    func migrated() throws {
        func migrate(_ connection: Connection) throws { try connection.execute(sql: schema) }
        let database = try Connection(location: .inMemory)
        try migrate(database)
        let mock = MockConnection { _ in .done }
        try mock.check(against: database)
        let error = #expect(throws: SQLiteError.self) {
            try mock.execute("INSERT INTO jobs(name) VALUES (NULL)")
        }
        #expect(error?.resultCode == .constraintNotNull)
    }

    @Test("show the report of a forgotten rollback")
    func forgottenRollback() throws {
        func finish(_ id: Int, on connection: any ConnectionProtocol) throws {
            try connection.beginTransaction()
            try connection.execute("UPDATE jobs SET state = 'done' WHERE id = \(id)")
            try connection.commitTransaction()  // never reached when the update fails
        }

        let mock = MockConnection()
        mock.expectBegin()
        mock.expectExecute("UPDATE jobs SET state = 'done' WHERE id = ?").throwing(.busy)
        mock.expectRollback()
        try? finish(7, on: mock)
        #expect(mock.problems.contains { $0.contains("missing call: ROLLBACK") })
    }

    @Test("match calls and capture their values")
    func details() throws {
        // sample: matching
        let mock = MockConnection()
        let id = CapturedValues<Int>()
        mock.expectQuery(.prefix("SELECT name FROM jobs")).with(.any).returning(["name": "report"])
        mock.expectExecute("UPDATE jobs SET state = :state WHERE id = :id")
            .with(["state": .where("a state", { $0 != .null }), "id": .capture(into: id)])
            .atLeast(1)
        mock.inAnyOrder {
            mock.expectExecute("DELETE FROM jobs WHERE id = ?").with(.type(.integer))
            mock.expectPragma(.userVersion, returning: 3).optional()
        }
        // end
        #expect(try mock.value("SELECT name FROM jobs WHERE id = \(1)") == "report")
        let finish = "UPDATE jobs SET state = :state WHERE id = :id"
        for number in [1, 2] {
            try mock.execute(SQL(raw: finish), ["state": "done", "id": number])
        }
        try mock.execute("DELETE FROM jobs WHERE id = \(1)")
        #expect(id.values == [1, 2])
        #expect(mock.problems.isEmpty)
    }

    @Test("make calls fail")
    func faults() throws {
        let mock = try MockConnection.spy(schema: schema)
        // sample: faults
        mock.fail(.prepare, with: .nomem, skipping: 4)  // the fifth statement
        mock.fail(.step, .prefix("INSERT"), with: .full)  // and the transaction is rolled back
        mock.fail(.step(row: 100), .containing("jobs"), with: .ioerrRead)
        mock.stall(.step, .prefix("SELECT"), for: .seconds(60))  // or until an interrupt
        // end
        mock.clearFaults()
        #expect(try JobStore(connection: mock).add("report") == 1)
    }

    final class Slug: Function.Scalar {
        override class var name: String { "slug" }
        override class var argc: Int32 { 1 }
        override class var options: Function.Options { [.deterministic] }

        override class func invoke(
            args: any ArgumentsProtocol
        ) throws -> (any SQLiteRepresentable)? {
            (args[0] as String?)?.lowercased().split(separator: " ").joined(separator: "-")
        }
    }

    final class Total: Function.Window {
        override class var name: String { "running" }
        override class var argc: Int32 { 1 }
        private var sum = 0
        override func step(args: any ArgumentsProtocol) { sum += args[0] ?? 0 }
        override func inverse(args: any ArgumentsProtocol) { sum -= args[0] ?? 0 }
        override func value() -> (any SQLiteRepresentable)? { sum }
        override func finalize() -> (any SQLiteRepresentable)? { sum }
    }

    @Test("call application-defined functions without a database")
    func functions() throws {
        // sample: harness
        let slug = try FunctionHarness(Slug.self)
        #expect(slug.argc == 1)
        #expect(slug.options.contains(.deterministic))
        #expect(try slug.call("Hello World") == "hello-world")
        #expect(try slug.call(nil) == nil)

        let total = try FunctionHarness(Total.self)
        #expect(try total.aggregate([[1], [2], [3]]) == 6)
        #expect(
            try total.window([[1], [2], [3]], frame: .rows(preceding: 1, following: 0)) == [
                1, 3, 5,
            ])
        // end
    }

    private func expectInGuide(_ mock: MockConnection) throws {
        let guide = try Repository.text(of: "Docs/Testing.md")
        #expect(!mock.problems.isEmpty)
        for problem in mock.problems {
            // The guide omits the line of the sample.
            let shown = problem.replacing(/\ \(TestingSamples.swift:\d+\)/, with: "")
            #expect(guide.contains(shown))
        }
    }
}
