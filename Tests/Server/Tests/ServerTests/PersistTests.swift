import DataLiteHummingbird
import DataLiteServer
import Foundation
import Hummingbird
import HummingbirdTesting
import ServiceLifecycle
import ServiceLifecycleTestKit
import Testing

@Suite("Values by key in a database")
struct PersistTests {
    private struct Session: Codable, Equatable {
        var user: String
        var count: Int
    }

    private func driver(
        _ database: Database? = nil, tidyInterval: Duration = .seconds(600),
        log: TestLog = TestLog()
    ) async throws -> (DatabasePersistDriver, Database) {
        let database = if let database { database } else { try Database.inMemory() }
        let persist = try await DatabasePersistDriver(
            database, tidyInterval: tidyInterval, logger: log.logger)
        return (persist, database)
    }

    /// Makes all values expire that have an end.
    private func expire(_ database: Database) async throws {
        try await database.write { db in
            try db.execute("UPDATE persist SET expires = 0 WHERE expires IS NOT NULL")
        }
    }

    private func count(_ database: Database) async throws -> Int? {
        try await database.read { db in try db.value("SELECT count(*) FROM persist") }
    }

    @Test("A value is stored, replaced and removed")
    func values() async throws {
        let (persist, _) = try await driver()
        #expect(try await persist.get(key: "a", as: String.self) == nil)
        try await persist.set(key: "a", value: "one")
        try await persist.set(key: "b", value: Session(user: "Ada", count: 1))
        #expect(try await persist.get(key: "a", as: String.self) == "one")
        #expect(try await persist.get(key: "b", as: Session.self) == Session(user: "Ada", count: 1))
        try await persist.set(key: "a", value: "two")
        #expect(try await persist.get(key: "a", as: String.self) == "two")
        try await persist.remove(key: "a")
        try await persist.remove(key: "never")
        #expect(try await persist.get(key: "a", as: String.self) == nil)
        #expect(try await persist.get(key: "b", as: Session.self) != nil)
    }

    @Test("Values survive the end of the process")
    func restarting() async throws {
        let directory = try TemporaryDirectory()
        let (persist, database) = try await driver(Database(path: directory.file()))
        try await persist.set(key: "a", value: 1, expires: .seconds(60))
        try await database.close()
        let (again, _) = try await driver(Database(path: directory.file()))
        #expect(try await again.get(key: "a", as: Int.self) == 1)
    }

