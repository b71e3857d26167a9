import AsyncHTTPClient
import DataLite
import Foundation
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Reminders

/// A migrated database in a temporary file.
func newDatabase(
    _ configuration: Database.Configuration = Database.Configuration()
) async throws -> Database {
    let database = try Database.temporary(configuration: configuration)
    try await Migrator.reminders.migrate(database)
    return database
}

/// The service on a port that the system chooses.
func application(
    _ database: Database, closingLimit: Duration = .seconds(60)
) -> Application<RouterResponder<BasicRequestContext>> {
    RemindersServer.application(
        database: database, address: .hostname("127.0.0.1", port: 0), closingLimit: closingLimit)
}

/// Runs a test with a client of the service.
func withClient(
    _ database: Database? = nil, _ test: @Sendable (any TestClientProtocol) async throws -> Void
) async throws {
    let database = if let database { database } else { try await newDatabase() }
    try await application(database).test(.router, test)
    try await database.close()
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

    func reminders() throws -> [Reminder] { try decoded(Data(body.readableBytesView)) }

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
                return try decoded(Data(event.dropFirst("data: ".count).utf8))
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
