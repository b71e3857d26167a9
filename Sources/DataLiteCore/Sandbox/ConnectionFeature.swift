import DataLiteC

extension Connection {
    /// A feature of a connection that can be turned on and off without SQL.
    ///
    /// A struct, because newer versions of SQLite have more of them: `Feature(rawValue: 1022)`.
    ///
    /// See [Database connection configuration options](https://sqlite.org/c3ref/c_dbconfig_defensive.html).
    public struct Feature: RawRepresentable, Hashable, Sendable {
        /// The number of the option, `SQLITE_DBCONFIG_*`.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// Foreign keys are enforced. C: `SQLITE_DBCONFIG_ENABLE_FKEY`.
        public static let foreignKeys = Feature(rawValue: 1002)
        /// Triggers run. C: `SQLITE_DBCONFIG_ENABLE_TRIGGER`.
        public static let triggers = Feature(rawValue: 1003)
        /// The function `fts3_tokenizer` takes pointers from SQL. C: `SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER`.
        public static let fts3Tokenizer = Feature(rawValue: 1004)
        /// Extensions can be loaded with the C interface. C: `SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION`.
        public static let extensionLoading = Feature(rawValue: 1005)
        /// Closing the last connection does not run a checkpoint. C: `SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE`.
        public static let noCheckpointOnClose = Feature(rawValue: 1006)
        /// A statement has the same plan, whatever values are bound. C: `SQLITE_DBCONFIG_ENABLE_QPSG`.
        public static let stablePlans = Feature(rawValue: 1007)
        /// `EXPLAIN QUERY PLAN` includes triggers. C: `SQLITE_DBCONFIG_TRIGGER_EQP`.
        public static let triggerPlans = Feature(rawValue: 1008)
        /// `VACUUM` erases the database, even a corrupt one. C: `SQLITE_DBCONFIG_RESET_DATABASE`.
        public static let databaseReset = Feature(rawValue: 1009)
        /// SQL cannot corrupt the file on purpose: no writes to the schema or to shadow tables, no unsafe pragmas. C:
        /// `SQLITE_DBCONFIG_DEFENSIVE`.
        public static let defensive = Feature(rawValue: 1010)
        /// SQL can write into `sqlite_schema`. C: `SQLITE_DBCONFIG_WRITABLE_SCHEMA`.
        public static let writableSchema = Feature(rawValue: 1011)
        /// `ALTER TABLE RENAME` does not change triggers and views. C: `SQLITE_DBCONFIG_LEGACY_ALTER_TABLE`.
        public static let legacyAlterTable = Feature(rawValue: 1012)
        /// Double-quoted strings in `SELECT` and other statements. C: `SQLITE_DBCONFIG_DQS_DML`.
        public static let doubleQuotedStringsInDML = Feature(rawValue: 1013)
        /// Double-quoted strings in `CREATE TABLE` and others. C: `SQLITE_DBCONFIG_DQS_DDL`.
        public static let doubleQuotedStringsInDDL = Feature(rawValue: 1014)
        /// Views can be read. C: `SQLITE_DBCONFIG_ENABLE_VIEW`.
        public static let views = Feature(rawValue: 1015)
        /// New files have the format of versions before 3.0. C: `SQLITE_DBCONFIG_LEGACY_FILE_FORMAT`.
        public static let legacyFileFormat = Feature(rawValue: 1016)
        /// SQL in the schema can call every function. C: `SQLITE_DBCONFIG_TRUSTED_SCHEMA`.
        public static let trustedSchema = Feature(rawValue: 1017)
        /// Statements count their steps. Requires SQLite 3.43. C: `SQLITE_DBCONFIG_STMT_SCANSTATUS`.
        public static let scanStatus = Feature(rawValue: 1018)
        /// Tables and indexes are read from their end. Requires SQLite 3.44. C: `SQLITE_DBCONFIG_REVERSE_SCANORDER`.
        public static let reverseScanOrder = Feature(rawValue: 1019)
        /// `ATTACH` can create a file. Requires SQLite 3.49. C: `SQLITE_DBCONFIG_ENABLE_ATTACH_CREATE`.
        public static let attachCreates = Feature(rawValue: 1020)
        /// `ATTACH` can open a file for writing. Requires SQLite 3.49. C: `SQLITE_DBCONFIG_ENABLE_ATTACH_WRITE`.
        public static let attachWrites = Feature(rawValue: 1021)
        /// SQL can contain comments. Requires SQLite 3.49. C: `SQLITE_DBCONFIG_ENABLE_COMMENTS`.
        public static let comments = Feature(rawValue: 1022)
    }

    /// Whether a feature is on. C: `sqlite3_db_config`.
    ///
    /// - Throws: `SQLITE_ERROR` if the running SQLite does not have the feature; `SQLITE_MISUSE` if the connection is
    ///   closed.
    public func isOn(_ feature: Feature) throws(SQLiteError) -> Bool {
        let pointer = try handle.open()
        return try handle.configure(feature, -1, on: pointer)
    }

    /// Turns a feature on or off. C: `sqlite3_db_config`.
    ///
    /// - Throws: `SQLITE_ERROR` if the running SQLite does not have the feature, or was built so that it cannot be
    ///   changed; `SQLITE_MISUSE` if the connection is closed.
    public func set(_ feature: Feature, isOn: Bool) throws(SQLiteError) {
        let pointer = try handle.open()
        try handle.noteSettingChange("features")
        guard try handle.configure(feature, isOn ? 1 : 0, on: pointer) != isOn else { return }
        throw SQLiteError(
            .error, message: "the running SQLite cannot turn \(feature) \(isOn ? "on" : "off")")
    }
}

extension Connection.Feature: CustomStringConvertible {
    /// `SQLITE_DBCONFIG option 1010`
    public var description: String { "the SQLITE_DBCONFIG option \(rawValue)" }

    /// The options that switch something and that a program passes with an `int`.
    fileprivate var isSwitch: Bool { rawValue >= 1002 }
}

extension ConnectionHandle {
    /// Turns a feature on (1) or off (0), or leaves it unchanged (-1).
    ///
    /// - Returns: Whether it is on afterwards.
    func configure(
        _ feature: Connection.Feature, _ value: Int32, on pointer: OpaquePointer
    ) throws(SQLiteError) -> Bool {
        var result: Int32 = -1
        // Other options have other arguments.
        let code =
            feature.isSwitch
            ? datalite_db_config_switch(pointer, feature.rawValue, value, &result) : SQLITE_ERROR
        guard code == SQLITE_OK, result >= 0 else {
            let version = Connection.libraryVersion
            throw SQLiteError(
                .error, message: "the running SQLite (\(version)) does not have \(feature)")
        }
        return result == 1
    }

    /// Records that a setting is changed, so that a pool replaces the connection.
    func noteSettingChange(_ what: String) throws(SQLiteError) {
        guard notesChanges else { return }
        guard !refusesChanges else {
            throw SQLiteError.misuse("the \(what) of a snapshot cannot be changed: use onOpen")
        }
        changes.insert(.settings)
    }
}
