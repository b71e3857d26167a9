import Configuration
import DataLiteServer
import Foundation
import Logging
import ServiceLifecycle
import Testing

@Suite("The samples of the guide for servers")
struct GuideSamples {
    /// A server that stops its process as an operator does.
    private struct Server: Service {
        func run() async throws {
            kill(getpid(), SIGTERM)
            try? await gracefulShutdown()
        }
    }

    @Test("A service group runs the service of a database")
    func service() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file()
        var migrator = Migrator()
        migrator.add("create", sql: "CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
        let logger = TestLog().logger
        let server = Server()
        // sample: service
        let service = try await DatabaseService.open(path: path, migrator: migrator, logger: logger)
        let group = ServiceGroup(
            services: [service, server], gracefulShutdownSignals: [.sigterm], logger: logger)
        try await group.run()
        // end
        #expect(try directory.names == ["test.sqlite"])
    }

    @Test("A database has instruments")
    func instruments() async throws {
        let log = TestLog()
        let logger = log.logger
        // sample: instruments
        let metrics = DatabaseMetrics(pool: "app")
        let configuration = Database.Configuration {
            $0.instruments = [
                DatabaseLogger(logger), metrics, DatabaseTracer(namespace: "app"),
            ]
        }
        // end
        let database = try Database.inMemory(configuration: configuration)
        #expect(await failure { try await database.read { _ = try $0.rows("x") } } != nil)
        #expect(log.messages == ["error: a call failed"])
    }

    @Test("Settings come from a reader")
    func settings() throws {
        // sample: settings
        let config = ConfigReader(provider: EnvironmentVariablesProvider())
        let configuration = try Database.Configuration(config.scoped(to: "database"))
        // end
        #expect(configuration.label == "datalite")
    }

    @Test("Tasks do the work that is due")
    func tasks() async throws {
        let metrics = DatabaseMetrics(pool: "app")
        let database = try await Database.withItems()
        // sample: tasks
        let tasks = [
            DatabaseTask.optimize(database),
            DatabaseTask.vacuum(database),
            DatabaseTask.checkpoints(of: database),
            DatabaseTask.integrityChecks(of: database),
            DatabaseTask.metrics(metrics, of: database),
            DatabaseTask.backups(of: database, every: .seconds(86_400), to: "/backups", keep: 7),
        ]
        // end
        for task in tasks.dropLast() { try await task.runOnce() }
        #expect(Set(tasks.map(\.name)).count == tasks.count)
    }

    @Test("Grouped writes share a transaction")
    func grouped() async throws {
        let database = try await Database.withItems()
        try await database.write { db in try db.execute("CREATE TABLE events(text)") }
        let text = "started"
        // sample: grouped
        try await database.write(.grouped) { db in
            try db.execute("INSERT INTO events(text) VALUES (\(text))")
        }
        // end
        #expect(try await database.read { try $0.value("SELECT text FROM events") } == "started")
    }

    @Test("Another program runs the checkpoints")
    func replication() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file()
        // sample: replication
        let configuration = Database.Configuration { $0.leaveCheckpointsToOtherPrograms() }
        let database = try Database(path: path, configuration: configuration)
        let warnings = DatabaseTask.walWarnings(of: database)
        // end
        try await warnings.runOnce()
        try await database.close()
    }
}
