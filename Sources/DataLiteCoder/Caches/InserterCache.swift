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

/// The reader that is cached with an SQLite `Statement`, so that a run can reuse the lookups of earlier runs. Other
/// statements get a new reader for each run.
package final class StatementCoders {
    private var reader: CodableRowReader?

    private static func of(_ statement: Statement) -> StatementCoders {
        if let coders = statement.companion(StatementCoders.self) { return coders }
        let coders = StatementCoders()
        statement.companions[StatementCoders.self] = coders
        return coders
    }

    /// A reader for a statement that is on the first row of a run.
    package static func reader(_ statement: any StatementProtocol, _ coder: SQLiteCoder)
        -> CodableRowReader
    {
        guard let sqlite = statement.sqliteStatement else {
            return CodableRowReader(statement, coder)
        }
        return sqlite._withUnsafeGuaranteedRef { statement in
            let coders = of(statement)
            if let reader = coders.idleReader(), reader.canReuse(for: statement, coder) {
                reader.begin(statement, sqlite, coder)
                return reader
            }
            let reader = CodableRowReader(statement, coder)
            coders.reader = reader
            return reader
        }
    }

    /// The reader of the latest run, unless that run is still in progress or the caller kept one of the reader's
    /// containers or decoders.
    private func idleReader() -> CodableRowReader? {
        guard var idle = reader.take() else { return nil }
        defer { reader = idle }
        return isOnlyReference(&idle) ? idle : nil
    }
}

/// Identifies a coder. Cached lookups are valid only for the coder that made them.
///
/// Caches hold this instead of the coder, which may reference the cache's owner. An identity is
/// never reused while a cache holds it.
package final class CoderID: Sendable {}
