import Configuration
import CoreMetrics
import DataLite
import DataLiteHummingbird
import DataLiteServer
import Hummingbird
import Logging
import ServiceLifecycle
import UnixSignals

/// An HTTP service with one database file. Environment variables configure it.
@main
struct RemindersServer {
    static func main() async throws {
        let metricsPage = PrometheusMetrics()
        MetricsSystem.bootstrap(metricsPage)
        // A back end for traces is set here, too: InstrumentationSystem.bootstrap(tracer)
        let server = try await RemindersServer(
            ConfigReader(provider: EnvironmentVariablesProvider()), metricsPage: metricsPage,
            logger: Logger(label: "reminders"))
        // Returns after SIGTERM or SIGINT, when the running requests have been answered or the limit is reached.
        try await server.group(signals: [.sigterm, .sigint]).run()
    }

    let service: DatabaseService
    let tasks: [DatabaseTask]
    private let address: BindAddress
    private let metricsPage: PrometheusMetrics
    private let logger: Logger

    /// Opens the database and applies its migrations.
    init(_ config: ConfigReader, metricsPage: PrometheusMetrics, logger: Logger) async throws {
        let metrics = DatabaseMetrics(pool: "reminders", factory: metricsPage)
        var configuration = try Database.Configuration(config.scoped(to: "database"))
        configuration.instruments = [
            DatabaseLogger(logger), metrics, DatabaseTracer(namespace: "reminders"),
        ]
        service = try await DatabaseService.open(
            path: config.string(forKey: "database.path", default: "reminders.sqlite"),
            configuration: configuration, migrator: .reminders, logger: logger)
        let database = service.database
        var tasks = [
            DatabaseTask.optimize(database, logger: logger),
            DatabaseTask.checkpoints(of: database, logger: logger),
            DatabaseTask.metrics(metrics, of: database, logger: logger),
        ]
        if let directory = config.string(forKey: "backup.directory") {
            let hours = config.int(forKey: "backup.hours", default: 24)
            tasks.append(
                DatabaseTask.backups(
                    of: database, every: .seconds(hours * 3600), to: directory, keep: 7,
                    logger: logger))
        }
        self.tasks = tasks
        address = .hostname(
            config.string(forKey: "http.host", default: "127.0.0.1"),
            port: config.int(forKey: "http.port", default: 8080))
        self.metricsPage = metricsPage
        self.logger = logger
    }

    /// All services. They stop in reverse order: first the server, and last the database.
    ///
    /// - Parameters:
    ///   - shutdownLimit: The time after which running requests are cancelled and their connections are closed. Without
    ///     a limit, a client that never completes its request, or does not read its stream, would keep the process
    ///     running.
    ///   - onStart: Receives the port of the server.
    func group(
        signals: [UnixSignal] = [], shutdownLimit: Duration = .seconds(20),
        onStart: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> ServiceGroup {
        let application = Application(
            router: router(), configuration: ApplicationConfiguration(address: address),
            onServerRunning: { channel in onStart(channel.localAddress?.port ?? 0) },
            logger: logger)
        var services: [any Service] = [service]
        services += tasks
        services.append(application)
        var configuration = ServiceGroupConfiguration(
            services: services, gracefulShutdownSignals: signals, logger: logger)
        configuration.maximumGracefulShutdownDuration = shutdownLimit
        return ServiceGroup(configuration: configuration)
    }

    func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.get { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: PackageResources.index_html)))
        }
        router.get("metrics") { _, _ in metricsPage.text }
        router.get("health") { _, _ in await probe { try await service.health() } }
        router.get("ready") { _, _ in await probe { try await service.readiness() } }
        let routes = router.group("reminders")
            .add(middleware: TracingMiddleware())
            .add(middleware: MetricsMiddleware())
            .add(middleware: LogRequestsMiddleware(.debug))
            .add(middleware: DatabaseErrorMiddleware())
        ReminderRoutes(database: service.database).add(to: routes)
        return router
    }

    private func probe(_ check: () async throws -> Void) async -> HTTPResponse.Status {
        do {
            try await check()
            return .ok
        } catch {
            logger.warning("a probe failed", metadata: ["error.message": "\(error)"])
            return .serviceUnavailable
        }
    }
}
