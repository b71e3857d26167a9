import DataLiteC

extension Connection {
    /// The SQLite library that the program runs with.
    ///
    /// ```swift
    /// print(Connection.library.version, Connection.library.hasCompileOption("ENABLE_FTS5"))
    /// ```
    public static var library: Library { Library() }

    /// The SQLite library that the program runs with: its version, how it was built, and the memory that it uses in the
    /// whole process.
    public struct Library: Sendable {
        /// The version: `3.40.1`. C: `sqlite3_libversion`.
        public var version: String { Connection.libraryVersion }

        /// The version as a number: 3040001 for 3.40.1. C: `sqlite3_libversion_number`.
        public var versionNumber: Int32 { Connection.libraryVersionNumber }

        /// The date and the hash of the source code from which the library was built. A modified source has a hash that
        /// ends with `alt1`, or another hash. C: `sqlite3_sourceid`.
        public var sourceID: String { String(repairing: sqlite3_sourceid()) ?? "" }

        /// How the library protects itself if threads use it at the same time.
        public enum ThreadingMode: Int32, CaseIterable, Hashable, Sendable {
            /// It has no locks: only one thread of the program may use SQLite.
            case singleThread = 0
            /// Several threads may use a connection that was opened without ``Connection/Options/nomutex``.
            case serialized = 1
            /// Each connection may be used by one thread at a time, as connections of this library are.
            case multiThread = 2
        }

        /// The threading mode with which the library was built. A program can change it before the library is
        /// initialized; this does not show it. `nil` for a number that this version of DataLite does not know. C:
        /// `sqlite3_threadsafe`.
        public var threadingMode: ThreadingMode? { ThreadingMode(rawValue: sqlite3_threadsafe()) }
    }
}

extension Connection.Library {
    /// The options with which the library was built, without the prefix `SQLITE_`: `ENABLE_FTS5`, `THREADSAFE=1`.
    /// Options with their default value may be missing. Empty if the library was built with
    /// `SQLITE_OMIT_COMPILEOPTION_DIAGS`. C: `sqlite3_compileoption_get`.
    ///
    /// See [Compile-time Options](https://www.sqlite.org/compile.html).
    public var compileOptions: [String] {
        var options: [String] = []
        while let option = String(repairing: sqlite3_compileoption_get(Int32(options.count))) {
            options.append(option)
        }
        return options
    }

    /// Whether the library was built with an option. C: `sqlite3_compileoption_used`.
    ///
    /// - Parameter name: The name, with or without `SQLITE_`, and with or without a value: `ENABLE_FTS5`,
    ///   `THREADSAFE=1`.
    public func hasCompileOption(_ name: String) -> Bool {
        !name.utf8.contains(0) && sqlite3_compileoption_used(name) != 0
    }
}
