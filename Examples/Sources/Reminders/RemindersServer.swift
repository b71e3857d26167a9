import DataLite
import Hummingbird

/// An HTTP service with one database file. The variables `DATABASE`, `HOST` and `PORT` configure it.
@main
struct RemindersServer {
    static func main() async throws {
        let environment = Environment()
        let database = try Database(path: environment.get("DATABASE") ?? "reminders.sqlite")
        try await Migrator.reminders.migrate(database)
        let service = application(
            database: database,
            address: .hostname(
                environment.get("HOST") ?? "127.0.0.1",
                port: environment.get("PORT", as: Int.self) ?? 8080))
        // Ends after SIGTERM or SIGINT, once the running requests are answered.
        try await service.runService()
    }

    static func application(
        database: any DatabaseProtocol, address: BindAddress
    ) -> Application<RouterResponder<BasicRequestContext>> {
        let router = Router()
        router.add(middleware: ErrorMiddleware())
        ReminderRoutes(database: database).add(to: router.group("reminders"))
        return Application(
            router: router,
            configuration: ApplicationConfiguration(address: address),
            // The server is added to these, and ends first: services end in reverse order.
            services: [DatabaseService(database: database)])
    }
}
