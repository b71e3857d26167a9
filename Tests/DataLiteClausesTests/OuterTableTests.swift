import DataLiteClauses
import DataLiteQuery
import Testing

/// Queries with clauses that use columns of an outer query's schema in their own `From` or `Join`.
@Suite("A table of an outer schema in a query with clauses")
struct OuterTableTests {
    private let db: Connection

    init() throws { db = try Employee.connection() }

    @Test("A table of the outer schema reads the query that the schema was given")
    func query() throws {
        let query = sql { schema in
            let led = schema.table(Employee.where { $0.managerID != nil })
            let all = schema.table(Employee.self)
            Select(
                all.id,
                sql { _ in
                    Select(led.id.count())
                    From(led)
                    Where(led.managerID == all.id)
                }.scalar())
            From(all)
            OrderBy(all.id)
        }
        #expect(
            try query.sql().text == """
                SELECT "employees:2"."id", (SELECT count("rows:1"."id") FROM (SELECT \
                "employees"."id", "employees"."name", "employees"."managerID" FROM "employees" \
                WHERE "employees"."managerID" IS NOT NULL) AS "rows:1" \
                WHERE "rows:1"."managerID" IS "employees:2"."id") \
                FROM "employees" AS "employees:2" ORDER BY "employees:2"."id"
                """)
        #expect(try query.fetchAll(db).map(\.1) == [2, 1, 0, 0, 1])
    }

    @Test("A table of the outer schema can be joined in the inner query")
    func join() throws {
        let query = sql { schema in
            let leader = schema.table(Employee.where { $0.managerID == nil })
            let all = schema.table(Employee.self)
            Select(all.id)
            From(all)
            Where(
                sql { inner in
                    let other = inner.table(Employee.self)
                    Select(other.id)
                    From(other)
                    Join(leader, on: leader.id == other.managerID)
                    Where(other.id == all.id)
                }.exists())
            OrderBy(all.id)
        }
        let leaders = try Set(Employee.where { $0.managerID == nil }.select(\.id).fetchAll(db))
        let led = try Employee.order(by: \.id).fetchAll(db)
            .filter { $0.managerID.map(leaders.contains) ?? false }
        #expect(try query.fetchAll(db) == led.map(\.id))
        #expect(!led.isEmpty)
    }

    @Test("A table of the outer schema can be read in the inner query")
    func table() throws {
        let query = sql { schema in
            let employee = schema.table(Employee.self)
            Select(
                sql { _ in
                    Select(employee.id.count())
                    From(employee)
                }.scalar())
        }
        #expect(try query.fetchOne(db) == 5)
    }

    @Test("A table of the outer schema can be a common table expression")
    func commonTable() throws {
        let expected = try Employee.where { $0.managerID != nil }.order(by: \.id).fetchAll(db)
        let count = expected.count
        let query = With {
            Employee.where { $0.managerID != nil }
        } query: { led in
            led.where { led in
                sql { _ in
                    Select(led.id.count())
                    From(led)
                }.scalar() == count
            }.order(by: \.id)
        }
        #expect(try query.fetchAll(db) == expected)
    }

    @Test("A table in From cannot be a selection of expressions")
    func selection() throws {
        let name: String? = "a"
        let query = sql { _ in
            let label = Label.Columns(id: SQLExpression<Int>(1), name: SQLExpression(name))
            Select(label)
            From(label)
        }
        #expect(throws: SQLiteError.self) { try query.fetchAll(db) }
    }
}
