import DataLiteC

extension Connection {
    /// Calls a closure that can load extensions: shared libraries that add functions, collations and virtual tables.
    ///
    /// ```swift
    /// try connection.withExtensionLoading { loader in
    ///     try loader.load("/usr/lib/spatialite/mod_spatialite.so")
    /// }
    /// ```
    ///
    /// An extension runs with all rights of the program: load only files that you trust. Loading is off except in the
    /// closure. SQL can never load an extension: the function `load_extension()` fails. Extensions stay loaded until
    /// the connection is closed. In a `Database`, load them in `onOpen`.
    ///
    /// C: `SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION`.
    ///
    /// - Throws: The error of the closure; `SQLITE_ERROR` if the running SQLite cannot load extensions; `SQLITE_MISUSE`
    ///   if the connection is closed, or in the callback of a delegate or a collation.
    @discardableResult
    public func withExtensionLoading<R>(
        _ body: (borrowing ExtensionLoader) throws -> R
    ) throws -> R {
        guard ExtensionLoader.function != nil else { throw ExtensionLoader.unsupported }
        guard handle.canRunStatements || handle.canRunAfterDeferredWork() else {
            throw handle.refusal(of: "load_extension")
        }
        try handle.turn(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, on: true, "loading of extensions")
        defer {
            if handle.pointer != nil {
                try? handle.turn(
                    SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, on: false, "loading of extensions")
            }
        }
        return try body(ExtensionLoader(connection: self))
    }
}

/// Loads extensions in the closure of ``Connection/withExtensionLoading(_:)``.
public struct ExtensionLoader: ~Copyable {
    let connection: Connection

    /// Loads an extension. C: `sqlite3_load_extension`.
    ///
    /// - Parameters:
    ///   - path: The path of the file. The suffix of shared libraries, such as `.so`, can be left out. A name without a
    ///     slash is looked up where the system looks up libraries.
    ///   - entryPoint: The name of the C function that registers the extension, or `nil` for `sqlite3_extension_init`
    ///     or the name that SQLite derives from the name of the file ([Loading an
    ///     extension](https://www.sqlite.org/loadext.html#loading_an_extension)).
    /// - Throws: `SQLITE_ERROR` with the path and the reason: the file cannot be found or is not a library, it has no
    ///   such entry point, or this function has failed.
    public func load(_ path: String, entryPoint: String? = nil) throws(SQLiteError) {
        guard let function = Self.function else { throw Self.unsupported }
        for text in [path, entryPoint ?? "main"] where text.isEmpty || text.utf8.contains(0) {
            throw SQLiteError.misuse(
                "the path or the entry point is empty or contains a NUL character")
        }
        let pointer = try connection.handle.open()
        try connection.handle.noteFunctionChange()
        var message: UnsafeMutablePointer<CChar>?
        let code = function(pointer, path, entryPoint, &message)
        defer { sqlite3_free(message) }
        connection.handle.hasExtensions = true
        guard code != SQLITE_OK else { return }
        let reason = String(repairing: message) ?? ResultCode(code).explanation
        throw SQLiteError(
            ResultCode(code), message: "cannot load the extension \"\(path)\": \(reason)")
    }

    typealias Function =
        @convention(c) (
            OpaquePointer, UnsafePointer<CChar>, UnsafePointer<CChar>?,
            UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
        ) -> Int32

    /// `sqlite3_load_extension`, which some builds lack.
    static var function: Function? {
        // SAFETY: the function is looked up by its name in the image of the running SQLite, and has this signature in
        // its documentation.
        datalite_symbol("sqlite3_load_extension").map { unsafeBitCast($0, to: Function.self) }
    }

    static var unsupported: SQLiteError {
        SQLiteError(
            .error,
            message:
                "the running SQLite \(Connection.libraryVersion) cannot load extensions: it was built with "
                + "SQLITE_OMIT_LOAD_EXTENSION")
    }
}
