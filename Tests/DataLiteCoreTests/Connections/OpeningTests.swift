import DataLiteC
import DataLiteCore
import Foundation
import Testing

@Suite("Opening a connection")
struct OpeningTests {
    @Test("A location's path is the path that SQLite reads")
    func locationPath() {
        #expect(Connection.Location.file(path: "a/b.db").path == "a/b.db")
        #expect(Connection.Location.inMemory.path == ":memory:")
        #expect(Connection.Location.temporary.path == "")
    }

    @Test(
        "Opening accepts any file name",
        arguments: [
            "plain.db", "with space.db", "it's \"quoted\".db", "file:x.db", "file:x.db?mode=memory",
            ":memory", ":colon.db", ":memory:", "ünïcødé-数据.db", "per%20cent.db", "a?b#c.db",
            "-dash", "line\nbreak.db", "back\\slash.db", "e\u{301}.db", "file:\u{301}.db",
        ])
    func names(name: String) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/" + name
            let connection = try Connection(location: .file(path: path))
            try connection.makeSample()
            #expect(FileManager.default.fileExists(atPath: path))
            #expect(connection.path.map { ($0 as NSString).lastPathComponent } == name)
            #expect(try idsOnDisk(path) == [1, 2, 3])
        }
    }

    /// Such names without a directory are special to SQLite.
    @Test(
        "Opening treats a name without a directory as a file",
        arguments: [":memory:", ":colon.db", "file:x.db", "file:x.db?mode=memory&cache=shared"])
    func relativeNames(name: String) throws {
        let name = name + ".datalite-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: name) }
        let connection = try Connection(location: .file(path: name))
        try connection.makeSample()
        #expect(FileManager.default.fileExists(atPath: name))
    }

    @Test("Opening can treat :memory: as a file name")
    func fileNamedMemory() throws {
        // Read-only, so that no file is created in the working directory.
        let error = try failure {
            try Connection(location: .file(path: ":memory:"), options: .readonly)
        }
        #expect(error.resultCode.primary == .cantOpen)
    }

    @Test(
        "Opening reports the reason that a path is invalid",
        arguments: [
            ("", "the path is empty"), ("a\0b.db", "NUL character"),
            ("missing/directory/x.db", "cannot open"), ("/", "cannot open"),
        ])
    func badPaths(path: String, message: String) throws {
        let error = try failure { try Connection(location: .file(path: path)) }
        #expect(error.resultCode.primary == .cantOpen)
        #expect(error.message.contains(message))
    }

    @Test("The error of a failed open contains the path")
    func pathInMessage() throws {
        try withTemporaryDirectory { directory in
            let error = try failure { try Connection(path: directory) }
            #expect(error.message.contains(directory))
        }
    }

    @Test("Each connection has its own in-memory or temporary database")
    func anonymous() throws {
        for location in [Connection.Location.inMemory, .temporary] {
            let first = try Connection(location: location)
            try first.makeSample()
            let second = try Connection(location: location)
            #expect(try second.value("SELECT count(*) FROM sqlite_schema") == 0)
            #expect(first.path == nil)
        }
    }

    @Test(
        "Opening reads a path as SQLite does",
        arguments: [":memory:", ""])
    func specialPaths(path: String) throws {
        let connection = try Connection(path: path)
        try connection.makeSample()
        #expect(connection.path == nil)
        #expect(!FileManager.default.fileExists(atPath: ":memory:"))
    }
}

