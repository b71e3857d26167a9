package import Foundation

extension Connection {
    /// Reads a part of a value, and keeps the value open for the next call. SQLite finds a byte of an open value in
    /// constant time, but to open a value and find a byte it follows the chain of pages from the beginning.
    ///
    /// An open BLOB keeps a read transaction open, and with it the pages of the WAL. So the value is kept only while
    /// a transaction of the caller is open, until another value is read, ``endStatementsAndTransaction()``, or the end
    /// of the connection.
    ///
    /// - Returns: At most `count` bytes; none at the end of the value.
    /// - Throws: The errors of `withBlob` and of ``Blob/read(_:)``. The value is then closed.
    package func readKeptBlob(
        _ place: BlobPlace, from offset: Int, count: Int
    ) throws(SQLiteError) -> Data {
        let handle = try keptBlob(place)
        do {
            guard offset < handle.count else { return Data() }
            let end = offset + min(count, handle.count - offset)
            let data = try Blob(handle).read(offset..<end)
            if isAutocommit { closeKeptBlob() }
            return data
        } catch {
            closeKeptBlob()
            throw error
        }
    }

    private func keptBlob(_ place: BlobPlace) throws(SQLiteError) -> BlobHandle {
        if let handle = keptBlob as? BlobHandle, handle.place == place { return handle }
        closeKeptBlob()
        let handle = try BlobHandle(self, place, .readOnly)
        keptBlob = handle
        return handle
    }

    /// Closes the BLOB that is open between two reads, if there is one.
    func closeKeptBlob() {
        // Removed before it is closed.
        let blob = keptBlob as? BlobHandle
        keptBlob = nil
        try? blob?.close()
    }
}
