import DataLiteCore
import Testing

@Suite("A transaction")
struct TransactionTests {
    @Test(
        "A transaction can be begun, committed and rolled back by hand",
        arguments: TransactionType.allCases)
    func manual(type: TransactionType) throws {
        let connection = try Connection.sample()
        try connection.beginTransaction(type)
        try connection.execute("DELETE FROM t WHERE id = 1")
        try connection.commitTransaction()
        try connection.beginTransaction(type)
        try connection.execute("DELETE FROM t")
        try connection.rollbackTransaction()
        #expect(try connection.ids() == [2, 3])
    }

    @Test("A transaction can be ended only when open, and begun only when not")
    func wrongState() throws {
        let connection = try Connection.sample()
        #expect(try failure { try connection.commitTransaction() }.resultCode == .error)
        #expect(try failure { try connection.rollbackTransaction() }.resultCode == .error)
        try connection.beginTransaction()
        #expect(try failure { try connection.beginTransaction() }.resultCode == .error)
        #expect(!connection.isAutocommit)
    }

    @Test("A transaction returns the result of its closure and is committed")
    func commits() throws {
        let connection = try Connection.sample()
        let count = try connection.transaction {
            try connection.execute("DELETE FROM t WHERE id = 1")
            #expect(!connection.isAutocommit)
            return connection.changes
        }
        #expect(count == 1)
        #expect(connection.isAutocommit)
        #expect(try connection.ids() == [2, 3])
    }

