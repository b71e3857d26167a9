import DataLiteCore
import Testing

@Suite("A parameter after ORDER BY or GROUP BY")
struct ConstantTermTests {
    let connection: Connection

    init() throws {
        connection = try .sample()
    }

    @Test("The name of a column as a value is an error that says what to write")
    func names() throws {
        let column = "x"
        let queries: [SQL] = [
            "SELECT id FROM t ORDER BY \(column)", "SELECT id FROM t ORDER BY\n \(column) DESC",
            "SELECT id FROM t order by \(column), id", "SELECT count(*) FROM t GROUP BY \(column)",
            "SELECT * FROM (SELECT id FROM t ORDER BY \(column) LIMIT 2)",
            "SELECT id, '?' FROM t ORDER BY \(column) COLLATE NOCASE;",
            "SELECT row_number() OVER (ORDER BY \(column)) FROM t",
        ]
        for query in queries {
            let error = try failure { try connection.rows(query) }
            #expect(error.resultCode == .misuse)
            #expect(error.message.contains(#"write \(identifier: name) or \(raw: text)"#))
            #expect(try failure { try connection.prepare(query) as Statement }.offset != nil)
        }
        let prepared = try failure { try connection.rows("SELECT id FROM t ORDER BY ?", ["x"]) }
        #expect(prepared.resultCode == .misuse)
    }

    @Test("Parameters in terms and names in quotes are allowed")
    func expressions() throws {
        let (value, column) = (20, "x")
        let queries: [SQL] = [
            "SELECT id FROM t ORDER BY \(value) = x, id", "SELECT id FROM t ORDER BY \(value) - x",
            "SELECT id FROM t ORDER BY \(identifier: column)",
            "SELECT id FROM t ORDER BY \(raw: column)",
            "SELECT id FROM t WHERE x = \(value) OR 'order by ?' = \(column)",
            "SELECT id FROM t ORDER BY x LIMIT \(value)",
            "SELECT id FROM t GROUP BY x % \(value) HAVING count(*) > \(0)",
            "SELECT id FROM t ORDER BY x IN \(list: [value]), id",
        ]
        for query in queries { #expect(throws: Never.self) { try connection.rows(query) } }
    }
}
