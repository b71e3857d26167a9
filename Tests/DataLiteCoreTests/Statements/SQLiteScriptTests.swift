import DataLiteCore
import Testing

@Suite("A script")
struct SQLiteScriptTests {
    private func texts(_ sql: String) throws -> [String] {
        let script = try Connection(location: .inMemory).script(sql)
        var texts: [String] = []
        while let statement = try script.next() { texts.append(statement.sql) }
        #expect(script.isAtEnd)
        #expect(try script.next() == nil)
        return texts
    }

    @Test(
        "gives its statements one at a time",
        arguments: [
            ("", []),
            (" ;; -- nothing\n /* at all", []),
            ("SELECT 1", ["SELECT 1"]),
            ("SELECT 1; SELECT 2;", ["SELECT 1;", "SELECT 2;"]),
            ("SELECT ';'; -- ;\n SELECT 2 /* ; */", ["SELECT ';';", "SELECT 2 /* ; */"]),
        ])
    func statements(sql: String, expected: [String]) throws {
        let found = try texts(sql)
        #expect(found.count == expected.count)
        for (found, expected) in zip(found, expected) { #expect(found.hasSuffix(expected)) }
    }

    @Test("compiles a statement only when it is asked for")
    func lateCompilation() throws {
        let script = try Connection(location: .inMemory)
            .script("CREATE TABLE t(x); INSERT INTO t VALUES (7); SELECT x FROM t")
        var values: [SQLiteValue] = []
        while let statement = try script.next() {
            while try statement.step() { values.append(statement.columnValue(at: 0)) }
        }
        #expect(values == [7])
    }

    @Test(
        "knows when only white space and comments are left",
        arguments: [("SELECT 1", true), ("SELECT 1; ; -- x", true), ("SELECT 1; SELECT", false)])
    func end(sql: String, isAtEnd: Bool) throws {
        let script = try Connection(location: .inMemory).script(sql)
        #expect(!script.isAtEnd)
        _ = try script.next()
        #expect(script.isAtEnd == isAtEnd)
    }

    @Test("tells the place of an error in the whole text, as often as it is asked")
    func errors() throws {
        let script = try Connection(location: .inMemory).script("SELECT 1;\nSELECT x")
        _ = try script.next()
        for _ in 0..<2 {
            let error = #expect(throws: SQLiteError.self) { try script.next() }
            #expect(error?.message == "no such column: x")
            #expect(error?.offset == 17)
        }
    }

    @Test("refuses a NUL character")
    func nul() throws {
        let script = try Connection(location: .inMemory).script("SELECT 1;\0SELECT 2")
        _ = try script.next()
        let error = #expect(throws: SQLiteError.self) { try script.next() }
        #expect(error?.message == "there is a NUL character in the SQL text")
    }

    @Test("keeps its connection open, and so do its statements")
    func lifetime() throws {
        let script = try Connection(location: .inMemory).script("SELECT 1; SELECT 2")
        let statement = try #require(try script.next())
        #expect(try statement.step())
        #expect(try script.next()?.step() == true)
    }
}
