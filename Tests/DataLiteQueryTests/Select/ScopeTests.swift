import DataLiteClauses
import DataLiteQuery
import Testing

extension Reminder {
    fileprivate static let open = Reminder.where { !$0.isCompleted }
    fileprivate static let byList = Reminder.group(by: \.remindersListID)
    fileprivate static let several = byList.having { $0.id.count() > 1 }
    fileprivate static let unique = Reminder.distinct()
    fileprivate static let titles = Reminder.order(by: \.title).select(\.title)
    fileprivate static let latest = Reminder.order { $0.position.desc() }.limit(2)
    fileprivate static let next = Reminder.order(by: \.id).offset(1)
    fileprivate static let ends = Reminder.where { $0.id == 1 }.union(Reminder.where { $0.id == 4 })
    fileprivate static let inAllLists = Reminder.rightJoin(RemindersList.self) {
        $0.remindersListID == $1.id
    }
    fileprivate static let andLists = Reminder.fullJoin(RemindersList.self) {
        $0.remindersListID == $1.id
    }
}

extension RemindersList {
    // Not a constant: a constant that is first used in the closure of a query has other names in
    // its text.
    fileprivate static var withReminders:
        Select<(RemindersList, Reminder?), (RemindersList.Columns, Reminder.OuterColumns)>
    {
        RemindersList.leftJoin(Reminder.self) { $0.id == $1.remindersListID }
    }
}

/// The reminders 1 and 2 are in the list "Home", 3 and 4 in "Work"; 2 is completed.
@Suite("A scope after another query")
struct ScopeTests {
    private let db: Connection

    init() throws { db = try Fixture.connection() }

    @Test("An offset and a limit of a scope and of the query before it are combined")
    func limits() throws {
        #expect(try Reminder.limit(2).next.select(\.id).fetchAll(db) == [2, 3])
        #expect(try Reminder.next.limit(2).select(\.id).fetchAll(db) == [2, 3])
        let latest = Reminder.offset(1).latest
        #expect(try latest.select(\.id).fetchAll(db).count == 2)
        #expect(try latest.sql().text.hasSuffix("LIMIT ? OFFSET ?"))
        #expect(try Reminder.offset(1).latest.next.limit(3, offset: 0).fetchAll(db).count == 3)
    }

    @Test("A scope keeps the groups of the query before it, and their conditions")
    func groups() throws {
        let counts = Reminder.open.byList.select { $0.id.count() }
        #expect(try counts.fetchAll(db).sorted() == [1, 2])
        #expect(try Reminder.open.several.select { $0.id.max() ?? 0 }.fetchAll(db) == [4])
        #expect(try Reminder.byList.several.select { $0.id.max() ?? 0 }.fetchAll(db) == [2, 4])
        let both = Reminder.where { $0.id > 1 }.byList.having { ($0.id.min() ?? 0) < 3 }.several
        #expect(try both.fetchAll(db).isEmpty)
    }

    @Test("A scope keeps the DISTINCT of the query before it")
    func distinct() throws {
        let lists = Reminder.open.unique.select(\.remindersListID)
        #expect(try lists.fetchAll(db).count == 2)
        #expect(try Reminder.unique.open.select(\.remindersListID).fetchAll(db).count == 2)
    }

    @Test("A scope keeps the selection of the query before it")
    func selection() throws {
        let titles = Reminder.where { $0.id < 3 }.titles
        #expect(try titles.fetchAll(db) == ["Bread", "Milk"])
        #expect(try Reminder.open.latest.titles.fetchAll(db) == ["Max's 100%", "Report"])
    }

    @Test("A scope keeps the joins of the query before it, and is a query of the joined tables")
    func joins() throws {
        let rows = RemindersList.where { $0.title == "Home" }.withReminders
            .where { $1.isCompleted == true }
        #expect(try rows.fetchAll(db).map { [$0.title, $1?.title] } == [["Home", "Bread"]])
        let ordered = RemindersList.order { $0.title.desc() }.withReminders.order { $1.id }
        #expect(try ordered.fetchAll(db).map(\.1?.id) == [3, 4, 1, 2])
    }

    @Test("A scope after a selection of values keeps them")
    func values() throws {
        #expect(try Reminder.order(by: \.id).select(\.id).open.fetchAll(db) == [1, 3, 4])
        #expect(try Reminder.select { ($0.id, $0.title) }.open.latest.fetchAll(db).count == 2)
        #expect(try Reminder.select { $0.count() }.open.byList.fetchAll(db).sorted() == [1, 2])
        #expect(try Reminder.where { $0.id > 1 }.select(\.id).ends.fetchAll(db) == [4])
        #expect(try Reminder.select(\.id).none.fetchAll(db).isEmpty)
    }

    @Test("A scope of the first table can follow a join, and a selection of its rows")
    func afterJoin() throws {
        let joined = Reminder.order(by: \.id).join(RemindersList.self) {
            $0.remindersListID == $1.id
        }
        let open = joined.open.select { ($0.id, $1.title) }
        #expect(try open.fetchAll(db).map(\.0) == [1, 3, 4])
        let selected = joined.where { $1.title == "Work" }.select { ($0.id, $1.title) }
        #expect(try selected.open.next.fetchAll(db).map(\.0) == [4])
        #expect(try joined.ends.fetchAll(db).map(\.0.id) == [1, 4])
        let lists = Reminder.where { $0.id == 1 }.inAllLists.open
        #expect(try lists.fetchAll(db).map(\.0?.id) == [1])
        let correlated = RemindersList.where { list in
            joined.open.where { $0.id == 3 && $1.id == list.id }.exists()
        }
        #expect(try correlated.fetchAll(db).map(\.title) == ["Work"])
    }

