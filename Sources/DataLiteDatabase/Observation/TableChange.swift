public import DataLiteCore

/// What one commit has changed in a table.
public enum TableChange: Hashable, Sendable {
    /// The rows that were changed.
    case rows(RowChanges)

    /// Any row may have been changed: by another process or connection, by a change of the schema, or in more
    /// rows than are recorded. Read the table to find out.
    case unknown
}

/// The primary keys of the rows that a commit has changed, in ascending order.
///
/// A key is in one of the three lists. A row whose key was changed is deleted under the old key and inserted
/// under the new one.
public struct RowChanges: Hashable, Sendable {
    /// The rows that exist, and did not exist before.
    public var inserted: [RowKey]

    /// The rows that existed before and may have other values now.
    public var updated: [RowKey]

    /// The rows that existed before.
    public var deleted: [RowKey]

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
