import DataLite
import DataLiteTransfer
import Foundation
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
        try database.read { db in try db.dumpContent(to: &content) }
        // end
        let shown = Repository.documents.first { $0.path == "Docs/Dumps.md" }?.blocks.first {
            $0.language == "text"
        }
        #expect(content == shown.map { $0.code + "\n" })
    }

    @Test("import CSV and JSON lines")
    func imports() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute(script: Self.schema + "CREATE TABLE songs(title, album)")
        try withTemporaryDirectory { directory in
            let path = directory + "/albums.csv"
            try Data("title,id\nHomogenic,3".utf8).write(to: URL(fileURLWithPath: path))
            // sample: imports
            let albums = try connection.importCSV(.file(path), into: "albums")
            let songs = try connection.importJSONLines(
                .text(#"{"title": "Human Behaviour", "album": 1}"#), into: "songs")
            // end
            #expect((albums, songs) == (1, 1))
        }
        // sample: import options
        let options = ImportOptions {
            $0.onConflict = .replace
            $0.columnNames = ["Titel": "title"]  // names in the file that differ
            $0.ignoresUnknownColumns = true  // other columns of the file
        }
        try connection.importCSV(
            .text("Titel;Preis;id\nPost;19,90;2"), into: "albums",
            form: CSVForm(separator: .semicolon),
            options: options)
        // end
        #expect(try connection.value("SELECT count(*) FROM albums") == 3)
        // sample: import error
        do {
            try connection.importCSV(.text("id,title\n7,Vespertine\n7,Medúlla"), into: "albums")
        } catch let error as SQLiteError {
            print(error.message)  // line 3 of the import: UNIQUE constraint failed: albums.id
        }
        // end
        #expect(try connection.value("SELECT count(*) FROM albums") == 3)
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
