import DataLiteHummingbird
import Hummingbird
import HummingbirdTesting
import Testing

@Suite("Errors of a database as responses")
struct ErrorMiddlewareTests {
    private static let schema = """
        CREATE TABLE parents(id INTEGER PRIMARY KEY, name TEXT UNIQUE);
        CREATE TABLE children(
            id TEXT PRIMARY KEY, parent INTEGER REFERENCES parents, age INTEGER CHECK (age > 0),
            name TEXT NOT NULL DEFAULT 'x'
        ) STRICT;
        INSERT INTO parents VALUES (1, 'Ada');
        INSERT INTO children(id, parent) VALUES ('a', 1);
        """

    @Test(
        "A violated constraint tells the client what is wrong",
        arguments: [
            ("INSERT INTO parents(name) VALUES ('Ada')", 409),
            ("INSERT INTO parents(id) VALUES (1)", 409),
            ("INSERT INTO children(id) VALUES ('a')", 409),
            ("INSERT INTO children(id, parent) VALUES ('b', 7)", 409),
            ("DELETE FROM parents", 409),
            ("INSERT INTO children(id, age) VALUES ('b', 0)", 422),
            ("INSERT INTO children(id, name) VALUES ('b', NULL)", 422),
            ("INSERT INTO children(id, age) VALUES ('b', 'old')", 422),
            ("SELECT zeroblob(2000000000)", 413),
            ("INSERT INTO nothing VALUES (1)", 500),
        ])
    func constraints(sql: String, status: Int) async throws {
        let response = try await response { db in try db.execute(sql: sql) }
        #expect(response.status.code == status)
        let text = String(buffer: response.body)
        for name in ["Ada", "parents", "children", "INSERT"] { #expect(!text.contains(name)) }
        #expect(text.isEmpty == (status == 500))
        #expect(response.headers[.retryAfter] == nil)
    }

    @Test("A missing row is not found")
    func missing() async throws {
        let response = try await response { db in
            let id: Int = try db.requiredValue("SELECT id FROM parents WHERE id = 7")
            _ = id
        }
        #expect(response.status == .notFound)
    }

    @Test(
        "A database that is busy, or a limit that was reached, may be tried again",
        arguments: [ResultCode.busy, .busySnapshot, .locked, .interrupt])
    func busy(code: ResultCode) async throws {
        let response = try await response(retryAfter: 7) { _ in
            throw SQLiteError(code, message: "secret")
        }
        #expect(response.status == .serviceUnavailable)
        #expect(response.headers[.retryAfter] == "7")
        #expect(!String(buffer: response.body).contains("secret"))
    }

    @Test("A full disk is reported, and a damaged file is an error of the server")
    func disk() async throws {
        var response = try await response { _ in throw SQLiteError(.full, message: "secret") }
        #expect(response.status.code == 507)
        response = try await self.response { _ in throw SQLiteError(.corrupt, message: "secret") }
        #expect(response.status == .internalServerError)
        #expect(String(buffer: response.body) == "")
    }

    @Test("Other errors and responses pass")
    func others() async throws {
        #expect(try await response { _ in throw HTTPError(.gone) }.status == .gone)
        #expect(try await response { _ in }.status == .noContent)
    }

    /// The response to a request that calls a closure in a write.
    private func response(
        retryAfter: Int = 1,
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> Void
    ) async throws -> TestResponse {
        let database = try Database.inMemory()
        try await database.write { db in try db.execute(script: Self.schema) }
        let router = Router()
        router.add(middleware: DatabaseErrorMiddleware(retryAfter: retryAfter))
        router.get("/") { _, _ in
            try await database.write { db in try body(db) }
            return HTTPResponse.Status.noContent
        }
        return try await Application(router: router).test(.router) { client in
            try await client.execute(uri: "/", method: .get)
        }
    }
}
