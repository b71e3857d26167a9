import DataLite
import ServiceLifecycle

/// Closes the database when the program ends.
struct DatabaseService: Service {
    let database: any DatabaseProtocol

    func run() async throws {
        // Throws if another service has failed. The database is closed then, too.
        try? await gracefulShutdown()
        try await database.close()
    }
}
