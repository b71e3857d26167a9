import DataLiteClauses
import DataLiteTesting
import Foundation
import Testing

@Suite("A common table expression written with clauses")
struct CommonTableClauseTests {
    private let db: Connection

    init() throws {
        db = try Fixture.connection()
    }

    @Test("A query with clauses reads a common table expression")
    func query() throws {
        let query = sql { schema in
            let open = schema.commonTableExpression(materialized: true) { schema in
                let reminder = schema.table(Reminder.self)
                Select(reminder)
                From(reminder)
                Where(!reminder.isCompleted)
            }
            let reminder = schema.table(open)
            let list = schema.table(RemindersList.self)
            With(open)
            Select(list.title, reminder.id.count())
            From(reminder)
            Join(list, on: list.id == reminder.remindersListID)
            GroupBy(list.id)
            OrderBy(list.title)
        }
        let text = try query.sql().text
        #expect(text.hasPrefix(#"WITH "with:1"("id", "title", "#))
        #expect(text.contains(#") AS MATERIALIZED (SELECT "reminders:1.1"."id", "#))
        #expect(text.contains(#"FROM "with:1" AS "rows:2" JOIN"#))
        let rows = try query.fetchAll(db)
        #expect(rows.map(\.0) == ["Home", "Work"] && rows.map(\.1) == [1, 2])
    }

    @Test("A recursive common table expression reads itself")
    func recursion() throws {
        let db = try Employee.connection()
        let query = sql { schema in
            let leaders = schema.recursiveCommonTableExpression(Employee.self) { schema, this in
                let first = schema.table(Employee.self)
                let employee = schema.table(Employee.self)
                Select(first)
                From(first)
                Where(first.id == 4)
                Union()
                Select(employee)
                From(employee)
                Join(this, on: this.managerID == employee.id)
            }
            let leader = schema.table(leaders)
            With(leaders)
            Select(leader.id)
            From(leader)
            OrderBy(leader.id)
        }
        #expect(try query.sql().text.hasPrefix("WITH RECURSIVE "))
        var expected: [Int] = []
        var next = try Employee.find(4).fetchOne(db)
        while let employee = next, !expected.contains(employee.id) {
            expected.append(employee.id)
            next = try employee.managerID.flatMap { try Employee.find($0).fetchOne(db) }
        }
        #expect(expected.count > 1)
        #expect(try query.fetchAll(db) == expected.sorted())
    }

    @Test("A scalar common table expression has one column, and can be searched")
    func scalars() throws {
        let query = sql { schema in
            let lists = schema.scalarCommonTableExpression(UUID.self) { schema in
                let list = schema.table(RemindersList.self)
                Select(list.id)
                From(list)
                Where(list.title == "Work")
            }
            let reminder = schema.table(Reminder.self)
            let list = schema.table(lists)
            With(lists)
            Select(reminder.id, list.value)
            From(reminder)
            Join(list, on: list.value == reminder.remindersListID)
            Where(reminder.remindersListID.in(lists))
            OrderBy(reminder.id)
        }
        let rows = try query.fetchAll(db)
        #expect(rows.map(\.0) == [3, 4] && rows.map(\.1) == [Fixture.work, Fixture.work])
        let numbers = sql { schema in
            let numbers = schema.recursiveScalarCommonTableExpression(Int.self) { _, this in
                Select(SQLExpression<Int>(1))
                UnionAll()
                Select(this.value + 1)
                From(this)
                Where(this.value < 4)
            }
            let number = schema.table(numbers)
            With(numbers)
            Select(number.value)
            From(number)
            OrderBy(number.value.desc())
        }
        #expect(try numbers.fetchAll(db) == [4, 3, 2, 1])
    }

