// The connection itself: settings of a spy, interruption, closing, keys.

extension MockConnection: ForwardingConnection {
    package var target: (any ConnectionProtocol)? { real }
}

extension MockConnection {
    /// Makes the running statements fail with `SQLITE_INTERRUPT`. From another thread, use
    /// ``interruptHandle``.
    public func interrupt() {
        record.append(.interrupt)
        interruption.interrupt()
        real?.interrupt()
    }

    /// Closes the connection.
    ///
    /// - Throws: An `SQLiteError` with `SQLITE_BUSY` if a statement still exists, in which case the
    ///   connection stays open, or with `SQLITE_MISUSE` if the connection is already closed.
    public func close() throws(SQLiteError) {
        try requireOpen()
        if turn?.isClosing == false { throw failed(with: .cannotClosePooledConnection) }
        try throwFault(at: .close, .none)
        guard livingStatements.alive.isEmpty else {
            throw failed(
                with: SQLiteError(
                    .busy,
                    message: "unable to close due to unfinalized statements or unfinished backups"))
        }
        try accept(.close)
        let isComplete = isAutocommit
        do {
            try real?.close()
        } catch {
            throw failed(with: error)
        }
        if !isComplete {
            record.fail("a transaction was open when the connection was closed")
        }
        transaction.abort()
        recordTransaction()
        isClosed = true
        record.append(.close)
    }

    /// Records that a key was set, without the key.
    public func apply(_ key: Connection.Key, name: String?) throws(SQLiteError) {
        try requireOpen()
        record.append(.applyKey)
        try real?.apply(key, name: name)
    }

    /// Records that a key was set, without the key.
    public func rekey(_ key: Connection.Key, name: String?) throws(SQLiteError) {
        try requireOpen()
        record.append(.applyKey)
        try real?.rekey(key, name: name)
    }
}
