import DataLite
import Testing

@Suite("The samples of the guide to dumps")
struct DumpSamples {
    private static let schema = """
        CREATE TABLE albums(id INTEGER PRIMARY KEY, title TEXT, year INTEGER);
        INSERT INTO albums VALUES (2, 'Post', 1995), (1, 'Debut', 1993);
        """

    @Test("write rows as text")
    func rows() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute(script: Self.schema)
        // sample: rows
        var text = ""
        try connection.dumpSQL("SELECT id, title FROM albums WHERE year < \(1996)", to: &text)
        print(text)  // "1|Debut\n2|Post\n"
        try connection.dumpSQL("SELECT title FROM albums", format: .json())  // prints
        // end
        #expect(text == "1|Debut\n2|Post\n")
    }

    @Test("write the content of a database")
    func content() async throws {
        let database = try Database.inMemory()
        try await database.writeWithoutTransaction { db in try db.execute(script: Self.schema) }
        try content(of: database)
        // sample: content in a task
        let dump = try await database.read { db in
            var text = ""
            try db.dumpTables(["albums"], format: .csv(), to: &text)
            return text
        }
        // end
        #expect(dump == "id,title,year\r\n1,Debut,1993\r\n2,Post,1995\r\n")
    }

    private func content(of database: Database) throws {
        // sample: content
        var content = ""
        try database.dumpContent(to: &content)
        // end
        let shown = Repository.documents.first { $0.path == "Docs/Dumps.md" }?.blocks.first {
            $0.language == "text"
        }
        #expect(content == shown.map { $0.code + "\n" })
    }

    @Test("recreate a database from a script")
    func script() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute(script: Self.schema)
        // sample: script
        var script = ""
        try connection.dumpScript(to: &script)
        let copy = try Connection(location: .inMemory)
        try copy.execute(script: script)
        // end
        #expect(try copy.rows("SELECT * FROM albums") == connection.rows("SELECT * FROM albums"))
    }
}