    @Test("A scope with outer joins takes rows of the query before the joins")
    func outerJoins() throws {
        let right = Reminder.where { $0.id < 3 }.inAllLists
        let written = Reminder.where { $0.id < 3 }.rightJoin(RemindersList.self) {
            $0.remindersListID == $1.id
        }
        #expect(try Set(right.fetchAll(db).map(\.0?.id)) == [1, 2, nil])
        #expect(try Set(written.fetchAll(db).map(\.0?.id)) == [1, 2, nil])
        let full = Reminder.where { $0.id < 3 }.andLists
        #expect(try Set(full.fetchAll(db).map(\.0?.id)) == [1, 2, nil])
        #expect(try full.fetchAll(db).count == 3)
    }

    @Test("A scope can be a compound, but not after another compound")
    func compound() throws {
        #expect(try Reminder.where { $0.id > 1 }.ends.fetchAll(db).map(\.id) == [4])
        #expect(try Reminder.ends.open.order(by: \.id).fetchAll(db).map(\.id) == [1, 4])
        #expect(throws: SQLiteError.self) { try Reminder.ends.ends.fetchAll(db) }
    }

    @Test("A scope uses the name that its table has in the query")
    func alias() throws {
        enum Other: TableAlias { typealias Table = Reminder }
        let query = Reminder.all.as(Other.self).where { $0.id > 1 }.open.byList
            .select { $0.id.min() ?? 0 }
        #expect(try query.fetchAll(db) == [3])
        let correlated = RemindersList.where { list in
            Reminder.open.several.where { $0.remindersListID == list.id }.exists()
        }
        #expect(try correlated.fetchAll(db).map(\.title) == ["Work"])
        let joined = RemindersList.where { list in
            RemindersList.withReminders.where { $0.id == list.id && $1.isCompleted == true }
                .exists()
        }
        #expect(try joined.fetchAll(db).map(\.title) == ["Home"])
    }

    @Test("A scope without rows stays without rows")
    func none() throws {
        #expect(try Reminder.none.fetchAll(db).isEmpty)
        #expect(try Reminder.open.none.or(Reminder.none).fetchAll(db).isEmpty)
        #expect(try Reminder.none.open.titles.fetchAll(db).isEmpty)
        #expect(try Reminder.none.fetchCount(db) == 0)
        #expect(try Reminder.none.count().fetchOne(db) == nil)
        #expect(try Reminder.none.or(Reminder.find(2)).fetchAll(db).map(\.id) == [2])
    }

    @Test("The conditions of a query with a limit cannot be combined with others")
    func conditions() throws {
        #expect(try (Reminder.open && Reminder.where { $0.id < 3 }).fetchAll(db).map(\.id) == [1])
        for other in [Reminder.latest, Reminder.unique, Reminder.byList, Reminder.ends] {
            #expect(throws: SQLiteError.self) { try Reminder.open.and(other).fetchAll(db) }
            #expect(throws: SQLiteError.self) { try Reminder.open.or(other).fetchAll(db) }
        }
    }
}

/// The number of rows of a table on the optional side of an outer join.
@Suite("The number of joined rows")
struct JoinedCountTests {
    private let db: Connection

    init() throws {
        db = try Fixture.connection()
        try db.execute(#"DELETE FROM "reminders" WHERE "id" > 2"#)
    }

    @Test("The number of joined rows does not include a row without a match")
    func left() throws {
        let counts = RemindersList.withReminders.group { list, _ in list.id }
            .order { list, _ in list.title }
        let rows = counts.select { ($0.title, $1.count(), $1.count(filter: $1.id > 1), $0.count()) }
        #expect(try rows.fetchAll(db).map { [$0.1, $0.2, $0.3] } == [[2, 1, 2], [0, 0, 1]])
        let filled = counts.having { $1.count() > 0 }
        #expect(try filled.fetchAll(db).map(\.0.title) == ["Home"])
        let text = try rows.sql().text
        #expect(text.hasPrefix(#"SELECT "remindersLists"."title", count("reminders"."id")"#))
    }

    @Test("The number of joined rows counts the rows of either side of a full join")
    func full() throws {
        try db.execute(#"UPDATE "reminders" SET "remindersListID" = 'none' WHERE "id" = 1"#)
        let counts = Reminder.andLists.select { ($0.count(), $1.count()) }
        let row = try #require(try counts.fetchOne(db))
        #expect(row == (2, 2))
    }

    @Test("The number of joined rows is the same in a query with clauses")
    func clauses() throws {
        let query = sql { schema in
            let list = schema.table(RemindersList.self)
            let reminder = schema.optionalTable(Reminder.self)
            Select(list.title, reminder.count())
            From(list)
            LeftJoin(
                reminder, on: reminder.remindersListID == list.id && reminder.isCompleted == true)
            GroupBy(list.id)
            OrderBy(list.title)
        }
        #expect(try query.fetchAll(db).map(\.1) == [1, 0])
    }
}
