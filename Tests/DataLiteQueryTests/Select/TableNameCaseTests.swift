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

    @Test("A subquery of a trigger under an alias named New or Old refers to the changed row")
    func trigger() throws {
        try Employee.createTrigger(
            "follow",
            after: .insert { new in
                Employee.find(new.id).update {
                    $0.managerID =
                        Employee.as(New.self)
                        .where { $0.id < new.id && $0.managerID == new.managerID }
                        .select { $0.id.max() }.scalar()
                }
            } when: { new in
                Employee.as(New.self).where { $0.managerID == new.managerID && $0.id != new.id }
                    .exists()
            }
        ).execute(db)
        try Employee.createTrigger(
            "leave",
            after: .delete { old in
                Employee.where { e in
                    e.managerID == old.id
                        && Employee.as(Old.self).where { $0.id == old.managerID }.exists()
                }.update { $0.name += "?" }
            }
        ).execute(db)
        try Employee.insert { Employee.Draft(id: 9, name: "Fay", managerID: 1) }.execute(db)
        try Employee.insert { Employee.Draft(id: 10, name: "Gil", managerID: 7) }.execute(db)
        #expect(try Employee.find(9).fetchOne(db)?.managerID == 3)
        #expect(try Employee.find(10).fetchOne(db)?.managerID == 7)
        try Employee.where { $0.id == 1 || $0.id == 2 }.delete().execute(db)
        let names = try Employee.order(by: \.id).select(\.name).fetchAll(db)
        #expect(names == ["Cem", "Dan", "Eve", "Fay", "Gil"])
    }
}

private enum Employees: TableAlias { typealias Table = Employee }
private enum Excluded: TableAlias { typealias Table = Employee }
private enum New: TableAlias { typealias Table = Employee }
private enum Old: TableAlias { typealias Table = Employee }
