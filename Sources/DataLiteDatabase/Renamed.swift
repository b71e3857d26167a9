// Names from other libraries. They cannot be called: the compiler reports what to write instead.

@available(*, unavailable, renamed: "Database")
public typealias DatabaseQueue = Database

@available(*, unavailable, renamed: "Database")
public typealias DatabasePool = Database

@available(*, unavailable, renamed: "Migrator")
public typealias DatabaseMigrator = Migrator

extension Migrator {
    @available(*, unavailable, message: "write `migrator.add(\"v1\") { db in ... }`")
    public mutating func registerMigration(
        _ name: String, migrate: (any ConnectionProtocol) throws -> Void
    ) {}
}

@available(*, unavailable, message: "write `database.values { db in ... }`")
public enum ValueObservation {
    public static func tracking<R>(_ fetch: (any ConnectionProtocol) throws -> R) {}
}

extension Database.Configuration {
    @available(*, unavailable, message: "write `configuration.onOpen = { db in ... }`")
    public mutating func prepareDatabase(_ body: (any ConnectionProtocol) throws -> Void) {}
}
