import DataLiteC

/// Sets up connections that another library opens with a virtual file system of its own, such as those of a node of
/// dqlite.
package enum ForeignConnections {
    private struct Setup {
        let vfs: String
        let body: @Sendable (Connection) throws -> Void
    }

    private static let setups = Locked((isInstalled: false, list: [Setup]()))

    /// The names of the registered virtual file systems. C: `sqlite3_vfs_find`.
    package static func fileSystems() -> Set<String> {
        var names: Set<String> = []
        var next = sqlite3_vfs_find(nil)
        while let system = next?.pointee {
            if let name = system.zName { names.insert(String(cString: name)) }
            next = system.pNext
        }
        return names
    }

    /// Calls a closure with each connection that is opened with a virtual file system after this. An error of the closure
    /// makes opening fail. C: `sqlite3_auto_extension`.
    ///
    /// The functions and collations that the closure adds stay after it has returned. The connection must not be kept.
    package static func setUp(
        vfs: String, _ body: @escaping @Sendable (Connection) throws -> Void
    ) throws(SQLiteError) {
        let installs = setups.withLock { state in
            state.list.append(Setup(vfs: vfs, body: body))
            defer { state.isInstalled = true }
            return !state.isInstalled
        }
        guard installs else { return }
        typealias Argument = @convention(c) () -> Void
        // SAFETY: SQLite calls the function with the three arguments of `EntryPoint`; its header declares the type of an
        // entry point without them.
        let code = sqlite3_auto_extension(unsafeBitCast(entryPoint, to: Argument.self))
        guard code == SQLITE_OK else {
            throw SQLiteError(ResultCode(code), message: "sqlite3_auto_extension failed")
        }
    }

    /// Removes the closures for a virtual file system.
    package static func remove(vfs: String) {
        let removed = setups.withLock { state in
            defer { state.list.removeAll { $0.vfs == vfs } }
            return state.list
        }
        withExtendedLifetime(removed) {}
    }

    private typealias EntryPoint =
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
            UnsafeRawPointer?
        ) -> Int32

    private static let entryPoint: EntryPoint = { pointer, message, _ in
        guard let pointer else { return SQLITE_OK }
        let list = setups.withLock { $0.list }
        guard !list.isEmpty, let vfs = fileSystem(of: pointer) else { return SQLITE_OK }
        for setup in list where setup.vfs == vfs {
            do {
                try setup.body(Connection(unsafeHandle: pointer, ownership: .borrowed))
            } catch {
                message?.pointee = copied("\(error)")
                return (error as? SQLiteError)?.code ?? SQLITE_ERROR
            }
        }
        return SQLITE_OK
    }

    /// The name of the file system of the main database; `nil` if it is not known.
    private static func fileSystem(of pointer: OpaquePointer) -> String? {
        var system: UnsafeMutablePointer<sqlite3_vfs>?
        let code = sqlite3_file_control(pointer, "main", SQLITE_FCNTL_VFS_POINTER, &system)
        guard code == SQLITE_OK, let name = system?.pointee.zName else { return nil }
        return String(cString: name)
    }

    /// Text in memory of SQLite, which frees it.
    private static func copied(_ text: String) -> UnsafeMutablePointer<CChar>? {
        let bytes = Array(text.utf8CString)
        guard let memory = sqlite3_malloc64(UInt64(bytes.count)) else { return nil }
        let copy = memory.bindMemory(to: CChar.self, capacity: bytes.count)
        copy.update(from: bytes, count: bytes.count)
        return copy
    }
}
