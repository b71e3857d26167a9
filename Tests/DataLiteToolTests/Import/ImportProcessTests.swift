import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

@Suite("datalite import")
struct ImportProcessTests {
    @Test("Rows of a file are inserted, and a mistake names its line")
    func files() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/music.db"
            let connection = try Connection(path: path)
            try connection.execute("CREATE TABLE albums(id INTEGER PRIMARY KEY, title TEXT)")
            try connection.close()
            func write(_ text: String, _ name: String) throws -> String {
                let file = "\(directory)/\(name)"
                try Data(text.utf8).write(to: URL(fileURLWithPath: file))
                return file
            }
            let csv = try write("title,id\n\"Debut, 1\",1\n", "a.csv")
            let lines = try write("{\"id\": 2, \"title\": \"Post\"}\n", "b.JSONL")
            let wrong = try write("3\n", "c.tsv")

            let imported = try BuiltTool.run(["import", path, "albums", csv])
            #expect(imported.output == "1 row imported\n")
            #expect(try BuiltTool.run(["import", path, "albums", lines]).status == 0)
            let again = try BuiltTool.run(["import", path, "albums", lines])
            #expect(again.status == 1)
            #expect(again.errors.contains("line 1 of the import: UNIQUE constraint failed"))
            let ignored = try BuiltTool.run(
                ["import", "--on-conflict", "ignore", path, "albums", lines])
            #expect(ignored.output == "0 rows imported\n")
            let failed = try BuiltTool.run(["import", "--no-header", path, "albums", wrong])
            #expect(failed.errors.contains("line 1 of the import has 1 field instead of 2"))
            let content = try BuiltTool.run(
                ["query", "--format", "csv", path, "SELECT * FROM albums"])
            #expect(content.output == "id,title\r\n1,\"Debut, 1\"\r\n2,Post\r\n")
        }
    }

    @Test("Options are described as they are accepted")
    func options() throws {
        let help = try BuiltTool.run(["import", "--help"])
        #expect(help.output.contains("(values: abort, ignore, replace; default: abort)"))
        let missing = try BuiltTool.run(["import", "/nowhere.db", "t"])
        #expect(missing.errors == "datalite: no such file: \"/nowhere.db\"\n")
    }
}
