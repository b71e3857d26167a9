/// How inserts and updates of a table handle a row that violates a constraint, unless they say it themselves.
///
/// ```swift
/// @Table struct Setting {
///     @Column(primaryKey: true) let name: String
///     var value: String
///
///     static var conflictPolicy: ConflictPolicy { ConflictPolicy(insert: .replace) }
/// }
///
/// try Setting.insert { Setting(name: "color", value: "red") }.execute(db)  // INSERT OR REPLACE ...
/// ```
///
/// An argument `or:` takes precedence: `or: .abort` is SQLite's own way. Upserts and inserts with a conflict clause
/// ignore the policy. SQL text does not know it, and in a trigger the statement that fires it decides
/// (<https://sqlite.org/lang_createtrigger.html>).
public struct ConflictPolicy: Hashable, Sendable {
    /// The resolution of inserts; `nil` for that of the table, by default `.abort`.
    public var insert: ConflictResolution?

    /// The resolution of updates; `nil` for that of the table, by default `.abort`.
    public var update: ConflictResolution?

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - insert: The resolution of inserts.
    ///   - update: The resolution of updates.
    public init(insert: ConflictResolution? = nil, update: ConflictResolution? = nil) {
        self.insert = insert
        self.update = update
    }
}
