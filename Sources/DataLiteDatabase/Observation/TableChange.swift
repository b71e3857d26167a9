public import DataLiteCore

/// The changes of one commit in a table.
public enum TableChange: Hashable, Sendable {
    /// The rows that were changed.
    case rows(RowChanges)

    /// Any row may have changed: another process or connection committed, the schema changed, or more rows changed than
    /// are recorded. Read the table to get its current rows.
    case unknown
}

/// The primary keys of the rows changed by a commit, in ascending order.
///
/// Each key is in exactly one of the three lists. A row whose key was changed is deleted under the old key and inserted
/// under the new one.
public struct RowChanges: Hashable, Sendable {
    /// The rows that exist after the commit and did not exist before.
    public var inserted: [RowKey]

    /// The rows that exist before and after the commit and may have different values.
    public var updated: [RowKey]

    /// The rows that existed before the commit and no longer exist.
    public var deleted: [RowKey]

    /// Creates changes from the keys of the rows.
    public init(inserted: [RowKey] = [], updated: [RowKey] = [], deleted: [RowKey] = []) {
        self.inserted = inserted
        self.updated = updated
        self.deleted = deleted
    }

    /// Whether no row was changed.
    public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

extension RowChanges {
    init(_ keys: ChangedKeys) {
        self.init(inserted: keys.inserted, updated: keys.updated, deleted: keys.deleted)
    }

    /// An estimate of the memory that the keys use.
    var byteCount: Int {
        [inserted, updated, deleted].joined().reduce(0) { $0 + $1.memorySize }
    }
}
