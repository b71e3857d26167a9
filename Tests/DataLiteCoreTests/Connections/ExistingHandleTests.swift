import DataLiteC
import DataLiteCore
import Testing

/// A handle that the test opens with the C API. It is not closed here.
private func openHandle(_ path: String = ":memory:") throws -> OpaquePointer {
    var pointer: OpaquePointer?
    try check(
        sqlite3_open_v2(path, &pointer, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil),
        on: pointer)
    return try #require(pointer)
}

@Suite("A connection over an owned handle")
struct OwnedHandleTests {
    @Test(
        "An owned handle is closed with the last reference or by close()", arguments: [false, true])
    func closing(explicitly: Bool) throws {
        try withTemporaryDirectory { directory in
            let pointer = try openHandle(directory + "/x.db")
            do {
                let connection = try Connection(unsafeHandle: pointer, ownership: .owned)
                try connection.makeSample()
                #expect(try connection.ids() == [1, 2, 3])
                if explicitly { try connection.close() }
            }
            let open = try openFiles(below: directory)
            #expect(open == [])
        }
    }

    @Test("An owned handle is closed when the configuration fails")
    func failingConfiguration() throws {
        try withTemporaryDirectory { directory in
            let pointer = try openHandle(directory + "/x.db")
            try check(sqlite3_exec(pointer, "CREATE TABLE t(x)", nil, nil, nil), on: pointer)
            #expect(throws: SQLiteError.self) {
                try Connection(
                    unsafeHandle: pointer, ownership: .owned,
                    configuration: .init { $0.onOpen = { _ in throw Refused() } })
            }
            let open = try openFiles(below: directory)
            #expect(open == [])
        }
    }

    @Test("A connection over an owned handle reports extended result codes")
    func extendedCodes() throws {
        let connection = try Connection(unsafeHandle: try openHandle(), ownership: .owned)
        try connection.makeSample()
        let error = try failure { try connection.execute("INSERT INTO t(id) VALUES (1)") }
        #expect(error.resultCode == .constraintPrimaryKey)
    }
}

@Suite("A connection over a borrowed handle")
struct BorrowedHandleTests {
    /// Calls `body` with a handle that is closed afterwards; closing fails if a statement is still open.
    private func withHandle(_ body: (OpaquePointer) throws -> Void) throws {
        let pointer = try openHandle()
        do {
            try body(pointer)
        } catch {
            sqlite3_close_v2(pointer)
            throw error
        }
        try check(sqlite3_close(pointer), on: pointer)
    }

    @Test("A borrowed handle stays open when its connection is released")
    func leaving() throws {
        try withHandle { pointer in
            do {
                let connection = try Connection(unsafeHandle: pointer, ownership: .borrowed)
                try connection.makeSample()
                #expect(try connection.ids() == [1, 2, 3])
            }
            let again = try Connection(unsafeHandle: pointer, ownership: .borrowed)
            #expect(try again.ids() == [1, 2, 3])
        }
    }

    @Test("A borrowed handle stays open, with its transaction, when its connection is closed")
    func closing() throws {
        try withHandle { pointer in
            let connection = try Connection(unsafeHandle: pointer, ownership: .borrowed)
            try connection.makeSample()
            try connection.beginTransaction()
            try connection.execute("DELETE FROM t WHERE id = 2")
            try connection.close()
            #expect(connection.isClosed)
            #expect(try failure { try connection.ids() }.message == "connection is closed")
            #expect(try failure { try connection.close() }.message == "connection is closed")
            connection.interruptHandle.interrupt()
            #expect(sqlite3_get_autocommit(pointer) == 0)
            let again = try Connection(unsafeHandle: pointer, ownership: .borrowed)
            try again.commitTransaction()
            #expect(try again.ids() == [1, 3])
        }
    }

    @Test(
        "A connection over a borrowed handle is not closed while a statement or a cursor is alive")
    func busy() throws {
        try withHandle { pointer in
            let connection = try Connection(unsafeHandle: pointer, ownership: .borrowed)
            try connection.makeSample()
            var statement: (any StatementProtocol)? = try connection.prepare(sql: "SELECT 1")
            #expect(try failure { try connection.close() }.resultCode == .busy)
            #expect(try statement?.step() == true)
            statement = nil
            let cursor = try connection.cursor("SELECT id FROM t")
            #expect(try failure { try connection.close() }.resultCode == .busy)
            #expect(try cursor.next() == ["id": 1])
            try cursor.close()
            try connection.close()
        }
    }

    @Test("A borrowed handle's settings are changed only by a configuration")
    func settings() throws {
        try withHandle { pointer in
            let plain = try Connection(unsafeHandle: pointer, ownership: .borrowed)
            #expect(try plain.foreignKeys == false)
            #expect(try plain.busyTimeout == .zero)
            #expect(try plain.value("SELECT \"text\"") == "text")
            try plain.close()
            let configured = try Connection(
                unsafeHandle: pointer, ownership: .borrowed, configuration: .init())
            #expect(try configured.foreignKeys)
            #expect(try configured.busyTimeout == .seconds(5))
            #expect(throws: SQLiteError.self) { try configured.row("SELECT \"text\"") }
            try configured.close()
            // The busy handler belongs to the connection; the timeout stays with the handle.
            let later = try Connection(unsafeHandle: pointer, ownership: .borrowed)
            #expect(try later.busyTimeout == .seconds(5))
        }
    }

    @Test("A borrowed handle stays open when the configuration fails")
    func failingConfiguration() throws {
        try withHandle { pointer in
            #expect(throws: SQLiteError.self) {
                try Connection(
                    unsafeHandle: pointer, ownership: .borrowed,
                    configuration: .init { $0.onOpen = { _ in throw Refused() } })
            }
            try check(sqlite3_exec(pointer, "CREATE TABLE t(x)", nil, nil, nil), on: pointer)
        }
    }

    @Test(
        "A connection over a borrowed handle removes its delegates when closed or released",
        arguments: [false, true])
    func delegates(explicitly: Bool) throws {
        try withHandle { pointer in
            let (log, trace) = (DelegateLog(), StatementLog())
            do {
                let connection = try Connection(unsafeHandle: pointer, ownership: .borrowed)
                try connection.makeSample()
                connection.add(delegate: log)
                connection.add(traceDelegate: trace)
                try connection.execute("DELETE FROM t WHERE id = 1")
                if explicitly { try connection.close() }
            }
            let (events, traces) = (log.events.count, trace.texts.count)
            #expect(events == 2)
            try check(
                sqlite3_exec(pointer, "DELETE FROM t WHERE id = 2", nil, nil, nil), on: pointer)
            #expect(log.events.count == events)
            #expect(trace.texts.count == traces)
        }
    }

    @Test("A borrowed handle's functions can be called after its connection is released")
    func functions() throws {
        struct Failure: Error {}
        try withHandle { pointer in
            do {
                let connection = try Connection(unsafeHandle: pointer, ownership: .borrowed)
                try connection.add(function: "seven", argc: 0) { _ in 7 }
                try connection.add(function: "failing", argc: 0) { _ in throw Failure() }
            }
            let again = try Connection(unsafeHandle: pointer, ownership: .borrowed)
            #expect(try again.value("SELECT seven()") == 7)
            #expect(throws: SQLiteError.self) { try again.row("SELECT failing()") }
        }
    }
}
