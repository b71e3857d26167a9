import AsyncHTTPClient
import DataLite
import Hummingbird
import ServiceLifecycle
import Testing

@testable import Reminders

/// A service that listens on a port which the system has chosen.
struct RunningService: Sendable {
    let port: Int
    let database: Database
    fileprivate let group: ServiceGroup

    /// Triggers the same shutdown as SIGTERM.
    func shutDown() async { await group.triggerGracefulShutdown() }
}

/// Runs a service, calls a closure that shuts it down, and waits until it has ended.
func withService<Result: Sendable>(
    _ server: TestServer? = nil, shutdownLimit: Duration = .seconds(60),
    _ test: @Sendable (RunningService) async throws -> Result
) async throws -> Result {
    let server = if let server { server } else { try await TestServer() }
    let (ports, port) = AsyncStream<Int>.makeStream()
    let group = server.server.group(shutdownLimit: shutdownLimit) { port.yield($0) }
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await group.run() }
        let port = await ports.first { _ in true }
        do {
            let result = try await test(
                RunningService(port: #require(port), database: server.database, group: group))
            try await tasks.waitForAll()
            return result
        } catch {
            await group.triggerGracefulShutdown()
            throw error
        }
    }
}

/// An HTTP client of a running service.
struct Client: Sendable {
    let port: Int

    /// Sends a request with a JSON body, and returns the status.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = ""
    ) async throws -> HTTPResponse.Status {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
        request.method = .init(rawValue: method.rawValue)
        if !body.isEmpty { request.body = .bytes(ByteBuffer(string: body)) }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        return HTTPResponse.Status(code: Int(response.status.code))
    }

    /// The text of a page.
    func text(_ path: String) async throws -> String {
        let request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        return try await String(buffer: response.body.collect(upTo: 1 << 20))
    }
}
