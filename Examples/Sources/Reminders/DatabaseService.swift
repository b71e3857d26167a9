import DataLite
import ServiceLifecycle

/// Closes the database when the program ends.
struct DatabaseService: Service {
    let database: Database

    /// How long closing waits for reads and writes that are still running.
    let limit: Duration

    func run() async throws {
        // Throws if another service has failed, or if the shutdown takes too long. The database is closed then, too.
        try? await gracefulShutdown()
        try await database.close(within: limit)
    }
}
