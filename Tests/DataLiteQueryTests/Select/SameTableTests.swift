import DataLiteQuery
import Testing

/// Queries on a table that use the same table again inside.
@Suite("A query that uses a table twice")
struct SameTableTests {
    private let db: Connection

    init() throws { db = try Employee.connection() }

    /// The employees who lead no one.
    private static let leaves = [3, 4]

    private func ids(_ query: Where<Employee>) throws -> [Int] {
        try query.order(by: \.id).select(\.id).fetchAll(db)
    }

    @Test("A correlated subquery on the table of its outer query refers to both rows")
    func exists() throws {
        let query = Employee.where { e in !Employee.where { $0.managerID == e.id }.exists() }
        #expect(
            try query.sql().text == """
                SELECT "employees"."id", "employees"."name", "employees"."managerID" FROM "employees" \
                WHERE NOT EXISTS (SELECT "employees:2"."id", "employees:2"."name", "employees:2"."managerID" \
                FROM "employees" AS "employees:2" WHERE "employees:2"."managerID" IS "employees"."id")
                """)
        #expect(try ids(query) == Self.leaves)
    }

    @Test("A correlated delete on its own table deletes only what matches")
    func delete() throws {
        let query = Employee.where { e in !Employee.where { $0.managerID == e.id }.exists() }
        #expect(try query.delete().execute(db) == 2)
        #expect(try ids(Employee.all) == [1, 2, 5])
    }

    @Test("A delete finds all rows before it deletes the first, even in an earlier query")
    func deleteWithQueryMadeBefore() throws {
        let first = Employee.where { $0.id == 1 }
        #expect(try Employee.where { $0.id == 1 || first.exists() }.delete().execute(db) == 5)
    }

    @Test("A correlated update on its own table reads other rows")
    func update() throws {
        try Employee.all.update { e in
            e.name = Employee.where { $0.id == e.managerID }.select(\.name).scalar() ?? "none"
        }.execute(db)
        let names = try Employee.order(by: \.id).select(\.name).fetchAll(db)
        #expect(names == ["none", "Ada", "Ada", "Bob", "Eve"])
    }

    @Test("A scalar subquery in a selection counts the rows of its own table")
    func scalar() throws {
        let query = Employee.order(by: \.id).select { e in
            (e.id, Employee.where { $0.managerID == e.id }.count().scalar())
        }
        let rows = try query.fetchAll(db)
        #expect(rows.map(\.0) == [1, 2, 3, 4, 5])
        #expect(rows.map(\.1) == [2, 1, 0, 0, 1])
    }

    @Test("A subquery in IN refers to the outer row")
    func inList() throws {
        let query = Employee.where { e in
            e.id.in(Employee.where { $0.id == e.managerID }.select(\.id))
        }
        #expect(try ids(query) == [5])
    }

    @Test("Three levels on one table each have their own rows")
    func threeLevels() throws {
        // The employees who lead a leader.
        let query = Employee.where { a in
            Employee.where { b in
                b.managerID == a.id
                    && Employee.where { c in c.managerID == b.id && c.id != a.id && c.id != b.id }
                        .exists()
            }.exists()
        }
        #expect(try ids(query) == [1])
    }

    @Test("A query that was created before is correlated when it is extended in a closure")
    func extended() throws {
        let led = Employee.where { $0.managerID > 0 }.order(by: \.name)
        let query = Employee.where { e in led.where { $0.managerID == e.id }.exists() }
        #expect(try ids(query) == [1, 2, 5])
        let itself = led.where { e in led.where { $0.managerID == e.id && $0.id != e.id }.exists() }
        #expect(try ids(itself.unordered()) == [2])
    }

    @Test(
        "Joined tables that were joined before are correlated when they are extended in a closure")
    func extendedJoin() throws {
        let pairs = Employee.join(Employee.all.as(Manager.self)) { $0.managerID == $1.id }
        let query = Employee.where { e in
            pairs.where { led, manager in manager.id == e.id && led.id != e.id }.exists()
        }
        #expect(try ids(query) == [1, 2])
        let twice = pairs.where { led, _ in
            pairs.where { $1.id == led.id && $0.id != led.id }.exists()
        }.select { led, _ in led.id }
        #expect(try twice.fetchAll(db) == [2])
    }

    @Test("A table that is joined with itself gets another name")
    func selfJoin() throws {
        let rows = try Employee.join(Employee.all) { $0.managerID == $1.id }
            .order { led, _ in led.id }.select { ($0.name, $1.name) }.fetchAll(db)
        #expect(rows.map(\.0) == ["Bob", "Cem", "Dan", "Eve"])
        #expect(rows.map(\.1) == ["Ada", "Ada", "Bob", "Eve"])
        let three = try Employee.join(Employee.self) { $0.managerID == $1.id }
            .leftJoin(Employee.where { $0.id < 5 }) { $1.managerID == $2.id }
            .order { led, _, _ in led.id }.select { ($0.id, $1.id, $2.id) }.fetchAll(db)
        #expect(three.map(\.0) == [2, 3, 4, 5])
        #expect(three.map(\.1) == [1, 1, 2, 5])
        #expect(three.map(\.2) == [nil, nil, 1, nil])
    }

    @Test("The condition of a join can have a subquery on the joined table")
    func joinCondition() throws {
        let rows = try Employee.join(Employee.all) { led, manager in
            led.managerID == manager.id
                && !Employee.where { $0.managerID == led.id && $0.id != led.id }.exists()
        }.order { led, _ in led.id }.select { ($0.id, $1.id) }.fetchAll(db)
        #expect(rows.map(\.0) == [3, 4, 5])
        #expect(rows.map(\.1) == [1, 2, 5])
    }

    @Test("An update from the same table reads the rows of the other")
    func updateFrom() throws {
        try Employee.all.update(from: Employee.where { $0.id != 5 }) {
            $0.managerID == $1.id
        } set: {
            $0.name = $1.name + "'s " + $0.name
        }.execute(db)
        let names = try Employee.order(by: \.id).select(\.name).fetchAll(db)
        #expect(names == ["Ada", "Ada's Bob", "Ada's Cem", "Bob's Dan", "Eve"])
    }

    @Test("The RETURNING clause can have a subquery on the changed table")
    func returning() throws {
        let returned = try Employee.find(1).update { $0.name = "Ann" }.returning { e in
            (e.name, Employee.where { $0.managerID == e.id }.count().scalar())
        }.fetchOne(db)
        #expect(returned?.0 == "Ann")
        #expect(returned?.1 == 2)
    }

    @Test("A conflicting row is updated from other rows of its table")
    func conflict() throws {
        try Employee.insert {
            Employee.Draft(id: 2, name: "Bo")
        } onConflict: {
            $0.id
        } doUpdate: { row, new in
            row.name =
                new.name + " of "
                + (Employee.where { $0.id == row.managerID }.select(\.name).scalar() ?? "?")
        }.execute(db)
        #expect(try Employee.find(2).fetchOne(db)?.name == "Bo of Ada")
    }

    @Test("An alias that is used again inside gets another name")
    func alias() throws {
        let query = Employee.all.as(Manager.self).where { m in
            Employee.all.as(Manager.self).where { $0.managerID == m.id && $0.id != m.id }.exists()
        }
        #expect(try ids(query) == [1, 2])
    }

    @Test("An order, groups and having can have subqueries on their own table")
    func clauses() throws {
        let count = { (e: Employee.Columns) in
            Employee.where { $0.managerID == e.id }.count().scalar()
        }
        #expect(
            try Employee.order { (count($0).desc(), $0.id) }.select(\.id).fetchAll(db) == [
                1, 2, 5, 3, 4,
            ])
        let groups = try Employee.group { count($0) }.order { count($0) }
            .select { (count($0), $0.id.count()) }.fetchAll(db)
        #expect(groups.map(\.0) == [0, 1, 2])
        #expect(groups.map(\.1) == [2, 2, 1])
        let having = try Employee.group(by: \.managerID).having { e in
            Employee.where { $0.managerID == e.managerID }.exists()
        }.select(\.managerID).fetchAll(db)
        #expect(Set(having) == [nil, 1, 2, 5])
    }

    @Test("Rows of a common table expression can be compared with one another")
    func commonTable() throws {
        let query = With {
            Employee.where { $0.id < 5 }
        } query: { rows in
            rows.where { e in rows.where { $0.managerID == e.id }.exists() }.order(by: \.id)
        }
        #expect(try query.fetchAll(db).map(\.id) == [1, 2])
    }

    @Test("A trigger reads other rows of the table that it changes")
    func trigger() throws {
        try Employee.createTrigger(
            "lead",
            after: .insert { new in
                Employee.find(new.id).update { e in
                    e.managerID = Employee.where { $0.id < e.id }.select { $0.id.max() }.scalar()
                }
            }
        ).execute(db)
        try Employee.insert { Employee.Draft(name: "Fay") }.execute(db)
        #expect(try Employee.find(6).fetchOne(db)?.managerID == 5)
    }

    @Test("A query that was first used inside another changes rows under the table's own name")
    func staticQuery() throws {
        let used = try Employee.where { e in
            Employee.leaders.where { $0.id == e.managerID }.exists()
        }.select(\.id).fetchAll(db)
        #expect(used == [2, 3, 4, 5])
        let update = Employee.leaders.update { $0.name = $0.name + "!" }
        #expect(
            try update.sql().text.hasPrefix(
                #"UPDATE "employees" SET "name" = "employees"."name" || ?"#))
        #expect(try Employee.leaders.delete().execute(db) == 3)
    }
}

extension Employee {
    fileprivate static let leaders = Employee.where { e in
        Employee.where { $0.managerID == e.id }.exists()
    }
}
