import DataLite
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Reminders

@Suite("The routes")
struct RouteTests {
    @Test("GET lists all reminders")
    func list() async throws {
        try await withClient { client in
            #expect(try await client.send(.get, "/reminders").text == "[]")
            _ = try await client.send(.post, "/reminders", #"{"title":"Buy milk"}"#)
            _ = try await client.send(.post, "/reminders", #"{"title":"Sleep","isDone":true}"#)
            let response = try await client.send(.get, "/reminders")
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "application/json; charset=utf-8")
            #expect(
                try response.reminders() == [
                    Reminder(id: 1, title: "Buy milk", isDone: false),
                    Reminder(id: 2, title: "Sleep", isDone: true),
                ])
        }
    }

    @Test("POST creates a reminder")
    func create() async throws {
        try await withClient { client in
            let response = try await client.send(
                .post, "/reminders", #"{"title":"L'été; --","due":"2026-12-24T18:00:00Z"}"#)
            let due = try Date("2026-12-24T18:00:00Z", strategy: .iso8601)
            let expected = Reminder(id: 1, title: "L'été; --", isDone: false, due: due)
            #expect(response.status == .created)
            #expect(response.headers[.location] == "/reminders/1")
            #expect(try response.reminder() == expected)
            #expect(try await client.send(.get, "/reminders/1").reminder() == expected)
        }
    }

    @Test("PUT replaces a reminder")
    func replace() async throws {
        try await withClient { client in
            let body = #"{"title":"Buy milk","due":"2026-12-24T18:00:00Z"}"#
            _ = try await client.send(.post, "/reminders", body)
            let response = try await client.send(
                .put, "/reminders/1", #"{"title":"Buy oat milk","isDone":true}"#)
            let expected = Reminder(id: 1, title: "Buy oat milk", isDone: true)
            #expect(response.status == .ok)
            #expect(try response.reminder() == expected)
            #expect(try await client.send(.get, "/reminders").reminders() == [expected])
        }
    }

    @Test("DELETE deletes a reminder")
    func delete() async throws {
        try await withClient { client in
            _ = try await client.send(.post, "/reminders", #"{"title":"Buy milk"}"#)
            let response = try await client.send(.delete, "/reminders/1")
            #expect(response.status == .noContent)
            #expect(response.text == "")
            #expect(try await client.send(.get, "/reminders").text == "[]")
        }
    }

    @Test("Reminders are kept when the service restarts")
    func migrateAgain() async throws {
        let database = try await newDatabase()
        _ = try await database.write { db in
            try Reminder.insert(ReminderDraft(title: "Buy milk"), db)
        }
        #expect(try await Migrator.reminders.migrate(database) == [])
        try await withClient(database) { client in
            let reminder = try await client.send(.get, "/reminders/1").reminder()
            #expect(reminder.title == "Buy milk")
        }
    }
}

@Suite("An error")
struct ErrorTests {
    struct Failure: Sendable, CustomTestStringConvertible {
        let method: HTTPRequest.Method
        let path: String
        var body = ""
        let status: HTTPResponse.Status
        let message: String

        var testDescription: String { "\(method) \(path) \(body.prefix(30))" }
    }

    static let failures = [
        Failure(
            method: .get, path: "/nothing", status: .notFound, message: "Not Found"),
        Failure(
            method: .get, path: "/reminders/2", status: .notFound,
            message: "The reminder does not exist."),
        Failure(
            method: .put, path: "/reminders/2", body: #"{"title":"x"}"#, status: .notFound,
            message: "The reminder does not exist."),
        Failure(
            method: .delete, path: "/reminders/2", status: .notFound,
            message: "The reminder does not exist."),
        Failure(
            method: .get, path: "/reminders/one", status: .badRequest,
            message: "Parameter 'one' can not be converted to the expected type (Int)"),
        Failure(
            method: .post, path: "/reminders", body: "{", status: .badRequest,
            message: "The given data was not valid input: The given data was not valid JSON."),
        Failure(
            method: .post, path: "/reminders", body: #"{"isDone":true}"#, status: .badRequest,
            message: "Coding key `title` not found."),
        Failure(
            method: .post, path: "/reminders", body: #"{"title":1}"#, status: .badRequest,
            message: "Type mismatch for `title` key, expected `String` type."),
        Failure(
            method: .post, path: "/reminders", body: #"{"title":""}"#,
            status: .unprocessableContent, message: "The title is empty."),
        Failure(
            method: .post, path: "/reminders", body: #"{"title":"Buy milk"}"#, status: .conflict,
            message: "A reminder with this title already exists."),
        Failure(
            method: .post, path: "/reminders", body: String(repeating: " ", count: 3 << 20),
            status: .contentTooLarge, message: "Content Too Large"),
    ]

    @Test("An error response has a status and a message", arguments: failures)
    func failure(_ failure: Failure) async throws {
        try await withClient { client in
            _ = try await client.send(.post, "/reminders", #"{"title":"Buy milk"}"#)
            let response = try await client.send(failure.method, failure.path, failure.body)
            #expect(response.status == failure.status)
            #expect(response.headers[.contentType] == "application/json; charset=utf-8")
            #expect(try response.message() == failure.message)
            #expect(try await client.send(.get, "/reminders").reminders().count == 1)
        }
    }

    @Test("A locked database is reported with status 503 and Retry-After")
    func busy() async throws {
        let database = try await newDatabase(.init { $0.busyTimeout = .zero })
        let other = try Connection(path: #require(database.path))
        try other.execute("BEGIN IMMEDIATE")
        try await withClient(database) { client in
            let response = try await client.send(.post, "/reminders", #"{"title":"x"}"#)
            #expect(response.status == .serviceUnavailable)
            #expect(response.headers[.retryAfter] == "1")
            #expect(try response.message() == "The database is busy.")
            #expect(try await client.send(.get, "/reminders").status == .ok)
        }
    }

    @Test("The response to an internal error does not reveal its cause")
    func internalError() async throws {
        let database = try await newDatabase()
        try await database.write { db in try db.execute("DROP TABLE reminders") }
        try await withClient(database) { client in
            let response = try await client.send(.get, "/reminders")
            #expect(response.status == .internalServerError)
            #expect(try response.message() == "An error has occurred.")
        }
    }
}
