import DataLiteC

extension ConnectionHandle {
    /// Initializes the library once, before the first connection is opened. Opening would initialize it too, but SQLite
    /// counts as initialized before it has run `SQLITE_EXTRA_INIT`, with which SQLCipher adds its functions: connections
    /// that other threads open at the same moment would lack them.
    private static let initialization = sqlite3_initialize()

    /// C: `sqlite3_open_v2`.
    static func open(
        _ filename: String, flags: Int32, vfs: String?
    ) throws(SQLiteError) -> ConnectionHandle {
        guard !ThreadFlags.isSet(.callingLog) else { throw SQLiteError.insideLog(nil) }
        // If this fails, opening reports it.
        _ = initialization
        var pointer: OpaquePointer?
        let code = sqlite3_open_v2(filename, &pointer, flags, vfs)
        guard let pointer else {
            throw SQLiteError(.nomem, message: "cannot open \"\(filename)\": out of memory")
        }
        // SQLite returns a handle even if opening failed; it contains the error.
        let handle = ConnectionHandle(pointer, ownership: .owned)
        sqlite3_extended_result_codes(pointer, 1)
        guard code == SQLITE_OK else {
            let cause = SQLiteError(ResultCode(code), lastErrorOn: pointer)
            var error = SQLiteError(
                cause.resultCode, message: "cannot open \"\(filename)\": \(cause.message)")
            error.systemErrorCode = cause.systemErrorCode
            throw error
        }
        return handle
    }

    /// Turns a feature on or off. Throws if the running SQLite was built without this option. C:
    /// `sqlite3_db_config`.
    func turn(_ option: Int32, on isOn: Bool, _ feature: String) throws(SQLiteError) {
        let pointer = try open()
        var result: Int32 = -1
        try check(datalite_db_config_switch(pointer, option, isOn ? 1 : 0, &result), on: pointer)
        guard (result == 1) != isOn else { return }
        throw SQLiteError(
            .error, message: "the running SQLite cannot turn \(feature) \(isOn ? "on" : "off")")
    }

    /// Releases the closures that nothing calls after the connection was closed. They may retain the connection, or use
    /// it when they are released.
    func releaseClosures() {
        let released = (authorizer, functionOrigins)
        authorizer = nil
        functionOrigins = FunctionOrigins()
        if let lockWait { lockWait.setPolicy(.limit(lockWait.limit)) }
        withExtendedLifetime(released) {}
    }
}
