import DataLite
import Hummingbird
import ServiceLifecycle

func makeServer(
    database: Database, address: BindAddress
) -> Application<RouterResponder<BasicRequestContext>> {
    let router = Router()
    router.get("entries") { request, _ in
        let count = request.uri.queryParameters.get("count", as: Int.self) ?? 20
        return try await database.latestEntries(min(max(count, 1), 100))
    }
    router.post("entries") { request, context in
        let entry = try await request.decode(as: NewEntry.self, context: context)
        do {
            return EditedResponse(status: .created, response: try await database.add(entry))
        } catch let error as SQLiteError where error.resultCode == .constraintCheck {
            throw HTTPError(.unprocessableContent, message: "The name is empty.")
        }
    }
    return Application(
        router: router, configuration: ApplicationConfiguration(address: address),
        services: [ClosingDatabase(database: database)])
}

/// Closes the database after the last request.
struct ClosingDatabase: Service {
    let database: Database

    func run() async throws {
        try? await gracefulShutdown()
        try await database.close(within: .seconds(5))
    }
}
