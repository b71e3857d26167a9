import DataLiteCore

/// A feature that some builds of SQLite lack.
struct LibraryFeature {
    /// How to recognize that the library has it.
    enum Evidence {
        /// A compile option that adds the feature.
        case option(String)
        /// A compile option that removes the feature.
        case noOption(String)
        /// A statement that can be prepared.
        case statement(String)
        /// A module for virtual tables.
        case module(String)
        /// A version of SQLite, as a number.
        case version(Int32)
        /// A codec for encrypted files.
        case codec
    }

    /// The option or the version that adds the feature.
    let name: String
    let evidence: Evidence
    /// What does not work without it.
    let consequence: String

    /// The features that the library lacks. What cannot be determined is not listed.
    static func missing() throws -> [LibraryFeature] {
        let connection = try Connection(location: .inMemory)
        return all.filter { !$0.isAvailable(connection) }
    }

    private func isAvailable(_ connection: Connection) -> Bool {
        let library = Connection.library
        switch evidence {
        // A library without the list of its options does not tell.
        case .option(let name):
            return library.compileOptions.isEmpty || library.hasCompileOption(name)
        case .noOption(let name): return !library.hasCompileOption(name)
        case .statement(let sql): return (try? connection.prepare(sql: sql)) != nil
        case .module(let name):
            let sql: SQL = "SELECT 1 FROM pragma_module_list WHERE name = \(name)"
            guard let rows = try? connection.rows(sql) else { return true }
            return !rows.isEmpty
        case .version(let number): return Connection.libraryVersionNumber >= number
        case .codec: return Connection.hasCodec
        }
    }

    /// All features, those of options first.
    static let all: [LibraryFeature] = options + versions

    private static let options: [LibraryFeature] = [
        LibraryFeature(
            name: "SQLITE_ENABLE_PREUPDATE_HOOK", evidence: .option("ENABLE_PREUPDATE_HOOK"),
            consequence:
                "TransactionObserver fails, and each commit counts as a change of all observed data"
        ),
        LibraryFeature(
            name: "SQLITE_ENABLE_SESSION", evidence: .option("ENABLE_SESSION"),
            consequence: "changesets of the session extension cannot be recorded"),
        LibraryFeature(
            name: "SQLITE_ENABLE_FTS5", evidence: .module("fts5"),
            consequence: "full-text tables and searches fail"),
        LibraryFeature(
            name: "JSON functions", evidence: .statement("SELECT json('1')"),
            consequence: "queries that read or change JSON fail; JSON columns can still be stored"),
        LibraryFeature(
            name: "SQLITE_ENABLE_MATH_FUNCTIONS", evidence: .statement("SELECT sqrt(1.0)"),
            consequence: "sqrt(), pow(), sin() and other mathematical functions fail"),
        LibraryFeature(
            name: "SQLITE_ENABLE_RTREE", evidence: .module("rtree"),
            consequence: "R-tree tables cannot be created or read, and add(geometry:) fails"),
        LibraryFeature(
            name: "SQLITE_ENABLE_DBSTAT_VTAB", evidence: .module("dbstat"),
            consequence: "no table dbstat, and this command does not measure tables"),
        LibraryFeature(
            name: "SQLITE_ENABLE_COLUMN_METADATA", evidence: .option("ENABLE_COLUMN_METADATA"),
            consequence: "columnOrigin(at:) is nil, and decoding errors do not name the table"),
        LibraryFeature(
            name: "loading of extensions", evidence: .noOption("OMIT_LOAD_EXTENSION"),
            consequence: "withExtensionLoading fails"),
        LibraryFeature(
            name: "serialization", evidence: .noOption("OMIT_DESERIALIZE"),
            consequence: "databases cannot be read from bytes or written as bytes"),
        LibraryFeature(
            name: "SQLITE_ENABLE_MEMORY_MANAGEMENT", evidence: .option("ENABLE_MEMORY_MANAGEMENT"),
            consequence: "Connection.releaseMemory(bytes:) does nothing"),
        LibraryFeature(
            name: "SQLITE_ENABLE_SNAPSHOT", evidence: .option("ENABLE_SNAPSHOT"),
            consequence: "WALSnapshot fails; Database.Snapshot keeps a read transaction instead"),
        LibraryFeature(
            name: "SQLITE_ENABLE_STMT_SCANSTATUS", evidence: .option("ENABLE_STMT_SCANSTATUS"),
            consequence: "scanStatus() is nil; reports of scans use the counters of statements"),
        LibraryFeature(
            name: "SQLITE_ENABLE_NORMALIZE", evidence: .option("ENABLE_NORMALIZE"),
            consequence: "normalizedSQL is nil"),
        LibraryFeature(
            name: "codec", evidence: .codec, consequence: "files cannot be encrypted or decrypted"),
    ]

    private static let versions: [LibraryFeature] = [
        LibraryFeature(
            name: "SQLite 3.42", evidence: .version(3_042_000),
            consequence: "the log must be installed before the first connection; no subsec modifier"
        ),
        LibraryFeature(
            name: "SQLite 3.43", evidence: .version(3_043_000),
            consequence:
                "no differences of dates as text; contentless full-text tables cannot delete"),
        LibraryFeature(
            name: "SQLite 3.44", evidence: .version(3_044_000),
            consequence: "no concat(), and no order in aggregates such as groupConcat"),
        LibraryFeature(
            name: "SQLite 3.45", evidence: .version(3_045_000),
            consequence: "no binary JSON: JSONBRepresentation cannot be written"),
        LibraryFeature(
            name: "SQLite 3.46", evidence: .version(3_046_000),
            consequence: "no date modifiers ceiling and floor; no jsonPretty"),
        LibraryFeature(
            name: "SQLite 3.50", evidence: .version(3_050_000),
            consequence: "no unistr() and unistrQuote()"),
        LibraryFeature(
            name: "SQLITE_ENABLE_PERCENTILE", evidence: .statement("SELECT percentile(1, 50)"),
            consequence: "no median() and percentile() of SQLite, which requires 3.51"),
    ]
}
