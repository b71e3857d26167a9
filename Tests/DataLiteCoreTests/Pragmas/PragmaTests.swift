import DataLiteCore
import Foundation
import Testing

@Suite("A pragma")
struct PragmaTests {
    @Test("A pragma with its own property can be set and read back, even to an earlier value")
    func named() throws {
        let connection = try Connection(location: .inMemory)
        for seconds in [1, 2, 1] {
            try connection.setBusyTimeout(.seconds(seconds))
            #expect(try connection.busyTimeout == .seconds(seconds))
        }
        for number in [Int32.min, 0, .max, 0] {
            try connection.setUserVersion(number)
            try connection.setApplicationID(number)
            #expect(try connection.userVersion == number)
            #expect(try connection.applicationID == number)
        }
        for isOn in [true, false, true, true] {
            try connection.setForeignKeys(isOn)
            #expect(try connection.foreignKeys == isOn)
        }
        for level in Synchronous.allCases + [.full] {
            try connection.setSynchronous(level)
            #expect(try connection.synchronous == level)
        }
    }

    @Test(
        "The journal mode pragma sets the requested journal mode", arguments: JournalMode.allCases)
    func journalMode(mode: JournalMode) throws {
        try withTemporaryDirectory { directory in
            let connection = try Connection(path: directory + "/x.db")
            try connection.makeSample()
            try connection.setJournalMode(mode)
            #expect(try connection.journalMode == mode)
            try connection.execute("DELETE FROM t WHERE id = 1")
            #expect(try connection.ids() == [2, 3])
        }
    }

    @Test(
        "Setting a pragma throws if it has no effect",
        arguments: [JournalMode.wal, .delete, .truncate, .persist])
    func journalModeInMemory(mode: JournalMode) throws {
        let connection = try Connection(location: .inMemory)
        let error = try failure { try connection.setJournalMode(mode) }
        #expect(error.message == "the journal mode is MEMORY, not \(mode)")
        try connection.setJournalMode(.off)
        try connection.setJournalMode(.memory)
    }

    @Test("A journal mode can be created from its keyword in any letter case")
    func journalModeNames() {
        for mode in JournalMode.allCases {
            #expect(mode.rawValue == mode.rawValue.uppercased())
            #expect("\(mode)" == mode.rawValue)
            #expect(JournalMode(rawValue: mode.rawValue) == mode)
            #expect(JournalMode(rawValue: mode.rawValue.lowercased()) == mode)
            #expect(JournalMode(rawValue: mode.rawValue.capitalized) == mode)
            #expect(JournalMode(SQLiteValue.text(mode.rawValue.lowercased())) == mode)
        }
        #expect(JournalMode(rawValue: "wal2") == nil)
        #expect(JournalMode(rawValue: "") == nil)
    }

    @Test("Setting a pragma that cannot change in a transaction throws")
    func insideTransaction() throws {
        try withTemporaryDirectory { directory in
            let connection = try Connection(path: directory + "/x.db")
            try connection.transaction {
                let calls: [() throws -> Void] = [
                    { try connection.setForeignKeys(false) },
                    { try connection.setSynchronous(.off) },
                    { try connection.setJournalMode(.wal) },
                ]
                for call in calls {
                    #expect(try failure(of: call).resultCode.primary == .error)
                }
                try connection.setForeignKeys(true)
                try connection.setUserVersion(3)
            }
            #expect(try connection.userVersion == 3)
        }
    }

    @Test(
        "A pragma is read by its name, with or without a schema",
        arguments: ["cache_size", "main.cache_size", "CACHE_SIZE", "main.Cache_Size"] as [Pragma])
    func byName(pragma: Pragma) throws {
        let connection = try Connection(location: .inMemory)
        try connection.set(pragma: pragma, value: -4321)
        #expect(try connection.get(pragma: pragma) == -4321)
        #expect(try connection.get(pragma: pragma, as: String.self) == nil)
    }

