import DataLiteCore
import DataLiteTestSupport
import Testing

@Suite("datalite explain")
struct ExplainProcessTests {
    @Test("The plan and the missing indexes are printed, and the file is not changed")
    func explain() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/music.db"
            let connection = try Connection(path: path)
            try connection.execute(
                "CREATE TABLE albums (id INTEGER PRIMARY KEY, artist TEXT, year INTEGER)")
            try connection.close()
            let sql = "SELECT * FROM albums WHERE artist = ? ORDER BY year"
            let expected = """
                |--SCAN albums
                `--USE TEMP B-TREE FOR ORDER BY

                SQLite would use these indexes if they existed:
                  CREATE INDEX "albums_artist_year" ON "albums" ("artist", "year");

                """
            for arguments in [["explain", path, sql], ["explain", path, sql, "Ada"]] {
                let result = try BuiltTool.run(arguments)
                #expect(result.output == expected)
                #expect(result.status == 0)
            }
            let found = try BuiltTool.run(["explain", path, "SELECT * FROM albums WHERE id = 1"])
            #expect(found.output == "`--SEARCH albums USING INTEGER PRIMARY KEY (rowid=?)\n")
            let failed = try BuiltTool.run(["explain", path, "SELECT * FROM nowhere"])
            #expect(failed.status != 0)
            #expect(failed.errors.contains("no such table: nowhere"))
        }
    }
}
