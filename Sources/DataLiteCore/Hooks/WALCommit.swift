/// A commit to a database in WAL mode, for ``ConnectionProtocol/onWALCommit(_:)``.
public struct WALCommit {
    /// `main`, or the name of an attached database.
    public let schema: String

    /// The number of pages in the WAL, including those of this commit.
    public let pages: Int

    private let connection: Connection

    init(schema: String, pages: Int, _ connection: Connection) {
        self.schema = schema
        self.pages = pages
        self.connection = connection
    }

    /// Copies the WAL of this database into its file. C: `sqlite3_wal_checkpoint_v2`.
    ///
    /// - Returns: The result of the checkpoint, even if another connection blocked part of it.
    /// - Throws: `SQLiteError` if the checkpoint fails, such as `SQLITE_LOCKED` while a statement of this connection
    ///   reads the database.
    @discardableResult
    public func checkpoint(
        _ mode: CheckpointMode = .passive
    ) throws(SQLiteError) -> CheckpointResult {
        try connection.checkpoint(mode, of: schema)
    }
}