    @Test("A pragma belongs to its schema")
    func schema() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute("ATTACH ':memory:' AS other")
        try connection.set(pragma: "other.user_version", value: 5)
        #expect(try connection.get(pragma: "other.user_version") == 5)
        #expect(try connection.userVersion == 0)
    }

    @Test("A pragma that is unknown to SQLite is nil and has no effect")
    func unknown() throws {
        let connection = try Connection(location: .inMemory)
        try connection.set(pragma: "no_such_pragma", value: 1)
        #expect(try connection.get(pragma: "no_such_pragma", as: Int.self) == nil)
    }

    @Test(
        "A pragma must have a valid name",
        arguments: [
            "", ".", "a.", ".a", "a.b.c", "1a", "a b", "user_version; DROP TABLE t",
            "user_version = 7", "user_version--", "user_version(7)", "\"user_version\"", "ü",
            "user_version\0", "user_version\n",
        ] as [Pragma])
    func invalidNames(pragma: Pragma) throws {
        let connection = try Connection.sample()
        let reading = try failure { try connection.get(pragma: pragma, as: Int.self) }
        let writing = try failure { try connection.set(pragma: pragma, value: 1) }
        for error in [reading, writing] {
            #expect(error.resultCode == .misuse)
            #expect(error.message.contains("is not a valid pragma name"))
        }
        #expect(try connection.userVersion == 0)
        #expect(try connection.ids() == [1, 2, 3])
    }

    @Test("A pragma's value is never read as SQL")
    func injection() throws {
        let connection = try Connection.sample()
        let hostile = "x'; DROP TABLE t; --"
        try? connection.set(pragma: .encoding, value: hostile)
        try? connection.set(pragma: "temp_store_directory", value: hostile + "\0")
        try connection.set(pragma: .journalMode, value: "off")
        #expect(try connection.journalMode == .off)
        #expect(try connection.ids() == [1, 2, 3])
    }

    @Test("A pragma whose value differs from the requested one is reported with both values")
    func unchecked() throws {
        let connection = try Connection.sample()
        let error = try failure {
            try connection.setChecked(pragma: .encoding, value: "UTF-16le")
        }
        #expect(error.message == "PRAGMA encoding is 'UTF-8', not 'UTF-16le'")
    }

    @Test(
        "A pragma cannot be set to a value that is neither a number nor text",
        arguments: [nil, .blob(Data([1])), .blob(Data()), .text("a\0b"), .real(.nan)]
            as [SQLiteValue?])
    func valueOfNoType(value: SQLiteValue?) throws {
        let connection = try Connection(location: .inMemory)
        let error = try failure { try connection.set(pragma: .userVersion, value: value) }
        #expect(error.resultCode == .misuse)
        #expect(error.message.hasPrefix("PRAGMA user_version cannot be set to "))
        #expect(try connection.userVersion == 0)
    }

    @Test(
        "A pragma can be set to any number or text",
        arguments: [-3, .real(2.5), .text("it's"), .text("")] as [SQLiteValue])
    func valueOfType(value: SQLiteValue) throws {
        try Connection(location: .inMemory).set(pragma: .cacheSize, value: value)
    }

    @Test("The busy timeout has the same value, however it is set and read")
    func busyTimeout() throws {
        let connection = try Connection(location: .inMemory)
        let settings: [(Int, () throws -> Void)] = [
            (5000, {}), (10, { try connection.set(pragma: .busyTimeout, value: 10) }),
            (20, { try connection.setBusyTimeout(.milliseconds(20)) }),
            (30, { try connection.execute("PRAGMA busy_timeout = 30") }),
            (40, { try connection.set(pragma: "BUSY_timeout", value: 40) }),
            (0, { try connection.set(pragma: .busyTimeout, value: -1) }),
        ]
        for (milliseconds, set) in settings {
            try set()
            #expect(try connection.busyTimeout == .milliseconds(milliseconds))
            #expect(try connection.get(pragma: .busyTimeout, as: Int.self) == milliseconds)
        }
    }

    static let common: [Pragma] = [
        .applicationID, .autoVacuum, .busyTimeout, .cacheSize, .encoding, .foreignKeys,
        .journalMode, .pageCount, .pageSize, .recursiveTriggers, .synchronous, .userVersion,
        .walAutocheckpoint,
    ]

    @Test("Every constant of Pragma is known to SQLite", arguments: common)
    func known(pragma: Pragma) throws {
        #expect(try Connection.sample().row(SQL(raw: "PRAGMA \(pragma)")) != nil)
    }
}

extension ConnectionProtocol {
    fileprivate func get<T: SQLiteRepresentable>(
        pragma: Pragma, as type: T.Type
    ) throws(SQLiteError) -> T? { try get(pragma: pragma) }
}
