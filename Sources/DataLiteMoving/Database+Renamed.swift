// Names from other libraries. They cannot be called: the compiler reports what to write instead.

public import DataLiteDatabase

@available(*, unavailable, renamed: "Database")
public typealias DatabaseQueue = Database

@available(*, unavailable, renamed: "Database")
public typealias DatabasePool = Database

@available(*, unavailable, renamed: "Migrator")
public typealias DatabaseMigrator = Migrator

extension Migrator {
    @available(*, unavailable, renamed: "erasesDatabaseWhenChanged")
    public var eraseDatabaseOnSchemaChange: Bool {
        get { erasesDatabaseWhenChanged }
        set {}
    }

    @available(*, unavailable, message: "write `migrator.add(\"v1\") { db in ... }`")
    public mutating func registerMigration(
        _ name: String, migrate: (any ConnectionProtocol) throws -> Void
    ) {}

    @available(*, unavailable, message: "write `migrator.pending(in: db).isEmpty`")
    public func hasCompletedMigrations(_ db: any ConnectionProtocol) throws -> Bool { false }

    @available(*, unavailable, message: "write `migrator.applied(in: db)`")
    public func appliedMigrations(_ db: any ConnectionProtocol) throws -> [String] { [] }

    @available(*, unavailable, message: "write `migrator.applied(in: db)`")
    public func appliedIdentifiers(_ db: any ConnectionProtocol) throws -> Set<String> { [] }
}

@available(*, unavailable, message: "write `database.values { db in ... }`")
public enum ValueObservation {
    public static func tracking<R>(_ fetch: (any ConnectionProtocol) throws -> R) {}
    public static func trackingConstantRegion<R>(
        _ fetch: (any ConnectionProtocol) throws -> R
    ) {}
}

extension Database.Configuration {
    @available(*, unavailable, renamed: "foreignKeys")
    public var foreignKeysEnabled: Bool {
        get { connection.foreignKeys }
        set {}
    }

    @available(*, unavailable, message: "write `configuration.access = .readOnly`")
    public var readonly: Bool {
        get { false }
        set {}
    }

    @available(*, unavailable, renamed: "readerLimit")
    public var maximumReaderCount: Int {
        get { readerLimit }
        set {}
    }

    @available(*, unavailable, message: "write `configuration.onOpen = { db in ... }`")
    public mutating func prepareDatabase(_ body: (any ConnectionProtocol) throws -> Void) {}

    @available(*, unavailable, message: "write `configuration.busyTimeout = .seconds(3)`")
    public enum BusyMode {
        case immediateError
        case timeout(Double)
        case callback((Int) -> Bool)
    }

    @available(*, unavailable, message: "write `configuration.busyTimeout = .seconds(3)`")
    public var busyMode: BusyMode {
        get { .immediateError }
        set {}
    }

    @available(*, unavailable, message: "a write is immediate, and a read deferred")
    public var defaultTransactionKind: TransactionType {
        get { .immediate }
        set {}
    }

    @available(
        *, unavailable,
        message: "a closure must end its transaction: write `writeWithoutTransaction { }`"
    )
    public var allowsUnsafeTransactions: Bool {
        get { false }
        set {}
    }
}

@available(*, unavailable, renamed: "DatabaseProtocol")
public typealias DatabaseReader = DatabaseProtocol

@available(*, unavailable, renamed: "DatabaseProtocol")
public typealias DatabaseWriter = DatabaseProtocol

@available(
    *, unavailable,
    message: "write `for await changes in database.changes(in: region)`, or a TransactionObserver"
)
public struct DatabaseRegionObservation {
    public enum Region {
        case fullDatabase
    }

    public init(tracking regions: Region...) {}

    @_disfavoredOverload
    public init<each R>(tracking regions: repeat each R) {}
}

@available(
    *, unavailable,
    message: "implement `transactionDidCommit(_:on:)`, which is told of all changes at once"
)
public typealias DatabaseEvent = CommittedChange

@available(*, unavailable, message: "implement `observes(table:schema:)`")
public typealias DatabaseEventKind = CommittedChange.Kind

@available(*, unavailable, message: "cancel the task that iterates over `database.values { }`")
public enum AnyDatabaseCancellable {}

@available(*, unavailable, message: "write `DefaultDatabase.shared = try Database(path: path)`")
public func defaultDatabase(
    path: String? = nil, configuration: Database.Configuration = Database.Configuration()
) throws -> Database { try Database(path: path ?? "") }

extension DatabaseProtocol {
    @available(*, unavailable, message: "write `writeWithoutTransaction { db in ... }`")
    public func inDatabase<R>(_ body: (any ConnectionProtocol) throws -> R) throws {}

    @available(*, unavailable, message: "write `try await database.read { db in ... }`")
    public func asyncRead(_ body: (any ConnectionProtocol) throws -> Void) {}

    @available(*, unavailable, message: "write `try await database.write { db in ... }`")
    public func asyncWrite<R>(_ body: (any ConnectionProtocol) throws -> R) {}

    @available(
        *, unavailable, message: "write `writeThenRead { db in ... } read: { db, result in ... }`"
    )
    public func spawnConcurrentRead<R>(_ body: (any ConnectionProtocol) throws -> R) {}

    @available(
        *, unavailable, message: "write `writeThenRead { db in ... } read: { db, result in ... }`"
    )
    public func concurrentRead<R>(_ body: (any ConnectionProtocol) throws -> R) {}

    @available(
        *, unavailable, message: "write `try await database.writeWithoutTransaction { db in ... }`"
    )
    public func asyncWriteWithoutTransaction<R>(_ body: (any ConnectionProtocol) throws -> R) {}

    @available(
        *, unavailable, message: "a write commits when its closure returns: write `write { db in }`"
    )
    public func inTransaction(
        _ type: TransactionType? = nil,
        _ body: (any ConnectionProtocol) throws -> TransactionCompletion
    ) throws {}

    @available(
        *, unavailable, message: "a write commits when its closure returns: write `write { db in }`"
    )
    public func writeInTransaction(
        _ type: TransactionType? = nil,
        _ body: (any ConnectionProtocol) throws -> TransactionCompletion
    ) throws {}
}

extension ConnectionProtocol {
    @available(
        *, unavailable,
        message: "write `database.notifyChanges(in: [\"table\"])` after the commit"
    )
    public func notifyChanges<Region>(in region: Region) throws {}
}

extension Database {
    @available(*, unavailable, message: "write `Database.inMemory()`")
    public convenience init() throws { try self.init(path: "") }

    @available(*, unavailable, message: "keep the value that you pass to `Database(path:)`")
    public var configuration: Configuration { Configuration() }

    @available(*, unavailable, renamed: "releaseMemory()")
    public func releaseMemoryEventually() { releaseMemory() }

    @available(*, unavailable, message: "each read sees the latest commit")
    public func invalidateReadOnlyConnections() throws {}

    @available(*, unavailable, renamed: "snapshot()")
    public func makeSnapshot() throws -> Snapshot { try snapshot() }

    @available(
        *, unavailable,
        message: "write `snapshot()`, or read a `WALSnapshot` on several connections"
    )
    public func makeSnapshotPool() throws -> Snapshot { try snapshot() }
}
