import DataLiteClauses
import DataLiteQuery
import DataLiteTesting
import Foundation
import Testing

@Suite("A request")
struct QueryRequestTests {
    private let db: Connection
    private let least = NamedParameter<Int>(named: "least")
    private let title = NamedParameter<String>(named: "'; DROP TABLE reminders; --")
    private let date = NamedParameter<Date?>(named: "date")

    init() throws {
        db = try Fixture.connection()
    }

    private var query: Select<Int, Reminder.Columns> {
        Reminder.where { $0.position > least && $0.title != title && $0.id * 10 > least }
            .order(by: \.id).select(\.id)
    }

    @Test("A request runs a query with the values of its parameters")
    func values() throws {
        var request = try db.request(query)
        request[least] = 15
        request[title] = "Report"
        #expect(request[least] == 15)
        #expect(try request.fetchAll() == [2, 4])
        request[least] = 35
        #expect(try request.fetchAll() == [4])
        #expect(try request.fetchOne() == 4)
        #expect(try request.fetchRequired() == 4)
        #expect(try !request.isEmpty())
        let cursor = try request.fetchCursor()
        #expect(try cursor.next() == 4)
        #expect(try cursor.next() == nil)
        #expect(try request.execute() == 0)
    }

    @Test("A request runs an insert, update or delete")
    func changes() throws {
        let id = NamedParameter<Int>(named: "id")
        let name = NamedParameter<String>(named: "name")
        var update = try db.request(Reminder.where { $0.id == id }.update { $0.title = name })
        update[id] = 2
        update[name] = "New"
        #expect(try update.execute() == 1)
        #expect(try Reminder.find(2).select(\.title).fetchOne(db) == "New")
        var delete = try db.request(Reminder.where { $0.id == id }.delete())
        delete[id] = 2
        #expect(try delete.execute() == 1)
        #expect(try delete.execute() == 0)
        let unchanged = try db.request(Reminder.find(1).update { _ in })
        #expect(try unchanged.execute() == 0)
    }

    @Test("An error of a request names the parameter that is not set")
    func missing() throws {
        var request = try db.request(query)
        request[title] = "x"
        let error = #expect(throws: SQLiteError.self) { try request.fetchAll() }
        #expect(error?.resultCode == .range)
        #expect(error?.message == "no value for parameter \"least\"")
        request[least] = 1
        #expect(try request.fetchAll() == [1, 2, 3, 4])
        request[least] = nil
        #expect(throws: SQLiteError.self) { try request.fetchAll() }
    }

    @Test("Each parameter of a request has one type")
    func types() throws {
        let text = NamedParameter<String>(named: "least")
        let error = #expect(throws: SQLiteError.self) {
            try db.request(query.where { $0.title == text })
        }
        #expect(error?.message == "parameter \"least\" is used as Int and as String")
        let optional = NamedParameter<Int?>(named: "least")
        var request = try db.request(query.where { _ in optional != nil })
        request[title] = ""
        request[optional] = 35
        #expect(try request.fetchAll() == [4])
        request[text] = "35"
        let misuse = #expect(throws: SQLiteError.self) { try request.fetchAll() }
        #expect(misuse?.message == "parameter \"least\" is used as Int and as String")
    }

    @Test("Parameters whose names differ only in their Unicode form have their own values")
    func unicodeForms() throws {
        let composed = NamedParameter<Int>(named: "caf\u{E9}")
        let decomposed = NamedParameter<Int>(named: "cafe\u{301}")
        let query = Reminder.where { $0.id == composed || $0.id == decomposed }
            .order(by: \.id).select(\.id)
        var request = try db.request(query)
        request[composed] = 1
        request[decomposed] = 2
        #expect(try request.fetchAll() == [1, 2])
        #expect(request[composed] == 1)
        #expect(request[decomposed] == 2)
        request[decomposed] = nil
        #expect(throws: SQLiteError.self) { try request.fetchAll() }
    }

    @Test("A parameter that can be NULL can be set to NULL")
    func null() throws {
        var request = try db.request(Reminder.where { $0.dueDate == date }.select(\.id))
        #expect(throws: SQLiteError.self) { try request.fetchAll() }
        request[date] = nil
        #expect(try request.fetchAll() == [2, 3, 4])
        request[date] = Date("2024-06-01 00:00:00" as SQLiteValue)
        #expect(try request.fetchAll() == [1])
    }

    @Test("A parameter that the query does not have is refused")
    func unknown() throws {
        var request = try db.request(query)
        request[NamedParameter<Int>(named: "other")] = 3
        let error = #expect(throws: SQLiteError.self) { try request.fetchAll() }
        #expect(error?.message == "the query has no parameter \"other\"")
        var second = try db.request(query)
        second[SQLExpression<String>.init("a")] = "b"
        #expect(throws: SQLiteError.self) { try second.fetchAll() }
    }

    @Test("A query with parameters runs only as a request")
    func direct() throws {
        let error = #expect(throws: SQLiteError.self) { try query.fetchAll(db) }
        #expect(error?.resultCode == .range)
        #expect(error?.message == "no value for parameter \"least\"")
    }

    @Test("A request reports an error in the query at once")
    func mistake() throws {
        try db.execute("DROP TABLE reminders")
        #expect(throws: SQLiteError.self) { _ = try db.request(query) }
    }

    @Test("A request runs on a mock")
    func mock() throws {
        let mock = MockConnection { call in
            call.parameters == [15, "a", 10, 15] ? .rows([["id": 7]]) : nil
        }
        var request = try mock.request(query)
        request[least] = 15
        request[title] = "a"
        #expect(try request.fetchAll() == [7])
    }
}
