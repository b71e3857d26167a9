import DataLiteCore
import DataLiteTestSupport
import Testing

@Suite("datalite dump")
struct DumpProcessTests {
    private func withDatabase(_ body: (_ path: String, _ directory: String) throws -> Void) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/music.db"
            let connection = try Connection(path: path)
            try connection.execute(
                script: """
                    CREATE TABLE albums(id INTEGER PRIMARY KEY, title TEXT);
                    INSERT INTO albums VALUES (2, 'Post'), (1, 'Debut'), (3, NULL);
                    """)
            try connection.close()
            try body(path, directory)
        }
    }

    @Test("The printed script recreates the database")
    func script() throws {
        try withDatabase { path, directory in
            let script = try BuiltTool.run(["dump", path])
            #expect(script.status == 0)
            let copy = directory + "/copy.db"
            let result = try BuiltTool.run(["query", "--create", copy, script.output])
            #expect(result.status == 0)
            #expect(try BuiltTool.run(["dump", copy]).output == script.output)
            #expect(script.output.contains("VALUES(3,NULL);"))
        }
    }

    @Test("The content is printed in a format")
    func content() throws {
        try withDatabase { path, _ in
            let schema = """
                sqlite_master
                CREATE TABLE albums(id INTEGER PRIMARY KEY, title TEXT);

                albums

                """
            let list = try BuiltTool.run(["dump", "--content", path])
            #expect(list.output == schema + "id|title\n1|Debut\n2|Post\n3|\n")
            let lines = try BuiltTool.run(["dump", "--content", "--format", "jsonl", path])
            let objects = #"""
                {"id":1,"title":"Debut"}
                {"id":2,"title":"Post"}
                {"id":3,"title":null}

                """#
            #expect(lines.output == schema + objects)
        }
    }

    @Test("A missing file is an error")
    func missing() throws {
        let result = try BuiltTool.run(["dump", "/nowhere.db"])
        #expect(result.status == 1)
        #expect(result.errors.contains("no such file"))
    }

    @Test("A format without content is refused")
    func format() throws {
        let outcome = try BuiltTool.run(["dump", "--format", "csv", "/nowhere.db"])
        #expect(outcome.status == 64)
        #expect(outcome.errors.hasPrefix("Error: --format needs --content"))
    }
}
