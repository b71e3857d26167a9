import DataLiteC

/// The functions of snapshots. Not every build of SQLite has them, so they are looked up at run time.
struct SnapshotFunctions: Sendable {
    typealias Get =
        @Sendable @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>?, UnsafeMutablePointer<OpaquePointer?>?
        ) -> Int32
    typealias Open =
        @Sendable @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, OpaquePointer?) -> Int32
    typealias Compare = @Sendable @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32
    typealias Free = @Sendable @convention(c) (OpaquePointer?) -> Void
    typealias Recover = @Sendable @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> Int32

    /// C: `sqlite3_snapshot_get`.
    let get: Get

    /// C: `sqlite3_snapshot_open`.
    let open: Open

    /// C: `sqlite3_snapshot_cmp`.
    let compare: Compare

    /// C: `sqlite3_snapshot_free`.
    let free: Free

    /// C: `sqlite3_snapshot_recover`.
    let recover: Recover

    /// `nil` if the running SQLite was built without them.
    static let shared = SnapshotFunctions()

    private init?() {
        guard let get = datalite_symbol("sqlite3_snapshot_get"),
            let open = datalite_symbol("sqlite3_snapshot_open"),
            let compare = datalite_symbol("sqlite3_snapshot_cmp"),
            let free = datalite_symbol("sqlite3_snapshot_free"),
            let recover = datalite_symbol("sqlite3_snapshot_recover")
        else { return nil }
        // SAFETY: sqlite3.h declares the five functions that are looked up with these types.
        self.get = unsafeBitCast(get, to: Get.self)
        self.open = unsafeBitCast(open, to: Open.self)
        self.compare = unsafeBitCast(compare, to: Compare.self)
        self.free = unsafeBitCast(free, to: Free.self)
        self.recover = unsafeBitCast(recover, to: Recover.self)
    }

    /// - Throws: `SQLITE_MISUSE` if the running SQLite was built without them.
    static func required() throws(SQLiteError) -> SnapshotFunctions {
        guard let shared else {
            throw SQLiteError.misuse("this SQLite was built without SQLITE_ENABLE_SNAPSHOT")
        }
        return shared
    }
}
