import DataLite
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Reminders

@Suite("The routes")
struct RouteTests {
    @Test("GET lists the newest reminders first, in pages")
    func list() async throws {
        try await withClient { client in
            #expect(try await client.send(.get, "/reminders").text == #"{"reminders":[]}"#)
            for title in ["Buy milk", "Sleep", "Call"] {
                _ = try await client.send(.post, "/reminders", #"{"title":"\#(title)"}"#)
            }
            let response = try await client.send(.get, "/reminders?size=2")
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "application/json; charset=utf-8")
            let first = try response.page()
            #expect(first.reminders.map(\.title) == ["Call", "Sleep"])
            // A new row does not move a row to another page.
            _ = try await client.send(.post, "/reminders", #"{"title":"Walk"}"#)
            let next = try #require(first.next)
            let second = try await client.send(.get, "/reminders?size=2&after=\(next)").page()
            #expect(second.reminders == [Reminder(id: 1, title: "Buy milk", isDone: false)])
            #expect(second.next == nil)
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
            #expect(try await client.send(.get, "/reminders/1").reminder() == expected)
        }
    }

    @Test("DELETE deletes a reminder")
    func delete() async throws {
        try await withClient { client in
            _ = try await client.send(.post, "/reminders", #"{"title":"Buy milk"}"#)
            let response = try await client.send(.delete, "/reminders/1")
            #expect(response.status == .noContent)
            #expect(response.text == "")
            #expect(try await client.send(.get, "/reminders").page().reminders == [])
        }
    }

    @Test("The page in the root is HTML, and names only routes of the service")
    func page() async throws {
        try await withClient { client in
            let response = try await client.send(.get, "/")
            #expect(response.headers[.contentType] == "text/html; charset=utf-8")
            #expect(response.text.hasPrefix("<!doctype html>"))
            #expect(response.text.contains(#"new EventSource("reminders/live")"#))
        }
    }

    @Test("Reminders are kept when the service restarts")
    func migrateAgain() async throws {
        let test = try await TestServer()
        try await test.withClient { client in
            _ = try await client.send(.post, "/reminders", #"{"title":"Buy milk"}"#)
        }
        let path = test.directory.appendingPathComponent("reminders.sqlite").path
        let again = try await TestServer(["database.path": .init(stringLiteral: path)])
        try await again.withClient { client in
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
        var message: String?

        var testDescription: String { "\(method) \(path) \(body.prefix(30))" }
    }

    static let failures = [
        Failure(method: .get, path: "/nothing", status: .notFound),
        Failure(method: .get, path: "/reminders/2", status: .notFound, message: "Not found."),
        Failure(
            method: .put, path: "/reminders/2", body: #"{"title":"x"}"#, status: .notFound,
            message: "Not found."),
        Failure(method: .delete, path: "/reminders/2", status: .notFound),
        Failure(
            method: .get, path: "/reminders/one", status: .badRequest,
            message: "Parameter 'one' can not be converted to the expected type (Int)"),
        Failure(
            method: .get, path: "/reminders?size=0", status: .badRequest,
            message: "A page has from 1 to 100 reminders."),
        Failure(method: .get, path: "/reminders?after=x", status: .badRequest),
        Failure(
            method: .get, path: "/reminders?after=\(otherCursor)", status: .badRequest,
            message: "The cursor belongs to another list."),
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
            status: .unprocessableContent, message: "A value is missing or not allowed."),
        Failure(
            method: .post, path: "/reminders", body: #"{"title":"Buy milk"}"#, status: .conflict,
            message: "A value that must be unique exists already."),
        Failure(
            method: .post, path: "/reminders", body: String(repeating: " ", count: 3 << 20),
            status: .contentTooLarge),
    ]

    /// A cursor of another query.
    private static var otherCursor: String {
        guard let connection = try? Connection(location: .inMemory) else { return "" }
        try? connection.execute(
            script: """
                CREATE TABLE reminders(id INTEGER PRIMARY KEY, title, isDone, due);
                INSERT INTO reminders VALUES (1, 'a', 0, NULL), (2, 'b', 0, NULL);
                """)
        let page = try? Reminder.order(by: \.title).page(size: 1).fetch(connection)
        return page?.next?.description ?? ""
    }

    @Test("An error response has a status and a message", arguments: failures)
    func failure(_ failure: Failure) async throws {
        try await withClient { client in
            _ = try await client.send(.post, "/reminders", #"{"title":"Buy milk"}"#)
            let response = try await client.send(failure.method, failure.path, failure.body)
            #expect(response.status == failure.status)
            if let message = failure.message { #expect(try response.message() == message) }
            #expect(try await client.send(.get, "/reminders").page().reminders.count == 1)
        }
    }

    @Test("A locked database is reported with status 503 and Retry-After")
    func busy() async throws {
        let test = try await TestServer(["database.busyTimeoutMs": 0])
        let other = try Connection(path: #require(test.database.path))
        try other.execute("BEGIN IMMEDIATE")
        try await test.withClient { client in
            let response = try await client.send(.post, "/reminders", #"{"title":"x"}"#)
            #expect(response.status == .serviceUnavailable)
            #expect(response.headers[.retryAfter] == "1")
            #expect(try await client.send(.get, "/reminders").status == .ok)
        }
    }

    @Test("The response to an internal error does not reveal its cause")
    func internalError() async throws {
        let test = try await TestServer()
        try await test.database.write { db in try db.execute("DROP TABLE reminders") }
        try await test.withClient { client in
            let response = try await client.send(.get, "/reminders")
            #expect(response.status == .internalServerError)
            #expect(response.text == "")
        }
    }
}
