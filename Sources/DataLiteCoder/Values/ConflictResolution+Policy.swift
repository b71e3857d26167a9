public import DataLiteCore

extension ConflictResolution {
    /// The resolution of inserts in the policy of a type, if it has one.
    @usableFromInline
    static func ofInserts(_ type: (some Encodable).Type) -> ConflictResolution? {
        (type as? any ConflictResolving.Type)?.conflictPolicy.insert
    }

    /// The resolution of updates in the policy of a type, if it has one.
    static func ofUpdates(_ type: (some Encodable).Type) -> ConflictResolution? {
        (type as? any ConflictResolving.Type)?.conflictPolicy.update
    }
}
