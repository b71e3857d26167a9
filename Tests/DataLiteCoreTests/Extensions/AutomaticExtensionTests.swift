import DataLiteC
import DataLiteCore
import Foundation
import Testing

/// Other tests open connections at the same time, so each extension acts only on files of its own directory.
@Suite("An automatic extension")
struct AutomaticExtensionTests {
    /// Calls a closure with the path of a file, while each connection to it is set up.
    private func withExtension(
        _ setUp: @escaping @Sendable (Connection) throws -> Void,
        _ body: (_ path: String, _ registration: AutomaticExtension) throws -> Void
    ) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            // The path of a connection has no symbolic links.
            try Connection(path: path).makeSample()
            let resolved = try Connection(path: path).path
            let registration = Connection.addAutomaticExtension { connection in
                if connection.path == resolved { try setUp(connection) }
            }
            defer { registration.cancel() }
            try body(path, registration)
        }
    }

    private static func addTwice(_ connection: Connection) throws {
        try connection.add(function: "automatic_twice", argc: 1) { args in
            (args[0] as Int? ?? 0) * 2
        }
    }

    private func twice(_ connection: Connection) throws -> Int {
        try connection.requiredValue("SELECT automatic_twice(21)", as: Int.self)
    }

    @Test("Each connection that is opened later has its functions, until it is cancelled")
    func functions() throws {
        try withExtension(Self.addTwice) { path, registration in
            let first = try Connection(path: path)
            #expect(try twice(first) == 42)
            #expect(registration.cancel())
            #expect(!registration.cancel())
            #expect(try twice(first) == 42)
            let second = try Connection(path: path)
            #expect(try failure { try twice(second) }.message.contains("no such function"))
        }
    }

    @Test("It runs after the switches of the configuration and before onOpen")
    func order() throws {
        try withExtension { connection in
            #expect(try connection.foreignKeys == false)
            try Self.addTwice(connection)
        } _: { path, _ in
            let configuration = Connection.Configuration {
                $0.foreignKeys = false
                $0.onOpen = { connection in
                    #expect(try connection.value("SELECT automatic_twice(1)") == 2)
                    try connection.add(function: "automatic_twice", argc: 1) { _ in 0 }
                }
            }
            let connection = try Connection(path: path, configuration: configuration)
            #expect(try twice(connection) == 0)
        }
    }

    @Test("Extensions run in the order of their registration")
    func several() throws {
        try withExtension {
            try $0.add(function: "automatic_twice", argc: 1) { _ in 1 }
        } _: {
            path, _ in
            let resolved = try Connection(path: path).path
            let second = Connection.addAutomaticExtension { connection in
                if connection.path == resolved { try Self.addTwice(connection) }
            }
            #expect(try twice(Connection(path: path)) == 42)
            second.cancel()
            #expect(try twice(Connection(path: path)) == 1)
        }
    }

    @Test("Its error makes opening fail, and no file stays open")
    func errors() throws {
        try withExtension { _ in
            throw Refused()
        } _: { path, _ in
            let error = try failure { try Connection(path: path) }
            #expect(error.message.hasPrefix("an automatic extension failed: "))
            #expect(error.underlyingError as? Refused == Refused())
            #if os(Linux)
                let directory = (path as NSString).deletingLastPathComponent
                #expect(try openFiles(below: directory) == [])
            #endif
        }
        try withExtension {
            try $0.execute(sql: "NO SQL")
        } _: { path, _ in
            let error = try failure { try Connection(path: path) }
            #expect(error.message.contains("syntax error"))
        }
    }

    @Test("A connection that it opens itself is not set up again")
    func nested() throws {
        try withExtension { connection in
            let path = try #require(connection.path)
            let other = try Connection(path: path)
            #expect(throws: SQLiteError.self) { try other.rows("SELECT automatic_twice(1)") }
            try Self.addTwice(connection)
        } _: { path, _ in
            for _ in 1...2 {
                let connection = try Connection(path: path)
                #expect(try twice(connection) == 42)
            }
        }
    }

    @Test("A journal mode that it sets is compared with that of the configuration")
    func journalMode() throws {
        try withExtension {
            _ = try $0.value("PRAGMA journal_mode = wal", as: String.self)
        } _: {
            path, _ in
            let configuration = Connection.Configuration { $0.journalMode = .delete }
            let error = try failure { try Connection(path: path, configuration: configuration) }
            #expect(error.resultCode == .misuse)
            #expect(try Connection(path: path).journalMode == .wal)
        }
    }

    @Test("A handle of the C interface is set up if it is opened with a configuration")
    func foreignHandles() throws {
        try withExtension(Self.addTwice) { path, _ in
            for configuration in [nil, Connection.Configuration()] {
                var pointer: OpaquePointer?
                try #require(sqlite3_open(path, &pointer) == SQLITE_OK)
                let connection = try Connection(
                    unsafeHandle: try #require(pointer), ownership: .owned,
                    configuration: configuration)
                let result = try? twice(connection)
                #expect(result == (configuration == nil ? nil : 42))
            }
        }
    }

    @Test("Cancelling releases the closure")
    func release() throws {
        let counter = InstanceCounter()
        func register() -> AutomaticExtension {
            // Only retained.
            nonisolated(unsafe) let member = InstanceCounter.Member(of: counter)
            return Connection.addAutomaticExtension { _ in withExtendedLifetime(member) {} }
        }
        let registration = register()
        #expect(counter.alive == 1)
        registration.cancel()
        // A connection that another test is opening holds all closures for a moment.
        let limit = Date.now + 600
        while counter.alive > 0, Date.now < limit { usleep(1000) }
        #expect(counter.alive == 0)
    }
}
