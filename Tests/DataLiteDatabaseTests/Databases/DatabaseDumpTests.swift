import DataLiteDatabase
import DataLiteTransfer
import Testing

@Suite("A dump of a database")
struct DatabaseDumpTests {
    @Test("Every dump writes what one read sees", arguments: TestStorage.allCases)
    func dumps(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        try database.write { db in
            try db.addItem("Ada")
            try db.addItem("Bob")
        }
        var (rows, tables, schema, content, script) = ("", "", "", "", "")
        try database.read { db in
            try db.dumpSQL("SELECT name FROM items WHERE name > \("A")", to: &rows)
            try db.dumpTables(["items"], format: .quote(), to: &tables)
            try db.dumpSchema(to: &schema)
            try db.dumpContent(format: .jsonLines(), to: &content)
            try db.dumpScript(to: &script)
        }
        #expect(rows == "Ada\nBob\n")
        #expect(tables.split(separator: "\n").count == 2)
        #expect(schema.contains("CREATE TABLE items"))
        #expect(content.hasPrefix("sqlite_master\n\(schema)\nitems\n{"))
        let copy = try Database.inMemory()
        let text = script
        try copy.writeWithoutTransaction { db in try db.execute(script: text) }
        var copied = ""
        try copy.read { db in try db.dumpContent(format: .jsonLines(), to: &copied) }
        #expect(copied == content)
    }

    @Test("A dump does not write", arguments: TestStorage.allCases)
    func readonly(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        var text = ""
        #expect(throws: SQLiteError.self) {
            try database.read { db in
                try db.dumpSQL("DELETE FROM items RETURNING *", to: &text)
            }
        }
        #expect(text == "")
    }
}
