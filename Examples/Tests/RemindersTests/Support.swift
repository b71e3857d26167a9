import AsyncHTTPClient
import Configuration
import CoreMetrics
import DataLite
import Foundation
import Hummingbird
import HummingbirdTesting
import InMemoryTracing
import Instrumentation
import Logging
import Testing

@testable import Reminders

/// The back ends of metrics and traces, which a process sets once.
enum BackEnds {
    static let metrics: PrometheusMetrics = {
        let metrics = PrometheusMetrics()
        MetricsSystem.bootstrap(metrics)
        return metrics
    }()

    static let tracer: InMemoryTracer = {
        let tracer = InMemoryTracer()
        InstrumentationSystem.bootstrap(tracer)
        return tracer
    }()
}

/// A service with a new file in a directory of its own.
final class TestServer: Sendable {
    let server: RemindersServer
    let directory: URL
    var database: Database { server.service.database }

    /// - Parameter values: More settings.
    init(_ values: [AbsoluteConfigKey: ConfigValue] = [:]) async throws {
        // Before the database gets its instruments.
        _ = BackEnds.tracer
        directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let path = directory.appendingPathComponent("reminders.sqlite").path
        let settings: [AbsoluteConfigKey: ConfigValue] = [
            "database.path": ConfigValue(stringLiteral: path),
            "backup.directory": ConfigValue(stringLiteral: directory.path),
            "http.port": 0,
        ]
        server = try await RemindersServer(
            ConfigReader(
                provider: InMemoryProvider(values: settings.merging(values) { $1 })),
            metricsPage: BackEnds.metrics, logger: Logger(label: "test"))
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// Runs a test with a client of the routes, without a server.
    func withClient(_ test: @Sendable (any TestClientProtocol) async throws -> Void) async throws {
        try await Application(router: server.router()).test(.router, test)
        try await database.close()
    }
}

/// Runs a test with a client of a new service.
func withClient(
    _ test: @Sendable (any TestClientProtocol) async throws -> Void
) async throws {
    try await TestServer().withClient(test)
}

extension TestClientProtocol {
    /// Sends a request with a JSON body.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = ""
    ) async throws -> TestResponse {
        try await execute(uri: path, method: method, body: ByteBuffer(string: body))
    }
}

extension TestResponse {
    var text: String { String(buffer: body) }

    func reminder() throws -> Reminder { try decoded(Data(body.readableBytesView)) }

    func page() throws -> ReminderPage { try decoded(Data(body.readableBytesView)) }

    /// The message of an error response.
    func message() throws -> String {
        let json: [String: [String: String]] = try decoded(Data(body.readableBytesView))
        return try #require(json["error"]?["message"])
    }
}

/// The events of the live route, in order.
struct Events {
    private var chunks: HTTPClientResponse.Body.AsyncIterator
    private var unread = ""

    /// Connects to a running service.
    init(port: Int) async throws {
        let request = HTTPClientRequest(url: "http://localhost:\(port)/reminders/live")
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        #expect(response.status == .ok)
        #expect(response.headers.first(name: "content-type") == "text/event-stream")
        chunks = response.body.makeAsyncIterator()
    }

    /// Waits for the next event; returns `nil` at the end of the stream.
    mutating func next() async throws -> [Reminder]? {
        while true {
            if let end = unread.range(of: "\n\n") {
                let event = String(unread[..<end.lowerBound])
                try #require(event.hasPrefix("data: "))
                unread.removeSubrange(..<end.upperBound)
                let page: ReminderPage = try decoded(Data(event.dropFirst("data: ".count).utf8))
                return page.reminders
            }
            guard let chunk = try await chunks.next() else {
                #expect(unread == "")
                return nil
            }
            unread += String(buffer: chunk)
        }
    }
}

private func decoded<Value: Decodable>(_ data: Data) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(Value.self, from: data)
}
