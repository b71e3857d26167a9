import DataLite
import Testing

@Suite("The samples of the guide to the sandbox")
struct SandboxSamples {
    private func openConnection() throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            script: """
                CREATE TABLE albums(id INTEGER PRIMARY KEY, title TEXT);
                INSERT INTO albums VALUES (1, 'Debut'), (2, 'Post');
                CREATE TABLE users(name, password);
                INSERT INTO users VALUES ('Ada', 'x');
                """)
        return connection
    }

    @Test("run untrusted SQL")
    func untrusted() throws {
        let connection = try openConnection()
        let text = "SELECT title FROM albums"
        // sample: untrusted
        let limits = UntrustedLimits {
            $0.tables = ["albums", "songs"]
            $0.time = .milliseconds(500)
        }
        let result = try connection.runUntrusted(text, limits: limits)
        for row in result.rows { print(row) }
        if result.isTruncated { print("...") }
        // end
        #expect(result.rows.count == 2)
        #expect(throws: SQLiteError.self) {
            try connection.runUntrusted("SELECT * FROM users", limits: limits)
        }
    }

    @Test("set an authorizer")
    func authorizers() throws {
        let connection = try openConnection()
        // sample: authorizer rules
        let count = try connection.withAuthorizer(.all(.readOnly, .tables(["albums"]))) {
            try connection.value("SELECT count(*) FROM albums", as: Int.self)
        }
        // end
        #expect(count == 2)
        // sample: authorizer closure
        try connection.setAuthorizer(
            Authorizer { action in
                action.kind == .read(table: "users", column: "password") ? .ignore : .allow
            })
        // end
        #expect(try connection.rows("SELECT * FROM users").map(\.values) == [["Ada", .null]])
    }

    @Test("limit statements")
    func limits() throws {
        let connection = try openConnection()
        let text = "DELETE FROM users"
        let pattern = "D%"
        // sample: limits
        try connection.withLimits([.length: 1_000_000, .expressionDepth: 100]) {
            try connection.execute(SQL(raw: text))
        }
        // end
        // sample: query limits
        let limits = QueryLimits(time: .seconds(5), instructions: 10_000_000)
        let rows = try connection.withQueryLimits(limits) {
            try connection.rows("SELECT * FROM albums WHERE title LIKE \(pattern)")
        }
        // end
        #expect(rows.count == 1)
        // sample: progress handler
        let titles = try connection.withProgressHandler(every: 10_000, { !Task.isCancelled }) {
            try connection.rows("SELECT title FROM albums ORDER BY title", as: String.self)
        }
        // end
        #expect(titles.contains { $0.hasPrefix("D") })
    }

    @Test("open a file with the recommended settings")
    func recommended() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/music.sqlite"
            // sample: recommended
            let connection = try Connection(path: path, configuration: .recommended)
            // end
            #expect(try connection.isOn(.defensive))
        }
    }
}
