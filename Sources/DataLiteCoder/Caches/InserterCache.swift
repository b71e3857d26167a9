import DataLiteCore

/// The inserters that a connection to SQLite keeps for later use: those that were used last.
final class InserterCache {
    private var idle: [RowInserter] = []
    private static let capacity = 8

    private static func of(_ connection: any ConnectionProtocol) -> InserterCache? {
        connection.sqliteConnection?._withUnsafeGuaranteedRef { connection in
            if let cache = connection.companions[InserterCache.self] { return cache }
            let cache = InserterCache()
            connection.companions[InserterCache.self] = cache
            return cache
        }
    }

    /// Removes an inserter from the cache; creates one if there is none.
    static func take(
        _ command: InsertCommand, _ encoder: RowEncoder, for connection: any ConnectionProtocol
    ) -> RowInserter {
        if let cache = of(connection),
            let position = cache.idle.lastIndex(where: { $0.suits(command, encoder) })
        {
            return cache.idle.remove(at: position)
        }
        return RowInserter(command, encoder)
    }

    /// Adds an inserter that has inserted all its rows. One that has failed is not used again.
    static func add(_ inserter: RowInserter, to connection: any ConnectionProtocol) {
        guard let cache = of(connection) else { return }
        if cache.idle.count == capacity { cache.idle.removeFirst() }
        cache.idle.append(inserter)
    }
}
