/// The keys of the rows of a table that were changed, and whether the rows existed before.
///
/// Only the first change of a row determines whether it existed. Later changes may have been undone by a
/// savepoint or a failed statement, which SQLite does not report.
package struct KeyChanges: Sendable {
    /// The maximum size of the collected keys, in bytes.
    static let byteLimit = 16 << 20

    private(set) var existed: [RowKey: Bool] = [:]
    private var byteCount = 0

    /// Whether the keys are unknown: too many rows were changed, or SQLite did not report a key.
    private(set) var areUnknown = false

    init() {}

    /// Adds a change of a row.
    ///
    /// - Parameters:
    ///   - key: The key; `nil` if it is not known.
    ///   - isOld: Whether the row existed before the change.
    mutating func add(_ key: RowKey?, isOld: Bool) {
        guard !areUnknown else { return }
        guard let key else { return forget() }
        guard existed[key] == nil else { return }
        byteCount += key.memorySize
        guard existed.count < ChangeCollector.rowLimit, byteCount <= Self.byteLimit else {
            return forget()
        }
        // Another row may have the same key, if it contains NULL.
        existed[key] = isOld || key.hasNull
    }

    mutating func add(_ later: KeyChanges) {
        if later.areUnknown { return forget() }
        for (key, isOld) in later.existed { add(key, isOld: isOld) }
    }

    mutating func forget() {
        existed = [:]
        areUnknown = true
    }
}

/// The rows of a table that were changed by a commit.
package struct ChangedKeys: Sendable {
    package var inserted: [RowKey] = []
    package var updated: [RowKey] = []
    package var deleted: [RowKey] = []
}

extension TableKey {
    /// Compares the current rows of a table with its rows before a transaction.
    ///
    /// - Returns: The keys of the changed rows in ascending order; `nil` if they are not known: there are too many,
    ///   they cannot be read, or the schema has changed.
    package func changedKeys(_ changes: KeyChanges) -> ChangedKeys? {
        guard !changes.areUnknown else { return nil }
        var changed = ChangedKeys()
        do throws(SQLiteError) {
            // Lookups in the order of the table are faster.
            for (key, existed) in changes.existed.sorted(by: { $0.key < $1.key }) {
                switch (try current(key), existed) {
                case (let current?, true): changed.updated.append(current)
                case (let current?, false): changed.inserted.append(current)
                case (nil, true): changed.deleted.append(key)
                case (nil, false): break
                }
            }
        } catch {
            return nil
        }
        return schemaHasChanged() ? nil : changed
    }
}