    @Test("A transaction throws the error of its closure and is rolled back")
    func rollsBack() throws {
        let connection = try Connection.sample()
        #expect(throws: Refused(reason: "mine")) {
            try connection.transaction {
                try connection.execute("DELETE FROM t")
                throw Refused(reason: "mine")
            }
        }
        #expect(connection.isAutocommit)
        #expect(try connection.ids() == [1, 2, 3])
    }

    @Test(
        "A transaction is immediate by default",
        arguments: [
            (nil, "IMMEDIATE"), (.deferred, "DEFERRED"), (.immediate, "IMMEDIATE"),
            (.exclusive, "EXCLUSIVE"),
        ] as [(TransactionType?, String)])
    func types(type: TransactionType?, keyword: String) throws {
        let connection = try Connection.sample()
        let log = StatementLog()
        connection.add(traceDelegate: log)
        try connection.transaction(type) {}
        #expect(log.texts == ["BEGIN \(keyword) TRANSACTION", "COMMIT TRANSACTION"])
    }

    @Test("A transaction is deferred on a read-only connection")
    func readonly() throws {
        try withTemporaryDirectory { directory in
            try Connection(path: directory + "/x.db").makeSample()
            let connection = try Connection(path: directory + "/x.db", options: .readonly)
            let log = StatementLog()
            connection.add(traceDelegate: log)
            #expect(try connection.transaction { try connection.ids() } == [1, 2, 3])
            #expect(log.texts.first == "BEGIN DEFERRED TRANSACTION")
        }
    }

    @Test(
        "A transaction inside another transaction is a savepoint",
        arguments: [nil] + TransactionType.allCases)
    func nested(type: TransactionType?) throws {
        let connection = try Connection.sample()
        let log = StatementLog()
        connection.add(traceDelegate: log)
        try connection.transaction {
            try connection.execute("DELETE FROM t WHERE id = 1")
            let changes = try connection.transaction(type) {
                try connection.execute("DELETE FROM t WHERE id = 2")
            }
            #expect(changes == 1)
            #expect(throws: Refused(reason: "inner")) {
                try connection.transaction(type) {
                    try connection.execute("DELETE FROM t WHERE id = 3")
                    throw Refused(reason: "inner")
                }
            }
            #expect(!connection.isAutocommit)
        }
        #expect(try connection.ids() == [3])
        #expect(log.texts.count { $0.hasPrefix("BEGIN") } == 1)
        #expect(log.texts.count { $0.hasPrefix("SAVEPOINT") } == 2)
    }

    @Test("A transaction inside a savepoint or a transaction begun by hand does not commit")
    func nestedByHand() throws {
        let connection = try Connection.sample()
        try connection.beginTransaction()
        try connection.transaction { try connection.execute("DELETE FROM t WHERE id = 1") }
        #expect(!connection.isAutocommit)
        try connection.rollbackTransaction()
        #expect(throws: Refused(reason: "outer")) {
            try connection.savepoint {
                try connection.transaction { try connection.execute("DELETE FROM t") }
                throw Refused(reason: "outer")
            }
        }
        #expect(try connection.ids() == [1, 2, 3])
    }

    @Test("A transaction whose commit is blocked by another connection rolls back with BUSY")
    func busyCommit() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let writer = try Connection(
                path: path, configuration: .init { $0.busyTimeout = .zero })
            try writer.makeSample()
            let reader = try Connection(path: path)
            let cursor = try reader.cursor("SELECT * FROM t")
            #expect(try cursor.step())
            let error = try failure {
                try writer.transaction { try writer.execute("DELETE FROM t") }
            }
            #expect(error.resultCode == .busy)
            #expect(writer.isAutocommit)
            try cursor.close()
            #expect(try idsOnDisk(path) == [1, 2, 3])
        }
    }

    @Test("A transaction that cannot begin because of a lock throws BUSY before its closure")
    func busyBegin() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let configuration = Connection.Configuration { $0.busyTimeout = .milliseconds(5) }
            let first = try Connection(path: path, configuration: configuration)
            let second = try Connection(path: path, configuration: configuration)
            try first.beginTransaction(.immediate)
            let error = try failure {
                try second.transaction { Issue.record("the closure must not run") }
            }
            #expect(error.resultCode == .busy)
            #expect(second.isAutocommit)
        }
    }

    @Test("A transaction that violates a deferred foreign key is rolled back and throws")
    func deferredForeignKey() throws {
        let connection = try Connection.sample()
        try connection.execute(
            sql: "CREATE TABLE c(p REFERENCES t DEFERRABLE INITIALLY DEFERRED)")
        let scopes: [(() throws -> Void) throws -> Void] = [
            { try connection.transaction(nil, $0) }, { try connection.savepoint($0) },
        ]
        for scope in scopes {
            let error = try failure {
                try scope { try connection.execute("INSERT INTO c VALUES (99)") }
            }
            #expect(error.resultCode == .constraintForeignKey)
            #expect(connection.isAutocommit)
            #expect(try connection.value("SELECT count(*) FROM c") == 0)
        }
    }

    @Test("A transaction whose statement still writes is rolled back and throws BUSY")
    func pendingWriter() throws {
        let connection = try Connection.sample()
        var cursor: Cursor<SQLiteRow>?
        let error = try failure {
            try connection.transaction {
                cursor = try connection.cursor("INSERT INTO t(id) VALUES (7), (8) RETURNING id")
                #expect(try cursor?.step() == true)
            }
        }
        #expect(error.resultCode == .busy)
        #expect(connection.isAutocommit)
        try cursor?.close()
        #expect(try connection.ids() == [1, 2, 3])
    }

    @Test("A transaction can begin and end while statements and cursors are in use")
    func aroundStatements() throws {
        let connection = try Connection.sample()
        let insert = try connection.prepare(sql: "INSERT INTO t(id) VALUES (?)")
        let cursor = try connection.cursor("SELECT id FROM t WHERE id <= 3 ORDER BY id")
        #expect(try cursor.next() == ["id": 1])
        try connection.transaction {
            try insert.bind(4, at: 1)
            #expect(try insert.step() == false)
            #expect(try cursor.next() == ["id": 2])
        }
        try insert.reset()
        try insert.bind(5, at: 1)
        #expect(try insert.step() == false)
        #expect(try cursor.next() == ["id": 3])
        #expect(try cursor.next() == nil)
        #expect(try connection.ids() == [1, 2, 3, 4, 5])
    }

    @Test("A transaction asks its delegates once, and notifies them when it ends")
    func events() throws {
        let connection = try Connection.sample()
        let log = DelegateLog()
        connection.add(delegate: log)
        try connection.transaction { try connection.execute("UPDATE t SET x = 1 WHERE id = 1") }
        try? connection.transaction {
            try connection.execute("UPDATE t SET x = 1 WHERE id = 2")
            throw Refused()
        }
        #expect(
            log.events == [
                .update(.update(db: "main", table: "t", rowID: 1)), .commit,
                .update(.update(db: "main", table: "t", rowID: 2)), .rollback,
            ])
    }
}
