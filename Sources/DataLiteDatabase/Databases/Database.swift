public import DataLiteCore
import Foundation

/// A database that many threads and tasks use at the same time: several readers beside one writer.
///
/// ```swift
/// let database = try Database(path: "library.sqlite")
/// try database.write { db in try db.execute("CREATE TABLE IF NOT EXISTS books(title TEXT)") }
/// let count = try await database.read { db in try db.value("SELECT count(*) FROM books", as: Int.self) }
/// ```
///
/// The file is in WAL mode: reads do not block the writer, and the writer does not block reads. Connections
/// that read are read-only. Calls wait in one queue for readers and one for the writer, first come, first
/// served.
public final class Database: DatabaseProtocol {
    @usableFromInline let pool: ConnectionPool

    /// Opens a file, and creates it if it does not exist.
    ///
    /// - Throws: what SQLite reports when the file cannot be opened for writing or is not a database;
    ///   `SQLITE_READONLY` if it can only be read; what `configuration.onOpen` throws, as the
    ///   `underlyingError` if it is not an `SQLiteError`.
    public convenience init(
        path: String, configuration: Configuration = Configuration()
    ) throws(SQLiteError) {
        let (source, writer) = try ConnectionSource.open(
            path: path, isTemporary: false, configuration)
        self.init(ConnectionPool(source, writer: writer, configuration))
    }

    /// Creates a database in memory, which ends when it is closed or released.
    ///
    /// Reads and writes exclude each other there. Everything else is the same as with a file: a read cannot
    /// write, and several reads can see one state in a ``Snapshot``, which is a copy. `ATTACH` opens files
    /// in memory, too; a file on disk needs a URI with a VFS: `ATTACH 'file:/data/old.sqlite?vfs=unix'`.
    public static func inMemory(
        configuration: Configuration = Configuration()
    ) throws(SQLiteError) -> Database {
        let (source, writer) = try ConnectionSource.openInMemory(configuration)
        return Database(ConnectionPool(source, writer: writer, configuration))
    }

    /// Creates a database in a temporary file, which is deleted when it is closed or released.
    public static func temporary(
        configuration: Configuration = Configuration()
    ) throws(SQLiteError) -> Database {
        let path = try TemporaryFile.create()
        do {
            let (source, writer) = try ConnectionSource.open(
                path: path, isTemporary: true, configuration)
            return Database(ConnectionPool(source, writer: writer, configuration))
        } catch {
            unlink(path)
            throw error
        }
    }

    private init(_ pool: ConnectionPool) { self.pool = pool }

    deinit { pool.shutDown() }

    /// The absolute path of the file; `nil` for a database in memory.
    public var path: String? {
        guard case .file(let path, _) = pool.source.storage else { return nil }
        return path
    }

    /// Interrupts the statements that run in closures, also those that wait for the lock of another process;
    /// they fail with `SQLITE_INTERRUPT`.
    public func interrupt() { pool.interrupt() }

    /// Refuses further calls, waits for the closures that run, and closes the connections. Calls that wait
    /// for their turn fail with `SQLITE_MISUSE`, and snapshots end. Closing again has no effect.
    ///
    /// - Throws: `SQLITE_BUSY`, and the database stays open, while a statement, BLOB or backup that was created
    ///   with the C interface keeps a connection open; `SQLITE_READONLY_DBMOVED` if the file was replaced, moved or
    ///   deleted and its WAL could not be separated from a new file; `SQLITE_MISUSE` in the closure of a call.
    public func close() throws { try pool.close(within: nil) }

    /// Closes the database, as `close()`, and waits only for a time.
    ///
    /// - Throws: `SQLITE_BUSY` with a list of what runs, if a closure has not returned in time. Further calls
    ///   are refused all the same, and the connections are closed when the last closure returns.
    public func close(within limit: Duration) throws { try pool.close(within: limit) }

    /// Closes the database, as the synchronous form, without blocking the thread of the task. Cancelling the
    /// task has no effect, so that a program that is being cancelled can still wait for the end of its writes.
    public func close() async throws { try await pool.closeAsync(within: nil) }

    /// Closes the database and waits only for a time, as the synchronous form, without blocking the thread of
    /// the task.
    public func close(within limit: Duration) async throws {
        try await pool.closeAsync(within: limit)
    }
}
