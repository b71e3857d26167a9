import AsyncHTTPClient
import DataLite
import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import Testing

@testable import Reminders

@Suite("Shutdown of the service", .timeLimit(.minutes(1)))
struct ShutdownTests {
    @Test("Shutdown ends live streams and closes the database")
    func liveStreams() async throws {
        let database = try await newDatabase()
        try await withService(database) { service in
            var events = try await Events(port: service.port)
            #expect(try await events.next() == [])
            await service.shutDown()
            #expect(try await events.next() == nil)
        }
        let error = #expect(throws: SQLiteError.self) { try database.read { _ in } }
        #expect(error?.resultCode == .misuse)
    }

    @Test("Shutdown waits for the responses to running requests")
    func runningRequests() async throws {
        let database = try await newDatabase()
        try await withService(database) { service in
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
            var request = HTTPClientRequest(url: "http://127.0.0.1:\(service.port)/reminders")
            request.method = .POST
            request.body = .bytes(ByteBuffer(string: #"{"title":"Buy milk"}"#))
            async let response = HTTPClient.shared.execute(request, timeout: .seconds(60))
            while database.statistics.waits == 0 { await Task.yield() }

            await service.shutDown()
            gate.signal()
            try await writer.value
            #expect(try await response.status == .created)
        }
    }

    @Test(
        "Shutdown does not wait for the rest of a request",
        arguments: [
            "GET /remin",
            "POST /reminders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{",
        ])
    func halfRequest(beginning: String) async throws {
        let database = try await newDatabase()
        try await withService(database, shutdownLimit: .milliseconds(100)) { service in
            let client = try RawClient(port: service.port)
            // The response to the first request shows that the service has read the bytes after it.
            try client.send("GET /reminders HTTP/1.1\r\nHost: localhost\r\n\r\n" + beginning)
            try await client.receive(until: "[]")
            await service.shutDown()
            try await client.receiveAll()
        }
        expectClosed(database)
    }

    @Test("Shutdown does not wait for a client that does not read its stream")
    func unreadStream() async throws {
        let database = try await newDatabase()
        // More than the buffers of a connection hold.
        let draft = ReminderDraft(title: String(repeating: "x", count: 32 << 20))
        try await database.write { db in _ = try Reminder.insert(draft, db) }
        let client = try await withService(database, shutdownLimit: .milliseconds(100)) { service in
            let client = try RawClient(port: service.port)
            try client.send("GET /reminders/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
            try await client.receive(until: "xxx")
            try await database.write { db in
                _ = try Reminder.insert(ReminderDraft(title: "another"), db)
            }
            await service.shutDown()
            return client
        }
        // Keeps the connection open, and unread, until the service has ended.
        withExtendedLifetime(client) {}
        expectClosed(database)
    }

    @Test("Shutdown reports a read that keeps the database from closing")
    func longRead() async throws {
        let database = try await newDatabase()
        let end = DispatchSemaphore(value: 0)
        let (turns, turn) = AsyncStream<Void>.makeStream()
        let reading = Task {
            try await database.read { _ in
                turn.finish()
                end.wait()
            }
        }
        for await _ in turns {}
        let error = await #expect(throws: SQLiteError.self) {
            try await withService(database, closingLimit: .milliseconds(50)) { service in
                await service.shutDown()
            }
        }
        #expect(error?.resultCode.primary == .busy)
        end.signal()
        try await reading.value
        try await database.close()
    }

    private func expectClosed(
        _ database: Database, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: SQLiteError.self, sourceLocation: sourceLocation) {
            try database.read { _ in }
        }
        #expect(error?.resultCode == .misuse, sourceLocation: sourceLocation)
    }
}

/// A running service.
private struct RunningService {
    let port: Int
    private let group: ServiceGroup

    init(port: Int, group: ServiceGroup) {
        self.port = port
        self.group = group
    }

    /// Triggers the same shutdown as SIGTERM.
    func shutDown() async { await group.triggerGracefulShutdown() }
}

/// Runs the service, calls a closure that shuts it down, and waits until it ends.
private func withService<Result: Sendable>(
    _ database: Database, shutdownLimit: Duration = .seconds(60),
    closingLimit: Duration = .seconds(60),
    _ test: @Sendable (RunningService) async throws -> Result
) async throws -> Result {
    let (ports, port) = AsyncStream<Int>.makeStream()
    let base = application(database, closingLimit: closingLimit)
    let application = Application(
        responder: base.responder, configuration: base.configuration, services: base.services,
        onServerRunning: { channel in port.yield(channel.localAddress?.port ?? 0) })
    let group = RemindersServer.group(
        application, shutdownLimit: shutdownLimit, logger: Logger(label: "test"))
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await group.run() }
        let port = await ports.first { _ in true }
        let result = try await test(RunningService(port: #require(port), group: group))
        try await tasks.waitForAll()
        return result
    }
}
