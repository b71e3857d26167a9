public import DataLiteCore

extension ConnectionPool {
    /// Encrypts the file with another key. Call this while holding the writer.
    ///
    /// Pages in the caches of other connections, and in the WAL before them, have the old key, so the other connections
    /// are closed first.
    func rekey(_ writer: Connection, _ key: Connection.Key) throws {
        try requireNoSnapshot()
        // The observers watch for commits again when they fetch, even if the key is unchanged.
        defer { observers.delivery.publish(.unknown) }
        try withoutReaders(writer, within: configuration.connection.busyTimeout) { writer in
            // A read that ran until now may have opened a snapshot.
            try requireNoSnapshot()
            for reader in state.withLock({ $0.takeIdleReaders() }) { try close(reader, .reader) }
            observers.foreign.monitor.stop { true }
            try writer.rekey(key, name: nil)
            source.key.withLock { $0 = key }
            // The key can have another salt, which new connections read from the file, and not from the WAL. Also, what
            // is encrypted with the old key does not stay in the file.
            if source.isWAL { _ = try? writer.checkpointWithoutWaiting(.truncate) }
        }
    }

    /// Closes the readers that no call uses.
    func closeIdleReaders() {
        for reader in state.withLock({ $0.takeIdleReaders() }) { try? close(reader, .reader) }
    }

    private func requireNoSnapshot() throws(SQLiteError) {
        guard state.withLock({ $0.snapshotCount == 0 }) else { throw .snapshotHasOldKey }
    }
}

extension ConnectionPool.State {
    fileprivate mutating func takeIdleReaders() -> [Connection] {
        slots.indices.compactMap { slot in
            guard slots[slot].reader != nil else { return nil }
            slots[slot].setReference(to: nil, for: .reader)
            return slots[slot].takeConnection(for: .reader)
        }
    }
}

extension Database {
    /// Changes the key of an encrypted database, and encrypts every page with it. Reads wait, and new
    /// connections use the new key.
    ///
    /// Databases of other processes, and other databases of this process with the same file, must be closed first.
    ///
    /// - Throws: The errors of `writeWithoutTransaction(_:)`, and those of `Connection.rekey(_:name:)`; `SQLITE_BUSY`
    ///   if the running reads do not end within `busyTimeout`, or if a snapshot is open. Then the key is unchanged.
    public func rekey(_ key: Connection.Key) throws {
        try pool.run(.withoutTransaction(.writer)) { [pool] in try pool.rekey($0, key) }
    }

    /// Changes the key of an encrypted database, on a database thread, like the synchronous form.
    public func rekey(_ key: Connection.Key) async throws {
        try await pool.runAsync(.withoutTransaction(.writer)) { [pool] in try pool.rekey($0, key) }
    }
}
