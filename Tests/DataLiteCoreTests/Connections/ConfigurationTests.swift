import DataLiteCore
import Foundation
import Testing

@Suite("The configuration of a connection")
struct ConfigurationTests {
    @Test("A configuration has a busy timeout of five seconds and foreign keys by default")
    func defaults() throws {
        let connection = try Connection(location: .inMemory)
        #expect(try connection.busyTimeout == .seconds(5))
        #expect(try connection.foreignKeys)
    }

    @Test("A configuration is applied when init returns")
    func applied() throws {
        try withTemporaryDirectory { directory in
            let configuration = Connection.Configuration {
                $0.busyTimeout = .milliseconds(1234)
                $0.foreignKeys = false
                $0.journalMode = .wal
                $0.synchronous = .normal
                $0.onOpen = { try $0.setUserVersion(7) }
            }
            let connection = try Connection(
                path: directory + "/x.db", configuration: configuration)
            #expect(try connection.busyTimeout == .milliseconds(1234))
            #expect(try connection.foreignKeys == false)
            #expect(try connection.journalMode == .wal)
            #expect(try connection.synchronous == .normal)
            #expect(try connection.userVersion == 7)
        }
    }

    @Test(
        "onOpen can set the journal mode and the level of a file that it attaches",
        arguments: [JournalMode.wal, .delete, .persist], [JournalMode.wal, .delete, .persist])
    func attachedJournalMode(mode: JournalMode, attached: JournalMode) throws {
        try withTemporaryDirectory { directory in
            let configuration = Connection.Configuration {
                $0.journalMode = mode
                $0.defaultSynchronous = .normal
                $0.onOpen = { connection in
                    try connection.attach(.file(path: directory + "/other.db"), as: "other")
                    try connection.execute(SQL(raw: "PRAGMA other.journal_mode = \(attached)"))
                    try connection.execute("PRAGMA other.synchronous = OFF")
                }
            }
            for _ in 1...2 {
                let connection = try Connection(
                    path: directory + "/x.db", configuration: configuration)
                #expect(try connection.journalMode == mode)
                #expect(try connection.get(pragma: "other.journal_mode") == attached)
                #expect(try connection.synchronous == .normal)
                #expect(try connection.get(pragma: "other.synchronous") == Synchronous.off)
                try connection.execute("CREATE TABLE IF NOT EXISTS other.t(x)")
                try connection.execute("CREATE TABLE IF NOT EXISTS main.t(x)")
            }
        }
    }

    @Test("The journal mode is that of attached files, too, unless onOpen sets one")
    func attachedDefault() throws {
        try withTemporaryDirectory { directory in
            let connection = try Connection(
                path: directory + "/x.db",
                configuration: .init {
                    $0.journalMode = .wal
                    $0.onOpen = {
                        try $0.attach(.file(path: directory + "/other.db"), as: "other")
                    }
                })
            #expect(try connection.get(pragma: "other.journal_mode") == JournalMode.wal)
        }
    }

    @Test("A configuration is applied when onOpen runs")
    func orderOfSteps() throws {
        let configuration = Connection.Configuration {
            $0.busyTimeout = .zero
            $0.onOpen = {
                try #require(try $0.busyTimeout == .zero)
                try #require(try $0.foreignKeys)
                try $0.makeSample()
            }
        }
        let connection = try Connection(location: .inMemory, configuration: configuration)
        #expect(try connection.ids() == [1, 2, 3])
    }

    struct FailingStep: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let code: ResultCode
        let change: @Sendable (inout Connection.Configuration) -> Void

