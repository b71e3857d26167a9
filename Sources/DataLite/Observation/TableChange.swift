/// What one commit has changed in a table.
public enum TableChange: Hashable, Sendable {
    /// The rows that were changed.
    case rows(RowChanges)

    /// Any row may have been changed: by another process or connection, by a change of the schema, in more
    /// rows than are recorded, or in a table without row ids. Read the table to find out.
    case unknown
}

/// The row ids of the rows that a commit has changed, in ascending order.
public struct RowChanges: Hashable, Sendable {
    public var inserted: [Int64]
    public var updated: [Int64]
    public var deleted: [Int64]

    public init(inserted: [Int64] = [], updated: [Int64] = [], deleted: [Int64] = []) {
        self.inserted = inserted
        self.updated = updated
        self.deleted = deleted
    }

    /// Whether no row was changed.
    public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}
