import DataLiteCore
import Testing

@Suite("A transaction that ends before its closure")
struct AbortedTransactionTests {
    struct Cause: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The code with which the statement that ends the transaction fails; `nil` if it does not.
        var code: ResultCode?
        let run: @Sendable (Connection) throws -> Void
    }

    static let causes = [
        Cause(testDescription: "RAISE(ROLLBACK)", code: .constraintTrigger) {
            try $0.execute("INSERT INTO t(id) VALUES (666)")
        },
        Cause(testDescription: "INSERT OR ROLLBACK", code: .constraintPrimaryKey) {
            try $0.execute("INSERT OR ROLLBACK INTO t(id) VALUES (3)")
        },
        Cause(testDescription: "an interrupted write", code: .interrupt) { connection in
            try connection.execute("INSERT INTO t(id) SELECT 100 + interrupted(id) FROM t")
        },
        Cause(testDescription: "a ROLLBACK") { try $0.execute("ROLLBACK") },
        Cause(testDescription: "a ROLLBACK in a script") {
            try $0.execute(sql: "SELECT 1; ROLLBACK")
        },
        Cause(testDescription: "rollbackTransaction()") { try $0.rollbackTransaction() },
    ]

    private func connection(path: String) throws -> Connection {
        let connection = try Connection(path: path)
        try connection.makeSample()
        try connection.execute(
            sql: """
                CREATE TRIGGER r BEFORE INSERT ON t WHEN new.id = 666
                BEGIN SELECT RAISE(ROLLBACK, 'no'); END
                """)
        try connection.add(function: "interrupted", argc: 1) { [unowned connection] args in
            connection.interrupt()
            return args[0]
        }
        return connection
    }

    @Test(
        "A transaction that ended early fails every further statement and commits nothing",
        arguments: causes)
    func furtherStatements(cause: Cause) throws {
        try withTemporaryDirectory { directory in
            let connection = try connection(path: directory + "/x.db")
            let prepared = try connection.prepare(sql: "INSERT INTO t(id) VALUES (77)")
            let error = try failure {
                try connection.transaction {
                    try connection.execute("DELETE FROM t WHERE id = 1")
                    try run(cause, on: connection)
                    try expectRefusals(by: connection, prepared)
                }
            }
            #expect(error.resultCode == .abortRollback)
            #expect(connection.isAutocommit)
            #expect(try idsOnDisk(directory + "/x.db") == [1, 2, 3])
            try connection.execute("DELETE FROM t WHERE id = 1")
            #expect(try prepared.step() == false)
            #expect(try idsOnDisk(directory + "/x.db") == [2, 3, 77])
        }
    }

    private func run(_ cause: Cause, on connection: Connection) throws {
        guard let code = cause.code else { return try cause.run(connection) }
        let error = try failure { try cause.run(connection) }
        #expect(error.resultCode == code)
    }

    private func expectRefusals(
        by connection: Connection, _ prepared: any StatementProtocol
    ) throws {
        let calls: [() throws -> Void] = [
            { try connection.execute("INSERT INTO t(id) VALUES (88)") },
            { try connection.execute(sql: "INSERT INTO t(id) VALUES (88)") },
            { try connection.execute(sql: "BEGIN; INSERT INTO t(id) VALUES (88); COMMIT") },
            { _ = try connection.rows("SELECT * FROM t") },
            { _ = try connection.cursor("SELECT * FROM t").next() },
            { _ = try connection.prepare(sql: "SELECT 1") },
            { _ = try prepared.step() },
            { try connection.transaction {} },
            { try connection.savepoint {} },
            { try connection.setUserVersion(1) },
            { try connection.beginTransaction() },
            { try connection.commitTransaction() },
        ]
        for call in calls {
            #expect(try failure(of: call).resultCode == .abortRollback)
        }
        try prepared.reset()
    }

    @Test(
        "A transaction that ended early throws the error that ended it if the closure does",
        arguments: causes)
    func rethrown(cause: Cause) throws {
        guard let code = cause.code else { return }
        try withTemporaryDirectory { directory in
            let connection = try connection(path: directory + "/x.db")
            let error = try failure {
                try connection.transaction {
                    try connection.savepoint {
                        try connection.execute("DELETE FROM t WHERE id = 1")
                        try cause.run(connection)
                    }
                }
            }
            #expect(error.resultCode == code)
            #expect(try idsOnDisk(directory + "/x.db") == [1, 2, 3])
        }
    }

    @Test("A transaction that ended early has also ended for the outer closure", arguments: causes)
    func outerClosure(cause: Cause) throws {
        try withTemporaryDirectory { directory in
            let connection = try connection(path: directory + "/x.db")
            let error = try failure {
                try connection.savepoint {
                    try? connection.savepoint { try cause.run(connection) }
                    try connection.execute("DELETE FROM t WHERE id = 2")
                }
            }
            #expect(error.resultCode == .abortRollback)
            #expect(try idsOnDisk(directory + "/x.db") == [1, 2, 3])
        }
    }

    @Test("A transaction whose closure runs COMMIT keeps the committed changes and fails")
    func committed() throws {
        let connection = try Connection.sample()
        let error = try failure {
            try connection.transaction {
                try connection.execute("DELETE FROM t WHERE id = 1")
                try connection.execute("COMMIT")
            }
        }
        #expect(error.resultCode == .misuse)
        #expect(
            error.message == "the transaction was committed inside its closure: "
                + "the changes up to that point are saved")
        #expect(try connection.ids() == [2, 3])
    }

    @Test("A script cannot begin another transaction after its transaction ended early")
    func scriptedReplacement() throws {
        let connection = try Connection.sample()
        let error = try failure {
            try connection.transaction {
                try connection.execute(sql: "COMMIT; BEGIN; DELETE FROM t")
            }
        }
        #expect(error.resultCode == .misuse)
        #expect(
            error.message == "the transaction was committed inside its closure: "
                + "no further statement can run in it")
        #expect(connection.isAutocommit)
        #expect(try connection.ids() == [1, 2, 3])
    }

    @Test("A transaction on a full disk leaves the file unchanged and the connection usable")
    func fullDisk() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let connection = try Connection(path: path)
            try connection.makeSample()
            let pages: Int? = try connection.get(pragma: .pageCount)
            try connection.set(pragma: "max_page_count", value: pages! + 2)
            let error = try failure {
                try connection.transaction {
                    try connection.execute("DELETE FROM t WHERE id = 1")
                    try connection.execute("INSERT INTO t(x) VALUES (zeroblob(100000))")
                }
            }
            #expect(error.resultCode == .full)
            #expect(connection.isAutocommit)
            #expect(try idsOnDisk(path) == [1, 2, 3])
            try connection.execute("DELETE FROM t WHERE id = 1")
            #expect(try idsOnDisk(path) == [2, 3])
        }
    }
}

