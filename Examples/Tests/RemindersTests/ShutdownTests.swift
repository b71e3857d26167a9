import AsyncHTTPClient
import DataLite
import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import Testing

@testable import Reminders

@Suite("When it shuts down, the service", .timeLimit(.minutes(1)))
struct ShutdownTests {
    @Test("ends live streams and closes the database")
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

    @Test("answers the requests that run")
    func runningRequests() async throws {
        let database = try await newDatabase()
        try await withService(database) { service in
            // The request waits for its turn to write.
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
}

/// A running service.
private struct RunningService {
    let port: Int
    private let group: ServiceGroup

    init(port: Int, group: ServiceGroup) {
        self.port = port
        self.group = group
    }

    /// Does what SIGTERM does.
    func shutDown() async { await group.triggerGracefulShutdown() }
}

/// Runs the service, calls a closure that shuts it down, and waits for its end.
private func withService(
    _ database: Database, _ test: @Sendable (RunningService) async throws -> Void
) async throws {
    let (ports, port) = AsyncStream<Int>.makeStream()
    let base = application(database)
    let application = Application(
        responder: base.responder, configuration: base.configuration, services: base.services,
        onServerRunning: { channel in port.yield(channel.localAddress?.port ?? 0) })
    let group = ServiceGroup(
        configuration: .init(services: [application], logger: Logger(label: "test")))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await group.run() }
        let port = await ports.first { _ in true }
        try await test(RunningService(port: #require(port), group: group))
        try await tasks.waitForAll()
    }
}
