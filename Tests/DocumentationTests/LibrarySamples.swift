import DataLiteCore
import DataLiteTestSupport
import Testing

@Suite("The samples of the guide to the library")
struct LibrarySamples {
    @Test("ask for the version and the options")
    func version() {
        // sample: library
        let library = Connection.library
        print(Connection.libraryVersion, Connection.libraryVersionNumber)  // 3.40.1 3040001
        print(library.sourceID)  // 2022-12-28 14:03:47 df5c253c...
        if library.hasCompileOption("ENABLE_FTS5") { print("full text") }
        for option in library.compileOptions { print(option) }
        // end
        #expect(library.sourceID.hasPrefix("20"))
    }

    @Test("count memory and pages")
    func status() throws {
        let connection = try Connection(location: .inMemory)
        _ = try connection.rows("SELECT * FROM sqlite_schema")
        // sample: status
        let memory = Connection.library.status(.memoryUsed)
        print(memory.current, memory.highest)

        let misses = try connection.status(.cacheMisses, resets: true).current
        let statements = try connection.status(.statementsUsed).current
        // end
        #expect(memory.highest >= memory.current)
        #expect(misses >= 0)
        #expect(statements > 0)
    }

    private func log() throws {
        // sample: log
        let listener = try SQLiteLog.install { code, message in
            print("SQLite (\(code)): \(message)")
        }
        SQLiteLog.write(.warning, "a message of the program")
        listener.cancel()
        // end
    }

    @Test("install a listener of the log, before SQLite 3.42 only before the first connection")
    func logging() throws {
        try Connection.initialize()
        if Connection.libraryVersionNumber >= 3_042_000 {
            try log()
        } else {
            #expect(throws: SQLiteError.self) { try log() }
        }
    }

    @Test("set up every connection")
    func automaticExtension() throws {
        // sample: automaticExtension
        let registration = Connection.addAutomaticExtension { connection in
            try connection.add(function: "shout") { (text: String) in text.uppercased() + "!" }
        }
        let connection = try Connection(location: .inMemory)
        print(try connection.requiredValue("SELECT shout('hello')", as: String.self))  // HELLO!
        registration.cancel()
        // end
        #expect(try connection.value("SELECT shout('é')") == "É!")
        let later = try Connection(location: .inMemory)
        #expect(throws: SQLiteError.self) { try later.rows("SELECT shout('x')") }
    }

    @Test("open a URI")
    func uri() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/50% done?.sqlite"
            try Connection(path: path).execute("CREATE TABLE t(x)")
            // sample: uri
            var uri = DatabaseURI(path: path)
            uri.mode = .readonly
            uri["user"] = "ada"
            let connection = try Connection(uri: uri)
            print(try uri.text)  // file:///data/50%25%20done%3F.sqlite?mode=ro&user=ada
            print(connection.uriParameter("user") ?? "")  // ada
            // end
            #expect(connection.isReadonly)
            #expect(connection.uriParameter("user") == "ada")
            #expect(try uri.text.hasSuffix("/50%25%20done%3F.sqlite?mode=ro&user=ada"))
        }
    }
}
