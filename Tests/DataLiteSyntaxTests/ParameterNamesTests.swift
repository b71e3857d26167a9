import DataLiteCore
import Testing

@testable import DataLiteSyntax

@Suite("The parameters of SQL")
struct ParameterNamesTests {
    private func names(_ sql: String, by connection: Connection) throws -> [String?] {
        let statement = try connection.prepare(sql: sql)
        let count = statement.parameterCount()
        return count > 0 ? (1...count).map { statement.parameterNameBy($0) } : []
    }

    @Test(
        "Parameters have the numbers and names that SQLite assigns",
        arguments: [
            "1", "?", "?, ?, ?", "?5", "?2, ?", "?5, ?1, ?", "?, ?1", "?, ?2, ?2", "?02, ?2",
            ":a, :b, :a", ":a, @a, $a, #a", ":a, ?1, ?", "?1, :a, ?1", "?3, :a, :a, ?, ?2",
            "$a::b(c), $a::b(d), $a::b(c), $a::b", "':a', \":b\", [:c], `?` /* ? */ -- ?",
            ":été, :1, :a$b", "?1, ?001, ?1", "?32766", "? IN (?2, ?4), :x", "?-?", "?->?",
        ])
    func sameAsSQLite(list: String) throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute(sql: "CREATE TABLE t(\":b\", \":c\", \"?\")")
        let sql = "SELECT \(list)\n FROM t"
        #expect(try SQLScanner.parameters(sql) == names(sql, by: connection))
    }

    @Test("Parameters of random lists are the same as SQLite's")
    func randomLists() throws {
        var generator = SeededGenerator(seed: 444)
        let connection = try Connection(location: .inMemory)
        let pieces = [
            "?", "?1", "?2", "?3", "?7", "?03", ":a", ":b", "@a", "$a", "$a(1)", "'?'", "1",
        ]
        for _ in 0..<300 {
            let list = (0...Int.random(in: 0...6, using: &generator))
                .map { _ in pieces.randomElement(using: &generator) ?? "1" }
            let sql = "SELECT " + list.joined(separator: ",")
            #expect(try SQLScanner.parameters(sql) == names(sql, by: connection), "\(sql)")
        }
    }

    @Test(
        "Parameters that SQLite refuses are omitted",
        arguments: ["?0", "?500001", "?99999999999999999999", ":", "$", "#1", "::", "$a("])
    func refused(parameter: String) throws {
        let connection = try Connection(location: .inMemory)
        let sql = "SELECT \(parameter)"
        #expect(throws: SQLiteError.self) { try connection.prepare(sql: sql) }
        #expect(SQLScanner.parameters(sql) == [])
    }

    @Test("The parameter indexes are those used in the SQL")
    func indexes() {
        #expect(SQLScanner.parameterIndexes("?3, :a, ?, :a, ?1, ?0") == [1, 3, 4, 5])
    }
}