/// After an interrupt, SQLite runs nothing, not even `ROLLBACK`, while any statement is mid-run.
@Suite("A transaction that is interrupted while rows are being read")
struct InterruptedTransactionTests {
    private func interrupting(_ connection: Connection) throws {
        connection.interrupt()
        let error = try failure { try connection.execute("DELETE FROM t WHERE id = 3") }
        #expect(error.resultCode == .interrupt)
        throw error
    }

    @Test("An interrupted transaction is rolled back, and its reader fails")
    func transaction() throws {
        let connection = try Connection.sample()
        let cursor = try connection.cursor("SELECT id FROM t")
        let statement = try connection.prepare(sql: "SELECT id FROM t")
        let error = try failure {
            try connection.transaction {
                try connection.execute("DELETE FROM t WHERE id = 1")
                #expect(try cursor.step())
                #expect(try statement.step())
                try interrupting(connection)
            }
        }
        #expect(error.resultCode == .interrupt)
        #expect(connection.isAutocommit)
        #expect(try failure { try cursor.step() }.resultCode == .abortRollback)
        #expect(try failure { try statement.step() }.resultCode == .abortRollback)
        try statement.reset()
        #expect(try statement.step())
        #expect(statement.currentRow() == ["id": 1])
        try statement.reset()
        try connection.execute("DELETE FROM t WHERE id = 2")
        #expect(try connection.ids() == [1, 3])
    }

    @Test("A transaction that is interrupted before its commit is rolled back")
    func commit() throws {
        let connection = try Connection.sample()
        let cursor = try connection.cursor("SELECT id FROM t")
        let error = try failure {
            try connection.transaction {
                try connection.execute("DELETE FROM t WHERE id = 1")
                #expect(try cursor.step())
                connection.interrupt()
            }
        }
        #expect(error.resultCode == .interrupt)
        #expect(connection.isAutocommit)
        #expect(try connection.ids() == [1, 2, 3])
    }

    @Test("A transaction keeps the changes made before an interrupted savepoint")
    func savepoint() throws {
        let connection = try Connection.sample()
        let cursor = try connection.cursor("SELECT id FROM t")
        try connection.transaction {
            try connection.execute("DELETE FROM t WHERE id = 1")
            #expect(try cursor.step())
            try? connection.savepoint {
                try connection.execute("DELETE FROM t WHERE id = 2")
                try interrupting(connection)
            }
            #expect(try connection.ids() == [2, 3])
        }
        #expect(connection.isAutocommit)
        #expect(try connection.ids() == [2, 3])
    }

    @Test("An interrupted transaction can be rolled back by hand")
    func manualRollback() throws {
        let connection = try Connection.sample()
        let cursor = try connection.cursor("SELECT id FROM t")
        try connection.beginTransaction()
        try connection.execute("DELETE FROM t")
        try connection.rollbackTransaction()
        #expect(try cursor.step())
        try connection.beginTransaction()
        connection.interrupt()
        try connection.rollbackTransaction()
        #expect(connection.isAutocommit)
        #expect(try failure { try cursor.step() }.resultCode == .abortRollback)
    }

    @Test("A function's interrupted transaction is rolled back when its statement ends")
    func insideFunction() throws {
        struct Refusal: Error {}
        let connection = try Connection.sample()
        try connection.add(function: "change", argc: 0) { [unowned connection] _ in
            try connection.transaction(.deferred) {
                try connection.execute("DELETE FROM t")
                try connection.execute("SELECT 1")
                connection.interrupt()
                throw Refusal()
            }
        }
        let error = try failure { try connection.execute("SELECT change() FROM t") }
        #expect(error.underlyingError is Refusal)
        #expect(connection.isAutocommit)
        #expect(try connection.value("SELECT count(*) FROM t") == 3)
    }
}
