import DataLite
import ServiceLifecycle

/// Closes the database when the program ends.
struct DatabaseService: Service {
    let database: Database

    /// The longest time that closing waits for running reads and writes.
    let limit: Duration

    func run() async throws {
        // Throws if another service fails or the shutdown takes too long. The database is closed even then.
        try? await gracefulShutdown()
        try await database.close(within: limit)
    }
}
