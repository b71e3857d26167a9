import DataLiteCore
import DataLiteTestSupport
import Testing

@Suite("A savepoint")
struct SavepointTests {
    private static let release = "RELEASE SAVEPOINT datalite"
    private static let rollback = "ROLLBACK TO SAVEPOINT datalite"
    private static let save = "SAVEPOINT datalite"

    @Test("A savepoint returns the result of its closure")
    func value() throws {
        let connection = try Connection.sample()
        #expect(try connection.savepoint { 42 } == 42)
        #expect(connection.isAutocommit)
    }

    @Test("A savepoint keeps the outer transaction when it rolls back")
    func keepsOuter() throws {
        let connection = try Connection.sample()
        try connection.transaction {
            try connection.execute("DELETE FROM t WHERE id = 1")
            #expect(throws: Refused()) {
                try connection.savepoint {
                    try connection.execute("DELETE FROM t WHERE id = 2")
                    throw Refused()
                }
            }
            #expect(!connection.isAutocommit)
            try connection.execute("DELETE FROM t WHERE id = 3")
        }
        #expect(try connection.ids() == [2])
    }

    @Test("A nested savepoint is undone with the outer savepoint")
    func outerRollback() throws {
        let connection = try Connection.sample()
        try? connection.savepoint {
            try connection.savepoint { try connection.execute("DELETE FROM t WHERE id = 2") }
            throw Refused()
        }
        #expect(connection.isAutocommit)
        #expect(try connection.ids() == [1, 2, 3])
    }

    @Test("A savepoint is released exactly once, on success and on failure")
    func statements() throws {
        let connection = try Connection.sample()
        let log = StatementLog()
        connection.add(traceDelegate: log)
        try connection.savepoint {
            try connection.savepoint {}
            try? connection.savepoint { throw Refused() }
        }
        #expect(
            log.texts == [
                Self.save, Self.save, Self.release, Self.save, Self.rollback, Self.release,
                Self.release,
            ])
    }

    @Test("A savepoint outside a transaction commits and rolls back like a transaction")
    func outermost() throws {
        let connection = try Connection.sample()
        let log = DelegateLog()
        connection.add(delegate: log)
        try connection.savepoint { try connection.execute("UPDATE t SET x = 1 WHERE id = 1") }
        try? connection.savepoint {
            try connection.execute("UPDATE t SET x = 1 WHERE id = 2")
            throw Refused()
        }
        #expect(connection.isAutocommit)
        #expect(
            log.events == [
                .update(.update(db: "main", table: "t", rowID: 1)), .commit,
                .update(.update(db: "main", table: "t", rowID: 2)), .rollback,
            ])
    }

    @Test("A savepoint rolls back without the lock that a commit needs")
    func rollbackBesideReader() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let writer = try Connection(path: path, configuration: .init { $0.busyTimeout = .zero })
            try writer.makeSample()
            let reader = try Connection(path: path)
            let cursor = try reader.cursor("SELECT * FROM t")
            #expect(try cursor.step())
            #expect(throws: Refused()) {
                try writer.savepoint {
                    try writer.execute("DELETE FROM t")
                    throw Refused()
                }
            }
            #expect(writer.isAutocommit)
        }
    }

    @Test("A savepoint rolls back while one of its statements still writes")
    func pendingWriter() throws {
        let connection = try Connection.sample()
        try connection.transaction {
            try connection.execute("DELETE FROM t WHERE id = 1")
            var cursor: Cursor<SQLiteRow>?
            #expect(throws: Refused()) {
                try connection.savepoint {
                    cursor = try connection.cursor("INSERT INTO t(id) VALUES (7), (8) RETURNING id")
                    #expect(try cursor?.step() == true)
                    throw Refused()
                }
            }
            #expect(try failure { try cursor?.step() }.resultCode == .abortRollback)
            #expect(try connection.ids() == [2, 3])
        }
        #expect(connection.isAutocommit)
        #expect(try connection.ids() == [2, 3])
    }

    @Test("A savepoint lets an earlier reader continue after its rollback")
    func earlierReader() throws {
        let connection = try Connection.sample()
        try connection.transaction {
            let cursor = try connection.cursor("SELECT id FROM t")
            #expect(try cursor.next() == ["id": 1])
            try? connection.savepoint {
                try connection.execute("UPDATE t SET x = 0")
                throw Refused()
            }
            #expect(try cursor.next() == ["id": 2])
        }
    }

    @Test("SQL rolls back to a savepoint with a name, and an error undoes all of it")
    func names() throws {
        let connection = try Connection.sample()
        let result = try connection.savepoint("a \"b\"") {
            try connection.execute("DELETE FROM t WHERE id = 1")
            try connection.savepoint("inner") {
                try connection.execute("DELETE FROM t WHERE id = 2")
                try connection.execute("ROLLBACK TO inner")
            }
            return try connection.ids()
        }
        #expect(result == [2, 3])
        #expect(connection.isAutocommit)
        #expect(throws: Refused()) {
            try connection.savepoint("x") {
                try connection.execute("DELETE FROM t")
                throw Refused()
            }
        }
        let error = try failure {
            try connection.savepoint("x") {
                try connection.execute("DELETE FROM t")
                try connection.execute("RELEASE x")
            }
        }
        #expect(error.message == "no such savepoint: x")
        let unnamed = try failure { try connection.savepoint("a\0b") {} }
        #expect(unnamed.resultCode == .error)
        #expect(unnamed.message == "the name \"a\0b\" contains a NUL character")
        #expect(try connection.ids() == [2, 3])
        #expect(connection.isAutocommit)
    }
}
