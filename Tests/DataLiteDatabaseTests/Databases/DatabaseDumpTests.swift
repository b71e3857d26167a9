import DataLiteDatabase
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
        try database.dumpSQL("SELECT name FROM items WHERE name > \("A")", to: &rows)
        try database.dumpTables(["items"], format: .quote(), to: &tables)
        try database.dumpSchema(to: &schema)
        try database.dumpContent(format: .jsonLines(), to: &content)
        try database.dumpScript(to: &script)
        #expect(rows == "Ada\nBob\n")
        #expect(tables.split(separator: "\n").count == 2)
        #expect(schema.contains("CREATE TABLE items"))
        #expect(content.hasPrefix("sqlite_master\n\(schema)\nitems\n{"))
        let copy = try Database.inMemory()
        let text = script
        try copy.writeWithoutTransaction { db in try db.execute(script: text) }
        var copied = ""
        try copy.dumpContent(format: .jsonLines(), to: &copied)
        #expect(copied == content)
    }

    @Test("A dump does not write", arguments: TestStorage.allCases)
    func readonly(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        var text = ""
        #expect(throws: SQLiteError.self) {
            try database.dumpSQL("DELETE FROM items RETURNING *", to: &text)
        }
        try database.close()
        #expect(throws: SQLiteError.self) { try database.dumpContent(to: &text) }
        #expect(text == "")
    }
}
