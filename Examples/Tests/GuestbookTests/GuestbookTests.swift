import DataLite
import Foundation
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Guestbook

@Suite("The server of the guide")
struct GuestbookTests {
    @Test("The server adds entries, lists the latest and refuses an empty name")
    func entries() async throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("guestbook-\(UUID().uuidString).sqlite").path
        defer {
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: path + suffix)
            }
        }
        let database = try Database.openGuestbook(path: path)
        let server = makeServer(database: database, address: .hostname("127.0.0.1", port: 0))
        try await server.test(.router) { client in
            for name in ["Ada", "Grace", "Lin"] {
                let status = try await post(client, #"{"name":"\#(name)","text":"Hello"}"#)
                #expect(status == .created)
            }
            #expect(try await post(client, #"{"name":"","text":"x"}"#) == .unprocessableContent)
            #expect(try await post(client, "{}") == .badRequest)
            try await client.execute(uri: "/entries?count=2", method: .get) { response in
                #expect(response.status == .ok)
                let list = try #require(
                    JSONSerialization.jsonObject(with: Data(buffer: response.body))
                        as? [[String: Any]])
                #expect(list.map { $0["name"] as? String } == ["Lin", "Grace"])
            }
        }
    }

    private func post(
        _ client: some TestClientProtocol, _ body: String
    ) async throws -> HTTPResponse.Status {
        try await client.execute(
            uri: "/entries", method: .post, headers: [.contentType: "application/json"],
            body: ByteBuffer(string: body)
        ) { $0.status }
    }

    @Test("The guide shows every file of the server")
    func files() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let guide = try String(
            contentsOf: root.appendingPathComponent("../Docs/ServerGuide.md"), encoding: .utf8)
        let folder = root.appendingPathComponent("Sources/Guestbook")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count == 3)
        for name in names {
            let text = try String(
                contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            #expect(guide.contains("`Sources/Guestbook/\(name)`:\n\n```swift\n\(text)```"))
        }
    }
}