        init(
            _ description: String, code: ResultCode = .error,
            _ change: @escaping @Sendable (inout Connection.Configuration) -> Void
        ) {
            self.testDescription = description
            self.code = code
            self.change = change
        }
    }

    static let failingSteps = [
        // An empty key, which fails with and without a codec.
        FailingStep("key", code: .misuse) { $0.key = .passphrase("") },
        FailingStep("onOpen") { $0.onOpen = { _ in throw Refused() } },
        FailingStep("SQL in onOpen") { $0.onOpen = { try $0.execute("nonsense") } },
        FailingStep("journal mode, on a file that is no database", code: .notADB) {
            $0.journalMode = .wal
        },
        FailingStep("synchronous, in onOpen's transaction") {
            $0.onOpen = {
                try $0.makeSample()
                try $0.beginTransaction()
                try $0.setSynchronous(.off)
            }
        },
    ]

    @Test(
        "Opening leaves nothing open when a step of the configuration fails",
        arguments: failingSteps)
    func failure(step: FailingStep) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            if step.code == .notADB {
                try Data(repeating: 0xFF, count: 8192).write(to: URL(fileURLWithPath: path))
            }
            let error = try DataLiteCoreTests.failure {
                try Connection(path: path, configuration: .init(step.change))
            }
            #expect(error.resultCode == step.code)
            #expect(try openFiles(below: directory) == [])
        }
    }

    @Test("Opening leaves nothing open when onOpen keeps the connection and fails")
    func retainedConnection() throws {
        final class Keeper: @unchecked Sendable { var connection: Connection? }  // one thread
        try withTemporaryDirectory { directory in
            let keeper = Keeper()
            let configuration = Connection.Configuration {
                $0.onOpen = {
                    keeper.connection = $0
                    try $0.makeSample()
                    throw Refused()
                }
            }
            #expect(throws: SQLiteError.self) {
                try Connection(path: directory + "/x.db", configuration: configuration)
            }
            let open = try openFiles(below: directory)
            #expect(open == [])
            #expect(keeper.connection?.isClosed == true)
        }
    }

    @Test("The check for open files finds an open file")
    func openFilesAreSeen() throws {
        try withTemporaryDirectory { directory in
            let connection = try Connection(path: directory + "/x.db")
            try connection.makeSample()
            #if os(Linux)
                #expect(try openFiles(below: directory) != [])
            #endif
            try connection.close()
            #expect(try openFiles(below: directory) == [])
        }
    }

    @Test("Opening rethrows an SQLiteError of onOpen and wraps other errors")
    func errorsOfOnOpen() throws {
        let own = try DataLiteCoreTests.failure {
            try Connection(
                location: .inMemory,
                configuration: .init {
                    $0.onOpen = { _ in throw SQLiteError(code: 4711, message: "mine") }
                })
        }
        #expect(own == SQLiteError(code: 4711, message: "mine"))
        let wrapped = try DataLiteCoreTests.failure {
            try Connection(
                location: .inMemory,
                configuration: .init { $0.onOpen = { _ in throw Refused(reason: "no") } })
        }
        #expect(wrapped.resultCode == .error)
        #expect(wrapped.underlyingError as? Refused == Refused(reason: "no"))
        #expect(wrapped.message.contains("onOpen"))
    }

    @Test("Opening throws if the journal mode cannot be set")
    func journalModeInMemory() throws {
        let error = try DataLiteCoreTests.failure {
            try Connection(location: .inMemory, configuration: .init { $0.journalMode = .wal })
        }
        #expect(error.message == "the journal mode is MEMORY, not WAL")
    }

    @Test(
        "A configuration's busy timeout is rounded up to milliseconds",
        arguments: [
            (Duration.zero, 0), (.seconds(-3), 0), (.nanoseconds(1), 1), (.microseconds(1500), 2),
            (.milliseconds(250), 250), (.seconds(3_000_000), Int64(Int32.max)),
            (.seconds(Int64.max), Int64(Int32.max)),
        ] as [(Duration, Int64)])
    func busyTimeout(timeout: Duration, milliseconds: Int64) throws {
        let connection = try Connection(
            location: .inMemory, configuration: .init { $0.busyTimeout = timeout })
        #expect(try connection.busyTimeout == .milliseconds(milliseconds))
    }

    @Test("A configuration does not change the journal mode of a file by default")
    func untouchedMode() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            try Connection(path: path, configuration: .init { $0.journalMode = .wal }).makeSample()
            #expect(try Connection(path: path).journalMode == .wal)
        }
    }
}
