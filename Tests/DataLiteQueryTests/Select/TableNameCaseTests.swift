import DataLiteQuery
import Testing

/// SQLite ignores the case of ASCII letters in the names of tables.
@Suite("A table whose name differs only in case from that of another table of the statement")
struct TableNameCaseTests {
    private let db: Connection

    init() throws { db = try Employee.connection() }

    private func ids(_ query: Where<Employee>) throws -> [Int] {
        try query.order(by: \.id).select(\.id).fetchAll(db)
    }

    @Test("A correlated subquery under an alias with the table's letters refers to both rows")
    func alias() throws {
        let query = Employee.where { e in
            !Employee.as(Employees.self).where { $0.managerID == e.id }.exists()
        }
        #expect(try ids(query) == [3, 4])
        #expect(try query.delete().execute(db) == 2)
        #expect(try ids(Employee.all) == [1, 2, 5])
    }

    @Test("A subquery on the table inside a query under such an alias refers to both rows")
    func outerAlias() throws {
        let query = Employee.as(Employees.self).where { e in
            Employee.where { $0.managerID == e.id }.exists()
        }
        #expect(try query.order(by: \.id).select(\.id).fetchAll(db) == [1, 2, 5])
    }

    @Test("An update reads other rows under such an alias")
    func update() throws {
        try Employee.all.update { e in
            e.name =
                Employee.as(Employees.self).where { $0.id == e.managerID }.select(\.name).scalar()
                ?? "none"
        }.execute(db)
        let names = try Employee.order(by: \.id).select(\.name).fetchAll(db)
        #expect(names == ["none", "Ada", "Ada", "Bob", "Eve"])
    }

    @Test("A table can be joined with itself under such an alias")
    func join() throws {
        let rows = try Employee.join(Employee.as(Employees.self)) { $0.managerID == $1.id }
            .order { led, _ in led.id }.select { ($0.id, $1.id) }.fetchAll(db)
        #expect(rows.map(\.0) == [2, 3, 4, 5])
        #expect(rows.map(\.1) == [1, 1, 2, 5])
    }

    @Test("A subquery of an upsert under an alias named Excluded refers to the row that conflicts")
    func excluded() throws {
        try Employee.insert {
            Employee.Draft(id: 1, name: "Ann", managerID: 2)
        } onConflict: {
            $0.id
        } doUpdate: { row, new in
            row.managerID =
                Employee.as(Excluded.self).where { $0.managerID == new.managerID }
                .select { $0.id.max() }.scalar()
        }.execute(db)
        #expect(try Employee.find(1).fetchOne(db)?.managerID == 4)
    }
}

private enum Employees: TableAlias { typealias Table = Employee }
private enum Excluded: TableAlias { typealias Table = Employee }
