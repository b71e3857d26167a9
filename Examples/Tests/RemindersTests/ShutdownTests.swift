import AsyncHTTPClient
import DataLite
import Foundation
import Hummingbird
import Testing

@testable import Reminders

@Suite("Shutdown of the service", .timeLimit(.minutes(1)))
struct ShutdownTests {
    @Test("Shutdown ends live streams and closes the database")
    func liveStreams() async throws {
        let test = try await TestServer()
        try await withService(test) { service in
            var events = try await Events(port: service.port)
            #expect(try await events.next() == [])
            await service.shutDown()
            #expect(try await events.next() == nil)
        }
        expectClosed(test)
    }

    @Test("Shutdown waits for the responses to running requests")
    func runningRequests() async throws {
        let test = try await TestServer()
        let database = test.database
        try await withService(test) { service in
            // The request waits for the writer connection.
            let (turns, turn) = AsyncStream<Void>.makeStream()
            let gate = DispatchSemaphore(value: 0)
            let writer = Task {
                try await database.write { _ in
                    turn.finish()
                    gate.wait()
                }
            }
            for await _ in turns {}
            async let status = Client(port: service.port)
                .send(.post, "/reminders", #"{"title":"Buy milk"}"#)
            while database.statistics.waits == 0 { await Task.yield() }

            await service.shutDown()
            gate.signal()
            try await writer.value
            #expect(try await status == .created)
        }
    }

    @Test(
        "Shutdown does not wait for the rest of a request",
        arguments: [
            "GET /remin",
            "POST /reminders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{",
        ])
    func halfRequest(beginning: String) async throws {
        let test = try await TestServer()
        try await withService(test, shutdownLimit: .milliseconds(100)) { service in
            let client = try RawClient(port: service.port)
            // The response to the first request shows that the service has read the bytes after it.
            try client.send("GET /reminders HTTP/1.1\r\nHost: localhost\r\n\r\n" + beginning)
            try await client.receive(until: "[]}")
            await service.shutDown()
            try await client.receiveAll()
        }
        expectClosed(test)
    }

    @Test("Shutdown does not wait for a client that does not read its stream")
    func unreadStream() async throws {
        let test = try await TestServer()
        // More than the buffers of a connection hold.
        let draft = Reminder.Draft(title: String(repeating: "x", count: 32 << 20))
        try await test.database.write { db in _ = try draft.insert(db) }
        let client = try await withService(test, shutdownLimit: .milliseconds(100)) { service in
            let client = try RawClient(port: service.port)
            try client.send("GET /reminders/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
            try await client.receive(until: "xxx")
            await service.shutDown()
            return client
        }
        // Keeps the connection open, and unread, until the service has ended.
        withExtendedLifetime(client) {}
        expectClosed(test)
    }

    /// All commits are in the file, and no connection is open.
    private func expectClosed(
        _ test: TestServer, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: SQLiteError.self, sourceLocation: sourceLocation) {
            try test.database.read { _ in }
        }
        #expect(error?.resultCode == .misuse, sourceLocation: sourceLocation)
        let names = try? FileManager.default.contentsOfDirectory(atPath: test.directory.path)
        #expect(names == ["reminders.sqlite"], sourceLocation: sourceLocation)
    }
}
