import DataLiteCore
import DataLiteDatabase
import DataLiteQuery
import DataLiteTesting
import Foundation
import QueryFixtures
import Testing

@Suite("assertQuery with closures")
struct AssertQueryTableTests {
    private let db: Connection
    private let query = Employee.where { $0.managerID == 1 }.order(by: \.id)
        .select { ($0.id, $0.name) }

    init() throws { db = try Employee.connection() }

    /// The failures that a call reports, and nothing else.
    private func failures(_ body: () throws -> Void) throws -> [String] {
        let found = Locked<[String]>([])
        try withKnownIssue(isIntermittent: true) {
            try body()
        } matching: { issue in
            found.withLock { $0.append(issue.comments.map(\.rawValue).joined(separator: "\n")) }
            return true
        }
        return found.withLock { $0 }
    }

    @Test("A tuple has a cell for each element, and SQL may have lines and values")
    func tuples() {
        assertQuery(query, on: db) {
            """
            SELECT "employees"."id", "employees"."name"
            FROM "employees"
            WHERE "employees"."managerID" IS 1
            ORDER BY "employees"."id"
            """
        } results: {
            """
            ┌───┬───────┐
            │ 2 │ "Bob" │
            │ 3 │ "Cem" │
            └───┴───────┘
            """
        }
        assertQuery(query.select { ($0.id, $0.name, $0.managerID) }, on: db) {
            """
            SELECT "employees"."id", "employees"."name", "employees"."managerID" FROM "employees" \
            WHERE "employees"."managerID" IS ? ORDER BY "employees"."id"
            """
        } results: {
            """
            ┌───┬───────┬───┐
            │ 2 │ "Bob" │ 1 │
            │ 3 │ "Cem" │ 1 │
            └───┴───────┴───┘
            """
        }
    }

    @Test("A row is one cell with the dump of its value, and rows of several lines are separated")
    func rows() {
        assertQuery(Employee.order(by: \.id).limit(2), on: db) {
            """
            ┌──────────────────┐
            │ Employee(        │
            │   id: 1,         │
            │   name: "Ada",   │
            │   managerID: nil │
            │ )                │
            ├──────────────────┤
            │ Employee(        │
            │   id: 2,         │
            │   name: "Bob",   │
            │   managerID: 1   │
            │ )                │
            └──────────────────┘
            """
        }
    }

    @Test("A cell keeps the blank lines of its text, and BLOBs are shown by their sizes")
    func cells() throws {
        let table = #"""
            ┌─────┐
            │ """ │
            │ a   │
            │     │
            │ b   │
            │ """ │
            └─────┘
            """#
        assertQuery(Values("a\n\nb"), on: db) { table }
        #expect(try failures { assertQuery(Values("a\nb"), on: db) { table } }.count == 1)
        assertQuery(Values(Data([0, 255])), on: db) {
            """
            ┌───────────────┐
            │ Data(2 bytes) │
            └───────────────┘
            """
        }
    }

    @Test("Of long tables, the lines around the differences are compared")
    func longTables() throws {
        try Employee.insert { (1000..<4000).map { Employee(id: $0, name: "") } }.execute(db)
        let ids = Employee.where { $0.id >= 1000 }.select(\.id).order(by: \.id)
        func difference(from numbers: [Int]) throws -> String {
            let lines = ["┌──────┐"] + numbers.map { "│ \($0) │" } + ["└──────┘"]
            let found = try failures {
                assertQuery(ids, on: db) { lines.joined(separator: "\n") }
            }
            #expect(found.count < 2)
            return found.first ?? ""
        }
        let all = Array(1000..<4000)
        #expect(try difference(from: all) == "")
        let missing = all.filter { $0 != 2000 }
        #expect(
            try difference(from: missing) == #"""
                `results` differs after 998 equal lines (- expected, + found):

                  """
                  │ 1997 │
                  │ 1998 │
                  │ 1999 │
                + │ 2000 │
                  │ 2001 │
                  │ 2002 │
                  │ 2003 │
                  """
                """#)
        let several = try difference(from: missing.map { $0 == 3000 ? 7777 : $0 })
        #expect(several.contains("+ │ 2000 │") && !several.contains("7777"))
        #expect(several.hasSuffix("Only 200 lines are compared, of 3001 expected and 3002 found."))
        let shuffled = try difference(from: all.reversed())
        #expect(shuffled.count < 20_000 && shuffled.contains("- │ 3999 │"))
        let none = try difference(from: [1000])
        #expect(none.contains("+ │ 1001 │") && none.contains("of 3 expected and 3002 found"))
    }

    @Test("The table of a query without rows is a text, or is omitted")
    func noRows() {
        let none = Employee.where { $0.id == 9 }.select(\.name)
        assertQuery(none, on: db) { "(No results)" }
        assertQuery(none, on: db) {
            #"SELECT "employees"."name" FROM "employees" WHERE "employees"."id" = 9"#
        }
    }

    @Test("A missing closure and a difference are failures with the text to paste")
    func problems() throws {
        let sql = try query.sql().text
        let missing = try failures { assertQuery(query, on: db, sql: { sql }) }
        #expect(
            missing == [
                """
                `results` is empty. The query has:

                results: {
                    \"""
                    ┌───┬───────┐
                    │ 2 │ "Bob" │
                    │ 3 │ "Cem" │
                    └───┴───────┘
                    \"""
                }
                """
            ])
        let both = try failures {
            assertQuery(query, on: db) {
                "SELECT 1"
            } results: {
                "(No results)"
            }
        }
        #expect(both.count == 2 && both[0].contains("`sql` differs"))
        #expect(both.last?.contains("+ │ 2 │ \"Bob\" │") == true)
    }

    @Test("The message of an error is compared with the table")
    func errors() throws {
        try db.execute("DROP TABLE employees")
        assertQuery(query, on: db) { "no such table: employees" }
        let found = try failures { assertQuery(query, on: db, results: { "x" }) }
        #expect(found.count == 1 && found[0].contains("no such table: employees"))
    }

    @Test("A query runs in the default database or another one, and its changes are committed")
    func databases() throws {
        let database = try Database.inMemory()
        let values = Values(1)
        DefaultDatabase.$current.withValue(database) {
            assertQuery(values) {
                """
                VALUES (1)
                """
            } results: {
                """
                ┌───┐
                │ 1 │
                └───┘
                """
            }
        }
        try database.write { db in
            try db.execute("CREATE TABLE employees(id INTEGER PRIMARY KEY, name TEXT, managerID)")
        }
        assertQuery(Employee.insert { Employee(id: 6, name: "Fay") }, database: database) {
            """
            INSERT INTO "employees" ("id", "name", "managerID")
            VALUES (6, 'Fay', NULL)
            """
        }
        assertQuery(
            includeSQL: true, Employee.find(6).update { $0.name = "Eve" }.returning(\.name),
            database: database
        ) {
            """
            UPDATE "employees" SET "name" = 'Eve'
            WHERE "employees"."id" = 6 RETURNING "employees"."name"
            """
        } results: {
            """
            ┌───────┐
            │ "Eve" │
            └───────┘
            """
        }
        assertQuery(Employee.select(\.name), database: database) {
            """
            ┌───────┐
            │ "Eve" │
            └───────┘
            """
        }
        let found = try failures { assertQuery(Employee.select(\.name)) }
        #expect(found.count == 1 && found[0].contains("set DefaultDatabase.current"))
    }
}
