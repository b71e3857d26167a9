import DataLiteMacros
import Foundation
import Testing

@Table private struct Task: Equatable, Identifiable {
    let id: Int
    var title = "New"
    var priority: Int?
    var isDone = false
    var listID: Int?
    @Column(as: Date.UnixTimeRepresentation?.self) var dueAt: Date?
}

private enum Other: AliasName {}

@Suite("Queries as other libraries write them")
struct PeerQueryTests {
    private let db: Connection
    private let date = Date(timeIntervalSince1970: 1000)

    init() throws {
        db = try Connection(location: .inMemory)
        try Task.createTable().execute(db)
        try Task.insert {
            Task(id: 1, title: "A", priority: 3, listID: 2, dueAt: date)
            Task(id: 2, title: "B", isDone: true)
        }.execute(db)
    }

    @Test("A select replaces what was selected before it")
    func selectAfterSelect() throws {
        let titles = Task.all.select { $0 }.select(\.title)
        #expect(try titles.order(by: \.id).fetchAll(db) == ["A", "B"])
        let priorities = Task.order(by: \.id).select(\.id).select(\.priority)
        #expect(
            try priorities.sql().text == """
                SELECT "tasks"."priority" FROM "tasks" ORDER BY "tasks"."id"
                """)
        let pair = Task.find(1).select { ($0.title, $0.dueAt) }.select { ($0.id, $0.isDone) }
        #expect(try pair.fetchRequired(db) == (1, false))
        let joined = Task.join(Task.as(Other.self)) { $0.id == $1.id }
        #expect(try joined.select { $1.id }.fetchAll(db) == [1, 2])
        #expect(
            try joined.select { $1.id }.select { task, _ in task.title }.fetchAll(db) == ["A", "B"])
    }

    @Test("A column that is selected with others keeps the form in which it is stored")
    func selectedForms() throws {
        let dates = Task.select(\.dueAt)
        #expect(try Task.where { $0.dueAt.in(dates) }.fetchCount(db) == 1)
        let pairs = Task.order(by: \.id).select { ($0.priority, $0.dueAt) }
        let found = Task.where { row($0.priority, $0.dueAt).in(pairs.limit(1)) }
        #expect(try found.select(\.id).fetchAll(db) == [1])
        let plain = Task.select { ($0.dueAt, $0.priority) }
        #expect(throws: SQLiteError.self) {
            try Task.where { row($0.dueAt.map { _ in SQLExpression(date) }, $0.priority).in(plain) }
                .fetchAll(db)
        }
    }

    @Test("An insert without rows inserts the defaults")
    func defaultValues() throws {
        #expect(try Task.insert().sql().text == #"INSERT INTO "tasks" DEFAULT VALUES"#)
        let task = try Task.insert().returning(\.self).fetchRequired(db)
        #expect(task == Task(id: 3, title: "New"))
        #expect(try Task.insert(or: .ignore).execute(db) == 1)
    }

    @Test("A name is an alias of any table")
    func aliasName() throws {
        let query = Task.as(Other.self).where { $0.id == 1 }
        #expect(
            try query.select(\.title).sql().text == """
                SELECT "Other"."title" FROM "tasks" AS "Other" WHERE "Other"."id" = ?
                """)
        #expect(try query.fetchAll(db).map(\.id) == [1])
        #expect(try Task.all.as(Other.self).fetchCount(db) == 2)
        let name = #sql("SELECT \(Other.self).title FROM tasks AS \(Other.self)", as: String.self)
        #expect(try name.fetchAll(db) == ["A", "B"])
    }

    @Test("A case without else is NULL where no branch matches")
    func caseWithoutElse() throws {
        let cases = Task.order(by: \.id).select {
            (Case($0.isDone).when(true, then: $0.id), Case().when($0.priority > 2, then: "high"))
        }
        let rows = try cases.fetchAll(db)
        #expect(rows.map(\.0) == [nil, 2] && rows.map(\.1) == ["high", nil])
        #expect(
            try Task.order { Case($0.id).when(1, then: 2) }.select(\.id).fetchAll(db) == [2, 1])
    }

    @Test("Exists of a table and the types of queries")
    func existsAndTypes() throws {
        let before = try Values(Task.exists()).fetchRequired(db)
        let one: SelectOf<Task> = Task.order(by: \.id)
        let two: SelectOf<Task, Task> = Task.join(Task.as(Other.self)) { $0.id == $1.id }
        #expect(try one.fetchAll(db).count == 2)
        #expect(try two.fetchAll(db).map(\.1.id) == [1, 2])
        try Task.delete().where { $0.id > 0 }.execute(db)
        let after = try Values(Task.exists()).fetchRequired(db)
        #expect(before && !after)
    }

    @Test("The closing condition of a partial index can read the existing row alone")
    func partialIndex() throws {
        try db.execute(script: "CREATE UNIQUE INDEX u ON tasks (title) WHERE isDone")
        let insert = Task.insert {
            Task(id: 9, title: "B", isDone: true)
        }.onConflict {
            $0.title
        } where: {
            $0.isDone
        } doUpdate: {
            $0.priority = $1.id
        } where: {
            $0.id == 2
        }
        try insert.execute(db)
        #expect(try Task.find(2).select(\.priority).fetchOne(db) == 9)
    }
}