    @Test("A key that has a value cannot be created, but one whose value has expired can")
    func creating() async throws {
        let (persist, database) = try await driver()
        try await persist.create(key: "a", value: 1, expires: .seconds(60))
        await #expect(throws: PersistError.duplicate) {
            try await persist.create(key: "a", value: 2)
        }
        #expect(try await persist.get(key: "a", as: Int.self) == 1)
        try await expire(database)
        try await persist.create(key: "a", value: 3)
        let value = try await persist.getWithTTL(key: "a", as: Int.self)
        #expect(value?.object == 3)
        #expect(value?.ttl == nil)
    }

    @Test("A value is gone after its time, before its row is deleted")
    func expiring() async throws {
        let (persist, database) = try await driver()
        try await persist.set(key: "a", value: 1, expires: .seconds(60))
        try await persist.set(key: "b", value: 2)
        try await persist.set(key: "c", value: 3, expires: .zero)
        #expect(try await persist.get(key: "c", as: Int.self) == nil)
        let ttl = try #require(try await persist.getWithTTL(key: "a", as: Int.self)?.ttl)
        #expect(ttl > .zero && ttl <= .seconds(60))
        #expect(try await persist.getWithTTL(key: "b", as: Int.self)?.ttl == nil)
        try await expire(database)
        #expect(try await persist.get(key: "a", as: Int.self) == nil)
        #expect(try await persist.getWithTTL(key: "a", as: Int.self) == nil)
        #expect(try await persist.get(key: "b", as: Int.self) == 2)
        #expect(try await count(database) == 3)
    }

    @Test("A replaced value keeps its time, unless a new one is given or the value has expired")
    func keepingTime() async throws {
        let (persist, database) = try await driver()
        try await persist.set(key: "a", value: 1, expires: .seconds(60))
        try await persist.set(key: "a", value: 2)
        #expect(try await persist.getWithTTL(key: "a", as: Int.self)?.ttl != nil)
        try await persist.set(key: "a", value: 3, expires: .seconds(6000))
        let ttl = try #require(try await persist.getWithTTL(key: "a", as: Int.self)?.ttl)
        #expect(ttl > .seconds(60))
        try await expire(database)
        try await persist.set(key: "a", value: 4)
        let value = try await persist.getWithTTL(key: "a", as: Int.self)
        #expect(value?.object == 4)
        #expect(value?.ttl == nil)
    }

    @Test(
        "The shortest and the longest times do not overflow",
        arguments: [
            Duration.seconds(Int64.max), .seconds(Int64.min), .milliseconds(-1), .nanoseconds(1),
        ])
    func extremes(expires: Duration) async throws {
        let (persist, _) = try await driver()
        try await persist.set(key: "a", value: 1, expires: expires)
        let isKept = expires > .seconds(1)
        #expect(try await persist.get(key: "a", as: Int.self) == (isKept ? 1 : nil))
    }

    @Test("A value of another type is an error")
    func conversion() async throws {
        let (persist, _) = try await driver()
        try await persist.set(key: "a", value: Session(user: "Ada", count: 1))
        await #expect(throws: PersistError.invalidConversion) {
            try await persist.get(key: "a", as: String.self)
        }
        await #expect(throws: EncodingError.self) {
            try await persist.set(key: "a", value: Double.nan)
        }
        #expect(try await persist.get(key: "a", as: Session.self)?.user == "Ada")
    }

    @Test("Keys and values are any text")
    func text() async throws {
        let (persist, _) = try await driver()
        for key in ["", "'; DROP TABLE persist; --", "\u{1F600}", "a\"b"] {
            try await persist.set(key: key, value: key)
            #expect(try await persist.get(key: key, as: String.self) == key)
        }
    }

    @Test("Tidying deletes all expired rows, and no other")
    func tidying() async throws {
        let (persist, database) = try await driver()
        try await database.write { db in
            for number in 0..<2500 {
                try db.execute(
                    "INSERT INTO persist VALUES (\("expired \(number)"), '1', \(number))")
            }
        }
        try await persist.set(key: "a", value: 1)
        try await persist.set(key: "b", value: 2, expires: .seconds(60))
        try await persist.tidy()
        #expect(try await count(database) == 2)
    }

    @Test("The service tidies repeatedly, logs errors and ends with the graceful shutdown")
    func service() async throws {
        let log = TestLog()
        let (persist, database) = try await driver(tidyInterval: .milliseconds(1), log: log)
        try await persist.set(key: "a", value: 1, expires: .zero)
        try await testGracefulShutdown { trigger in
            async let run: Void = persist.run()
            while try await count(database) != 0 { await Task.yield() }
            try await database.write { db in try db.execute("DROP TABLE persist") }
            try await reached { log.messages.contains("error: expired values were not deleted") }
            trigger.triggerGracefulShutdown()
            await run
        }
    }

    @Test("A migration can create the table")
    func migration() async throws {
        let database = try Database.inMemory()
        var migrator = Migrator()
        migrator.add("create persist", sql: DatabasePersistDriver.schema())
        try await migrator.migrate(database)
        let changes = database.statistics.writes
        let (persist, _) = try await driver(database)
        #expect(database.statistics.writes == changes)
        try await persist.set(key: "a", value: 1)
        #expect(try await persist.get(key: "a", as: Int.self) == 1)
    }

    @Test("The table has any name, and one with other columns is refused")
    func tables() async throws {
        let database = try await Database.withItems()
        let name = "my \"sessions\""
        let persist = try await DatabasePersistDriver(database, table: name)
        let other = try await DatabasePersistDriver(database)
        try await persist.set(key: "a", value: 1)
        #expect(try await persist.get(key: "a", as: Int.self) == 1)
        #expect(try await other.get(key: "a", as: Int.self) == nil)
        let error = await failure { _ = try await DatabasePersistDriver(database, table: "Items") }
        #expect(error?.resultCode == .error)
        #expect(error?.message.contains("no such column") == true)
    }

    @Test("A server has a driver, and a middleware for errors")
    func server() async throws {
        let directory = try TemporaryDirectory()
        let logger = TestLog().logger
        let service = try await DatabaseService.open(path: directory.file(), logger: logger)
        let configuration = ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0))
        // sample: hummingbird
        let persist = try await DatabasePersistDriver(service.database, logger: logger)
        let router = Router()
        router.add(middleware: DatabaseErrorMiddleware())
        let application = Application(router: router, configuration: configuration, logger: logger)
        let group = ServiceGroup(
            services: [service, persist, application], gracefulShutdownSignals: [.sigterm],
            logger: logger)
        // end
        try await persist.set(key: "a", value: 1)
        async let run: Void = group.run()
        while await failure({ try await service.readiness() }) != nil { await Task.yield() }
        await group.triggerGracefulShutdown()
        try await run
        #expect(try directory.names == ["test.sqlite"])
    }

    @Test("A session is a random cookie and a value")
    func session() async throws {
        let (persist, database) = try await driver()
        let router = Router()
        // sample: session
        router.post("login") { request, context in
            // A real program checks a password.
            let user = try await request.decode(as: String.self, context: context)
            let id = UUID().uuidString
            try await persist.create(key: "session.\(id)", value: user, expires: .seconds(3600))
            var response = Response(status: .noContent)
            response.setCookie(Cookie(name: "session", value: id, secure: true, httpOnly: true))
            return response
        }
        router.get("me") { request, _ in
            let id = request.cookies["session"]?.value ?? ""
            guard let user = try await persist.get(key: "session.\(id)", as: String.self) else {
                throw HTTPError(.unauthorized)
            }
            return user
        }
        // end
        try await Application(router: router).test(.router) { client in
            let cookie = try await client.execute(
                uri: "/login", method: .post, body: ByteBuffer(string: #""Ada""#)
            ) { response in
                #expect(response.status == .noContent)
                return try #require(response.headers[.setCookie]?.split(separator: ";").first)
            }
            let headers: HTTPFields = [.cookie: String(cookie)]
            try await client.execute(uri: "/me", method: .get, headers: headers) { response in
                #expect(String(buffer: response.body) == "Ada")
            }
            try await client.execute(uri: "/me", method: .get) { response in
                #expect(response.status == .unauthorized)
            }
            try await expire(database)
            try await client.execute(uri: "/me", method: .get, headers: headers) { response in
                #expect(response.status == .unauthorized)
            }
        }
    }
}
