#if Server
    public import Configuration
    public import DataLiteDatabase
    import Foundation

    @available(macOS 15, iOS 18, *)
    extension Database.Configuration {
        /// Creates a configuration from the values of a reader. A key that is missing has the default.
        ///
        /// ```swift
        /// let config = ConfigReader(provider: EnvironmentVariablesProvider())
        /// let configuration = try Database.Configuration(config.scoped(to: "database"))
        /// ```
        ///
        /// With this scope, the key `readerLimit` is the environment variable `DATABASE_READER_LIMIT`.
        ///
        /// | Key | Value | Default |
        /// |---|---|---|
        /// | `access` | `readWrite`, `readOnly` or `immutable` | `readWrite` |
        /// | `busyTimeoutMs` | milliseconds to wait for the lock of another process | 5000 |
        /// | `checkpointPages` | pages of the WAL at which a write runs a checkpoint | 1000 |
        /// | `doubleQuotedStrings` | `none`, `dml`, `ddl` or `all` | `none` |
        /// | `foreignKeys` | whether foreign keys are enforced | `true` |
        /// | `isDefensive` | whether SQL cannot corrupt the file on purpose | `false` |
        /// | `journalMode` | `wal`, `delete`, `truncate` or `persist` | `wal` |
        /// | `key` | the passphrase of an encrypted file; a secret | none |
        /// | `label` | the name of the threads | `datalite` |
        /// | `nestedRunLimit` | the depth of statements that functions run | 30 |
        /// | `optimizesAtClose` | whether closing runs `PRAGMA optimize` | `false` |
        /// | `rawKey` | the key of an encrypted file in hexadecimal; a secret | none |
        /// | `readerLimit` | reads at the same time | the number of processors, 2 to 8 |
        /// | `recursiveTriggers` | whether a trigger may fire itself | `false` |
        /// | `statementCacheByteCapacity` | bytes of the cached statements of a connection | 4194304 |
        /// | `statementCacheCapacity` | cached statements of a connection | 64 |
        /// | `synchronous` | `off`, `normal`, `full` or `extra` | `normal` with a WAL |
        /// | `timeLimitMs` | milliseconds that a call may run | none |
        /// | `trustsSchema` | whether SQL in the schema may call every function | `true` |
        /// | `waitingCallLimit` | reads, and writes, that may wait for a connection | none |
        /// | `waitLimitMs` | milliseconds that a call may wait for a connection | none |
        /// | `walPageLimit` | pages of the WAL at which reads pause for a reset | 4000 |
        ///
        /// The closures, `onOpen`, `busyHandler` and `transactionClock`, and the instruments are set in code. A key is
        /// marked as a secret for the reader's access reporters, and no error contains a value.
        ///
        /// - Throws: `SQLITE_MISUSE` with the name of a key whose value has the wrong type or is out of range.
        public init(_ reader: ConfigReader) throws(SQLiteError) {
            self.init()
            let values = ConfigValues(reader: reader)
            try values.set(
                &access, "access",
                ["readWrite": .readWrite, "readOnly": .readOnly, "immutable": .immutable])
            try values.set(&connection.busyTimeout, "busyTimeoutMs")
            try values.set(&checkpointPages, "checkpointPages")
            try values.set(
                &connection.doubleQuotedStrings, "doubleQuotedStrings",
                ["none": [], "dml": .dml, "ddl": .ddl, "all": [.dml, .ddl]])
            try values.set(&connection.foreignKeys, "foreignKeys")
            try values.set(&connection.isDefensive, "isDefensive")
            try values.set(
                &connection.journalMode, "journalMode",
                ["wal": .wal, "delete": .delete, "truncate": .truncate, "persist": .persist])
            if let passphrase = try values.secret("key") {
                connection.key = .passphrase(passphrase)
            }
            label = try values.text("label") ?? label
            try values.set(&connection.nestedRunLimit, "nestedRunLimit")
            try values.set(&connection.optimizesAtClose, "optimizesAtClose")
            if let text = try values.secret("rawKey") {
                guard let data = Data(hexadecimal: text) else {
                    throw values.error("rawKey", "bytes in hexadecimal")
                }
                connection.key = .rawKey(data)
            }
            try values.set(&readerLimit, "readerLimit", atLeast: 1)
            try values.set(&connection.recursiveTriggers, "recursiveTriggers")
            try values.set(&connection.statementCacheByteCapacity, "statementCacheByteCapacity")
            try values.set(&connection.statementCacheCapacity, "statementCacheCapacity")
            try values.set(
                &connection.synchronous, "synchronous",
                ["off": .off, "normal": .normal, "full": .full, "extra": .extra])
            try values.set(&timeLimit, "timeLimitMs")
            try values.set(&connection.trustsSchema, "trustsSchema")
            try values.set(&waitingCallLimit, "waitingCallLimit")
            try values.set(&waitLimit, "waitLimitMs")
            try values.set(&walPageLimit, "walPageLimit")
        }
    }

    /// Typed values of a reader. A value of the wrong type is an error, which a reader would ignore.
    @available(macOS 15, iOS 18, *)
    private struct ConfigValues {
        let reader: ConfigReader

        func set(_ setting: inout Bool, _ key: ConfigKey) throws(SQLiteError) {
            let value = reader.bool(forKey: key)
            setting = try checked(value, key, "true or false") ?? setting
        }

        func set(
            _ setting: inout Int, _ key: ConfigKey, atLeast minimum: Int = 0
        ) throws(SQLiteError) {
            setting = try number(key, atLeast: minimum) ?? setting
        }

        func set(_ setting: inout Int?, _ key: ConfigKey) throws(SQLiteError) {
            setting = try number(key) ?? setting
        }

        func set(_ setting: inout Duration, _ key: ConfigKey) throws(SQLiteError) {
            setting = try number(key).map { .milliseconds($0) } ?? setting
        }

        func set(_ setting: inout Duration?, _ key: ConfigKey) throws(SQLiteError) {
            setting = try number(key).map { .milliseconds($0) } ?? setting
        }

        func set<Value>(
            _ setting: inout Value, _ key: ConfigKey, _ values: [String: Value]
        ) throws(SQLiteError) {
            setting = try value(key, values) ?? setting
        }

        func set<Value>(
            _ setting: inout Value?, _ key: ConfigKey, _ values: [String: Value]
        ) throws(SQLiteError) {
            setting = try value(key, values) ?? setting
        }

        func text(_ key: ConfigKey) throws(SQLiteError) -> String? {
            try checked(reader.string(forKey: key), key, "text")
        }

        func secret(_ key: ConfigKey) throws(SQLiteError) -> String? {
            try checked(reader.string(forKey: key, isSecret: true), key, "text", isSecret: true)
        }

        func error(_ key: ConfigKey, _ expected: String) -> SQLiteError {
            let name = key.components.joined(separator: ".")
            return SQLiteError(
                .misuse, message: "the value of the configuration key \(name) must be \(expected)")
        }

        private func number(
            _ key: ConfigKey, atLeast minimum: Int = 0
        ) throws(SQLiteError) -> Int? {
            let expected = "a whole number of at least \(minimum)"
            guard let number = try checked(reader.int(forKey: key), key, expected) else {
                return nil
            }
            guard number >= minimum else { throw error(key, expected) }
            return number
        }

        private func value<Value>(
            _ key: ConfigKey, _ values: [String: Value]
        ) throws(SQLiteError) -> Value? {
            let expected = values.keys.sorted().joined(separator: ", ")
            guard let text = try checked(reader.string(forKey: key), key, expected) else {
                return nil
            }
            guard let value = values[text] else { throw error(key, "one of \(expected)") }
            return value
        }

        /// Throws if the key has a value of another type.
        private func checked<Value>(
            _ value: Value?, _ key: ConfigKey, _ expected: String, isSecret: Bool = false
        ) throws(SQLiteError) -> Value? {
            guard value == nil else { return value }
            let hasOtherValue =
                reader.string(forKey: key, isSecret: isSecret) != nil
                || reader.int(forKey: key, isSecret: isSecret) != nil
                || reader.double(forKey: key, isSecret: isSecret) != nil
                || reader.bool(forKey: key, isSecret: isSecret) != nil
            if hasOtherValue { throw error(key, expected) }
            return nil
        }
    }

    extension Data {
        fileprivate init?(hexadecimal text: String) {
            let digits = text.compactMap(\.hexDigitValue)
            guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
            self.init(
                stride(from: 0, to: digits.count, by: 2).map {
                    UInt8(digits[$0] << 4 | digits[$0 + 1])
                })
        }
    }
#endif