    @Test("A scalar common table expression has the representation of its values")
    func representation() throws {
        typealias Tags = JSONRepresentation<[String]>
        let tags = sql { schema in
            let tags = schema.scalarCommonTableExpression(Tags.self) { schema in
                let reminder = schema.table(Reminder.self)
                Select(reminder.tags)
                From(reminder)
                Where(reminder.id == 3)
            }
            let tag = schema.table(tags)
            With(tags)
            Select(tag.value)
            From(tag)
        }
        #expect(try tags.fetchAll(db) == [["car", "kids"]])
        let dates = sql { schema in
            let dates = schema.scalarCommonTableExpression(Date?.self) { schema in
                let reminder = schema.table(Reminder.self)
                Select(reminder.dueDate)
                From(reminder)
            }
            let date = schema.table(dates)
            With(dates)
            Select(date.value)
            From(date)
        }
        #expect(try dates.fetchAll(db).compactMap(\.self).count == 1)
        let unix = sql { schema in
            let dates = schema.scalarCommonTableExpression(Date.UnixTimeRepresentation?.self) {
                schema in
                let reminder = schema.table(Reminder.self)
                Select(reminder.dueDate)
                From(reminder)
            }
            let date = schema.table(dates)
            With(dates)
            Select(date.value)
            From(date)
        }
        #expect(throws: SQLiteError.self) { try unix.fetchAll(db) }
    }

    @Test("Changes with clauses read common table expressions")
    func changes() throws {
        let least = NamedParameter<Int>(named: "least")
        func late(_ schema: QuerySchema) -> CommonTableExpression<ScalarRow<Int>> {
            schema.scalarCommonTableExpression(Int.self) { schema in
                let reminder = schema.table(Reminder.self)
                Select(reminder.id)
                From(reminder)
                Where(reminder.position > least)
            }
        }
        var update = try db.request(
            sql { schema in
                let late = late(schema)
                let reminder = schema.into(Reminder.self)
                With(late)
                Update(reminder)
                Setting(reminder) { $0.title = "Late" }
                Where(reminder.id.in(late))
                Returning(reminder.id)
            })
        update[least] = 20
        #expect(try update.fetchAll().sorted() == [3, 4])
        var insert = try db.request(
            sql { schema in
                let late = late(schema)
                let id = schema.table(late)
                let tag = schema.into(ReminderTag.self)
                With(late)
                Insert(tag, columns: tag.reminderID, tag.tagID)
                Select(id.value, id.value)
                From(id)
            })
        insert[least] = 30
        #expect(try insert.execute() == 1)
        let delete = sql { schema in
            let open = schema.commonTableExpression { schema in
                let tag = schema.table(ReminderTag.self)
                Select(tag)
                From(tag)
            }
            let tag = schema.table(open)
            let reminder = schema.into(Reminder.self)
            With(open)
            Delete(reminder)
            Where(
                sql { _ in
                    Select(tag.tagID)
                    From(tag)
                    Where(tag.reminderID == reminder.id)
                }.exists())
        }
        #expect(try delete.where { $0.id != 1 }.execute(db) == 2)
        #expect(try Reminder.all.order(by: \.id).select(\.id).fetchAll(db) == [1, 2])
    }

    @Test("A query with a common table expression can be part of another query")
    func nested() throws {
        let query = sql { schema in
            let open = schema.commonTableExpression { schema in
                let reminder = schema.table(Reminder.self)
                Select(reminder)
                From(reminder)
                Where(!reminder.isCompleted)
            }
            let row = schema.table(open)
            With(open)
            Select(row)
            From(row)
        }
        #expect(try query.where { $0.id > 1 }.fetchAll(db).map(\.id) == [3, 4])
        #expect(try query.union(Reminder.find(2)).fetchAll(db).count == 4)
        #expect(try query.exists().fetchExists(db))
        let chained = With {
            query
        } query: { rows in
            sql { schema in
                let inner = schema.commonTableExpression { schema in
                    let row = schema.table(rows)
                    Select(row)
                    From(row)
                    Where(row.id > 1)
                }
                let row = schema.table(inner)
                With(inner)
                Select(row.id)
                From(row)
                OrderBy(row.id)
            }
        }
        #expect(try chained.fetchAll(db) == [3, 4])
        let subquery = sql { schema in
            let reminder = schema.table(Reminder.self)
            Select(reminder.id)
            From(reminder)
            Where(reminder.id.in(query.asTable().select(\.id)))
            OrderBy(reminder.id)
        }
        #expect(try subquery.fetchAll(db) == [1, 3, 4])
    }
}

extension SQLExpression<Bool> {
    fileprivate func fetchExists(_ db: any ConnectionProtocol) throws -> Bool {
        try sql { _ in Select(self) }.fetchOne(db) ?? false
    }
}
