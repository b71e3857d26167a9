import DataLiteCore

/// The most recently used inserters, cached with an SQLite connection.
final class InserterCache {
    // SAFETY: read by copying, and changed by methods of `Array` that release no inserter within
    // the change, so two accesses never overlap.
    @exclusivity(unchecked) private var idle: [RowInserter] = []
    private static let capacity = 8

    /// The cache of a connection; `nil` if it is not an SQLite connection.
    static func of(_ connection: some ConnectionProtocol) -> InserterCache? {
        connection.sqliteConnection?._withUnsafeGuaranteedRef { connection in
            if let cache = connection.companion(InserterCache.self) { return cache }
            let cache = InserterCache()
            connection.companions[InserterCache.self] = cache
            return cache
        }
    }

    /// Removes a matching inserter from the cache and returns it; `nil` if there is none.
    func take(_ command: InsertSpecification, _ encoder: RowEncoder) -> RowInserter? {
        guard let position = idle.lastIndex(where: { $0.canReuse(for: command, encoder) }) else {
            return nil
        }
        return position == idle.count - 1 ? idle.popLast() : idle.remove(at: position)
    }

    /// Adds an inserter that has inserted all its rows. An inserter that failed is not reused.
    func add(_ inserter: RowInserter) {
        // Released after the change, because releasing it may call user code.
        let oldest = idle.count == Self.capacity ? idle.removeFirst() : nil
        defer { withExtendedLifetime(oldest) {} }
        idle.append(inserter)
    }
}