@Suite("The options of a connection")
struct OptionsTests {
    @Test(
        "The readonly option prevents writes",
        arguments: [Connection.Options.readonly, [.readonly, .nomutex]])
    func readonly(options: Connection.Options) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            try Connection(path: path).makeSample()
            let connection = try Connection(path: path, options: options)
            #expect(connection.isReadonly)
            #expect(try connection.ids() == [1, 2, 3])
            let error = try failure { try connection.execute("DELETE FROM t") }
            #expect(error.resultCode == .readonly)
        }
    }

    @Test(
        "Opening without the create option creates no file",
        arguments: [Connection.Options.readonly, .readwrite, [.readwrite, .nofollow]])
    func missing(options: Connection.Options) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let error = try failure { try Connection(path: path, options: options) }
            #expect(error.resultCode.primary == .cantOpen)
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test(
        "Contradictory options are an error",
        arguments: [
            [], [.create], [.readonly, .readwrite], [.readonly, .create], .nomutex,
        ] as [Connection.Options])
    func contradictory(options: Connection.Options) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let error = try failure { try Connection(path: path, options: options) }
            #expect(error.resultCode == .misuse)
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test("The uri option reads a URI and its parameters")
    func uri() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x y.db"
            try Connection(path: path).makeSample()
            let uri = "file:\(directory)/x%20y.db"
            #expect(try Connection(path: uri, options: [.readwrite, .uri]).ids() == [1, 2, 3])
            let readonly = try Connection(path: uri + "?mode=ro", options: [.readwrite, .uri])
            #expect(readonly.isReadonly)
            let error = try failure {
                try Connection(path: uri + "?mode=nonsense", options: [.readwrite, .uri])
            }
            #expect(error.message.contains("no such access mode: nonsense"))
        }
    }

    @Test("Opening rejects a URI without the uri option, and creates no file")
    func uriAsPath() throws {
        for path in ["file:x.db?mode=ro", URL(fileURLWithPath: "/tmp/x.db").absoluteString] {
            let error = try failure { try Connection(path: path) }
            #expect(error.resultCode == .misuse)
            #expect(error.message.contains("is a URI, not a path"))
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test("The uri option accepts a plain path")
    func plainPathWithURI() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            try Connection(path: path, options: [.readwrite, .create, .uri]).makeSample()
            #expect(try idsOnDisk(path) == [1, 2, 3])
        }
    }

    @Test("The memory and sharedcache options share a named in-memory database")
    func sharedMemory() throws {
        try withTemporaryDirectory { directory in
            let options: Connection.Options = [.readwrite, .create, .memory, .sharedcache, .uri]
            let path = "file:" + directory + "/name"
            let first = try Connection(path: path, options: options)
            try first.makeSample()
            #expect(try Connection(path: path, options: options).ids() == [1, 2, 3])
            #expect(!FileManager.default.fileExists(atPath: directory + "/name"))
        }
    }

    @Test("The nofollow option rejects a symbolic link, which is otherwise followed")
    func nofollow() throws {
        try withTemporaryDirectory { directory in
            // The directory itself may be reached through a link, as /tmp on some systems.
            let directory = URL(fileURLWithPath: directory).resolvingSymlinksInPath().path
            let (path, link) = (directory + "/x.db", directory + "/link.db")
            try Connection(path: path).makeSample()
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            #expect(try Connection(path: link).ids() == [1, 2, 3])
            let error = try failure {
                try Connection(path: link, options: [.readwrite, .nofollow])
            }
            #expect(error.resultCode == .cantOpenSymlink)
        }
    }

    @Test("Extended result codes are enabled with or without the exrescode option")
    func extendedCodes() throws {
        for options in [Connection.Options.default, [.default, .exrescode]] {
            let connection = try Connection(path: ":memory:", options: options)
            try connection.makeSample()
            let error = try failure { try connection.execute("INSERT INTO t(id) VALUES (1)") }
            #expect(error.resultCode == .constraintPrimaryKey)
        }
    }

    /// The VFS `unix-dotfile` locks a database by a directory next to it.
    @Test(
        "Opening accepts the name of a VFS", .enabled(if: sqlite3_vfs_find("unix-dotfile") != nil))
    func vfs() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let connection = try Connection(path: path, vfs: "unix-dotfile")
            try connection.makeSample()
            let lock = path + ".lock"
            #expect(!FileManager.default.fileExists(atPath: lock))
            try connection.transaction(.exclusive) {
                #expect(FileManager.default.fileExists(atPath: lock))
            }
            let plain = try Connection(location: .file(path: path), vfs: nil)
            try plain.transaction(.exclusive) {
                #expect(!FileManager.default.fileExists(atPath: lock))
            }
        }
    }

    @Test("Opening rejects a VFS that does not exist", arguments: ["no-such-vfs", "unix\0", ""])
    func unknownVFS(name: String) throws {
        let error = try failure { try Connection(location: .inMemory, vfs: name) }
        #expect(error.resultCode == .error)
        #expect(error.message.contains("VFS") || error.message.contains("no such vfs"))
    }

    @Test(
        "Opening accepts every locking and caching option",
        arguments: [
            .nomutex, .fullmutex, .sharedcache, .privatecache, [.nomutex, .fullmutex],
            [.sharedcache, .privatecache],
        ] as [Connection.Options])
    func locking(options: Connection.Options) throws {
        try withTemporaryDirectory { directory in
            let options = options.union([.readwrite, .create])
            let connection = try Connection(path: directory + "/x.db", options: options)
            try connection.makeSample()
            #expect(try connection.ids() == [1, 2, 3])
        }
    }
}
