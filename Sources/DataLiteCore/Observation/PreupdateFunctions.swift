import DataLiteC

/// The functions of SQLite's preupdate hook. Not every build of SQLite has them, so they are looked up
/// in the running one.
struct PreupdateFunctions: Sendable {
    typealias Callback =
        @convention(c) (
            UnsafeMutableRawPointer?, OpaquePointer?, Int32, UnsafePointer<CChar>?,
            UnsafePointer<CChar>?, Int64, Int64
        ) -> Void
    typealias Hook =
        @Sendable @convention(c) (
            OpaquePointer?, Callback?, UnsafeMutableRawPointer?
        ) -> UnsafeMutableRawPointer?
    typealias Count = @Sendable @convention(c) (OpaquePointer?) -> Int32
    private typealias Value =
        @Sendable @convention(c) (
            OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
        ) -> Int32

    /// C: `sqlite3_preupdate_hook`.
    let hook: Hook

    /// The number of columns. C: `sqlite3_preupdate_count`.
    let count: Count

    /// C: `sqlite3_preupdate_old` and `sqlite3_preupdate_new`.
    private let old, new: Value

    /// `nil` if the running SQLite was built without them.
    static let shared = PreupdateFunctions()

    private init?() {
        guard let hook = datalite_symbol("sqlite3_preupdate_hook"),
            let count = datalite_symbol("sqlite3_preupdate_count"),
            let old = datalite_symbol("sqlite3_preupdate_old"),
            let new = datalite_symbol("sqlite3_preupdate_new")
        else { return nil }
        // SAFETY: sqlite3.h declares the four functions that are looked up with these types.
        self.hook = unsafeBitCast(hook, to: Hook.self)
        self.count = unsafeBitCast(count, to: Count.self)
        self.old = unsafeBitCast(old, to: Value.self)
        self.new = unsafeBitCast(new, to: Value.self)
    }

    /// Whether an update changes the value of a column. `true` if SQLite does not say.
    func isChanged(_ database: OpaquePointer, _ column: Int32) -> Bool {
        var before: OpaquePointer?
        var after: OpaquePointer?
        guard old(database, column, &before) == SQLITE_OK,
            new(database, column, &after) == SQLITE_OK, let before, let after
        else { return true }
        let type = sqlite3_value_type(before)
        guard type == sqlite3_value_type(after) else { return true }
        switch type {
        case SQLITE_NULL:
            return false
        case SQLITE_INTEGER:
            return sqlite3_value_int64(before) != sqlite3_value_int64(after)
        case SQLITE_FLOAT:
            return sqlite3_value_double(before) != sqlite3_value_double(after)
        default:
            return !haveSameBytes(before, after)
        }
    }

    /// Texts are compared in the encoding of the database: reading them as BLOBs converts nothing.
    private func haveSameBytes(_ lhs: OpaquePointer, _ rhs: OpaquePointer) -> Bool {
        let left = sqlite3_value_blob(lhs)
        let right = sqlite3_value_blob(rhs)
        let count = sqlite3_value_bytes(lhs)
        return count == sqlite3_value_bytes(rhs) && datalite_equal(left, right, Int(count))
    }
}
