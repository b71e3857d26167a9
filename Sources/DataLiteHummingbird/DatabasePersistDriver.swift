#if Hummingbird
    import DataLiteCore
    public import DataLiteDatabase
    import Foundation
    public import Hummingbird
    public import Logging
    import ServiceLifecycle

    /// Values by key in a table of a database, for Hummingbird's sessions, caches and tokens that are used once.
    ///
    /// ```swift
    /// let persist = try await DatabasePersistDriver(database)
    /// try await persist.set(key: "greeting", value: "Hello", expires: .seconds(3600))
    /// let greeting = try await persist.get(key: "greeting", as: String.self)
    /// ```
    ///
    /// Everything that takes Hummingbird's `PersistDriver` accepts it, such as the sessions of `HummingbirdAuth`. A value
    /// survives a restart, and all processes that use the file see it.
    ///
    /// The table has three columns: `key`, `value` with the value as JSON text, and `expires` with the end of the value
    /// in milliseconds since 1970, or NULL. A value is gone at its end, although its row is deleted later, by ``tidy()``.
    ///
    /// The driver is a service, which deletes such rows repeatedly. List it after the service of the database, because
    /// services are stopped in reverse order.
    @available(macOS 14, iOS 17, tvOS 17, visionOS 1, *)
    public struct DatabasePersistDriver: PersistDriver {
        private let database: any DatabaseProtocol
        private let table: String
        private let tidyInterval: Duration
        private let logger: Logger

        /// A driver that uses a table, which is created if it does not exist.
        ///
        /// - Parameters:
        ///   - table: The name of the table.
        ///   - tidyInterval: The time between two runs of ``tidy()`` while the service runs.
        ///   - logger: Logs the errors of these runs.
        /// - Throws: The errors of `read` and `write`; `SQLITE_ERROR` if a table of this name has other columns.
        public init(
            _ database: any DatabaseProtocol, table: String = "persist",
            tidyInterval: Duration = .seconds(600), logger: Logger = Logger(label: "datalite")
        ) async throws {
            self.database = database
            self.table = table
            self.tidyInterval = tidyInterval
            self.logger = logger
            // A program that may not write finds the table that another program has created.
            let exists = try await database.read { db in
                try db.value(
                    "SELECT count(*) FROM sqlite_schema WHERE name = \(table) COLLATE NOCASE",
                    as: Int.self) != 0
            }
            if !exists {
                try await database.write { db in try db.execute(script: Self.schema(table)) }
            }
            try await database.read { db in
                _ = try db.rows("SELECT key, value, expires FROM \(identifier: table) LIMIT 0")
            }
        }

        /// The SQL that creates the table, for a migration of your own:
        /// `migrator.add("create persist", sql: DatabasePersistDriver.schema())`.
        public static func schema(_ table: String = "persist") -> String {
            """
            CREATE TABLE IF NOT EXISTS \(SQLLiteral.identifier(table))(
                key TEXT NOT NULL PRIMARY KEY,
                value TEXT NOT NULL,
                expires INTEGER
            ) STRICT;
            CREATE INDEX IF NOT EXISTS \(SQLLiteral.identifier(table + "_expires"))
                ON \(SQLLiteral.identifier(table))(expires) WHERE expires IS NOT NULL;
            """
        }

        // MARK: - PersistDriver

        /// Stores a value under a key that has none.
        ///
        /// - Throws: `PersistError.duplicate` if the key has a value; the errors of encoding and of `write`.
        public func create<Object: Codable & Sendable>(
            key: String, value: Object, expires: Duration?
        ) async throws {
            let text = try encoded(value)
            let isNew = try await database.write { [table] db in
                let now = Self.now
                return try db.execute(
                    """
                    INSERT INTO \(identifier: table)(key, value, expires)
                    VALUES (\(key), \(text), \(Self.end(expires, from: now)))
                    ON CONFLICT(key) DO UPDATE SET value = excluded.value, expires = excluded.expires
                    WHERE expires <= \(now)
                    """) > 0
            }
            guard isNew else { throw PersistError.duplicate }
        }

        /// Stores a value under a key, instead of the one that the key has.
        ///
        /// - Parameter expires: The time after which the value is gone. With `nil`, the time of the value that is
        ///   replaced remains; a new value stays until it is removed.
        /// - Throws: The errors of encoding and of `write`.
        public func set<Object: Codable & Sendable>(
            key: String, value: Object, expires: Duration?
        ) async throws {
            let text = try encoded(value)
            try await database.write { [table] db in
                let now = Self.now
                try db.execute(
                    """
                    INSERT INTO \(identifier: table)(key, value, expires)
                    VALUES (\(key), \(text), \(Self.end(expires, from: now)))
                    ON CONFLICT(key) DO UPDATE SET value = excluded.value,
                        expires = coalesce(excluded.expires, iif(expires > \(now), expires, NULL))
                    """)
            }
        }

        /// The value of a key; `nil` if there is none.
        ///
        /// - Throws: `PersistError.invalidConversion` if the value cannot be decoded as this type; the errors of `read`.
        public func get<Object: Codable & Sendable>(
            key: String, as type: Object.Type
        ) async throws -> Object? {
            try await getWithTTL(key: key, as: type)?.object
        }

        /// The value of a key and the time that it has left, `nil` for a value that does not expire.
        ///
        /// - Throws: `PersistError.invalidConversion` if the value cannot be decoded as this type; the errors of `read`.
        public func getWithTTL<Object: Codable & Sendable>(
            key: String, as type: Object.Type
        ) async throws -> (object: Object, ttl: Duration?)? {
            let now = Self.now
            let row = try await database.read { [table] db in
                try db.row(
                    """
                    SELECT value, expires FROM \(identifier: table)
                    WHERE key = \(key) AND (expires IS NULL OR expires > \(now))
                    """, as: StoredValue.self)
            }
            guard let row else { return nil }
            guard let object = try? JSONDecoder().decode(type, from: Data(row.value.utf8)) else {
                throw PersistError.invalidConversion
            }
            return (object, row.expires.map { .milliseconds($0 - now) })
        }

        /// Removes a key and its value.
        ///
        /// - Throws: The errors of `write`.
        public func remove(key: String) async throws {
            try await database.write { [table] db in
                try db.execute("DELETE FROM \(identifier: table) WHERE key = \(key)")
            }
        }

        // MARK: - Tidying

        /// Deletes the rows of values that have expired, in steps between which other writes run.
        ///
        /// - Throws: The errors of `write`.
        public func tidy() async throws {
            let step = 1000
            while try await deleteExpired(step) == step { try Task.checkCancellation() }
        }

        private func deleteExpired(_ limit: Int) async throws -> Int {
            try await database.write { [table] db in
                try db.execute(
                    """
                    DELETE FROM \(identifier: table) WHERE key IN (
                        SELECT key FROM \(identifier: table) WHERE expires <= \(Self.now) LIMIT \(limit))
                    """)
            }
        }

        /// Runs ``tidy()`` repeatedly, until the graceful shutdown or until the task is cancelled. Its errors are logged.
        public func run() async {
            // Only `Task.sleep` throws, when it is cancelled.
            try? await cancelWhenGracefulShutdown {
                while true {
                    try await Task.sleep(for: tidyInterval)
                    do {
                        try await tidy()
                    } catch  where !(error is CancellationError) {
                        logger.error(
                            "expired values were not deleted",
                            metadata: ["error.message": "\(error)"])
                    }
                }
            }
        }

        // MARK: - Values

        private struct StoredValue: Decodable, Sendable {
            let value: String
            let expires: Int64?
        }

        /// The time in milliseconds since 1970.
        private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

        /// The end of a value that is stored now. The longest time is that of thousands of years.
        private static func end(_ duration: Duration?, from now: Int64) -> Int64? {
            guard let (seconds, attoseconds) = duration?.components else { return nil }
            let limit: Int64 = 1 << 40
            let milliseconds = attoseconds / 1_000_000_000_000_000
            return now + min(max(seconds, -limit), limit) * 1000 + milliseconds
        }

        private func encoded(_ value: some Encodable) throws -> String {
            String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
        }
    }
#endif
