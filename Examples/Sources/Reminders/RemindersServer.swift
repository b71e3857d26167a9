import DataLite
import Hummingbird
import Logging
import ServiceLifecycle
import UnixSignals

/// An HTTP service with one database file. The variables `DATABASE`, `HOST` and `PORT` configure it.
@main
struct RemindersServer {
    static func main() async throws {
        let environment = Environment()
        let database = try Database(path: environment.get("DATABASE") ?? "reminders.sqlite")
        try await Migrator.reminders.migrate(database)
        let application = application(
            database: database,
            address: .hostname(
                environment.get("HOST") ?? "127.0.0.1",
                port: environment.get("PORT", as: Int.self) ?? 8080))
        // Returns after SIGTERM or SIGINT, when the running requests have been answered or the limit is reached.
        try await group(application, signals: [.sigterm, .sigint]).run()
    }

    /// The service, with a limit for its shutdown. Otherwise a client that never completes its request, or does not
    /// read its stream, would keep the process running.
    static func group(
        _ application: some Service, signals: [UnixSignal] = [],
        shutdownLimit: Duration = .seconds(20), logger: Logger = Logger(label: "Reminders")
    ) -> ServiceGroup {
        var configuration = ServiceGroupConfiguration(
            services: [application], gracefulShutdownSignals: signals, logger: logger)
        // After this time, running requests are cancelled and their connections are closed.
        configuration.maximumGracefulShutdownDuration = shutdownLimit
        return ServiceGroup(configuration: configuration)
    }

    static func application(
        database: Database, address: BindAddress,
        closingLimit: Duration = .seconds(5)
    ) -> Application<RouterResponder<BasicRequestContext>> {
        let router = Router()
        router.add(middleware: ErrorMiddleware())
        ReminderRoutes(database: database).add(to: router.group("reminders"))
        return Application(
            router: router,
            configuration: ApplicationConfiguration(address: address),
            // The server is added after these services. Services end in reverse order, so the
            // server ends first.
            services: [DatabaseService(database: database, limit: closingLimit)])
    }
}
