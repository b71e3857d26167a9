import CoreMetrics
import Dispatch
import Foundation
import GRDB
import Hummingbird
import ServiceLifecycle

/// The routes that the load uses, with the middleware and the settings of SQLite that `Reminders` has.
@main
struct RemindersGRDB {
    static func main() async throws {
        let metricsPage = PrometheusMetrics()
        MetricsSystem.bootstrap(metricsPage)
        let environment = Environment()
        var configuration = GRDB.Configuration()
        configuration.busyMode = .timeout(5)
        let pool = try DatabasePool(
            path: environment.get("DATABASE_PATH") ?? "reminders-grdb.sqlite",
            configuration: configuration)
        try DatabaseMigrator.reminders.migrate(pool)

        let router = Router()
        router.get("metrics") { _, _ in metricsPage.text }
        let routes = router.group("reminders")
            .add(middleware: TracingMiddleware())
            .add(middleware: MetricsMiddleware())
            .add(middleware: LogRequestsMiddleware(.debug))
        add(to: routes, pool)
        try await Application(
            router: router,
            configuration: ApplicationConfiguration(
                address: .hostname(
                    "127.0.0.1", port: environment.get("HTTP_PORT", as: Int.self) ?? 8080))
        ).runService()
    }

    private static func add(to routes: RouterGroup<BasicRequestContext>, _ pool: DatabasePool) {
        routes.get { request, _ in
            let parameters = request.uri.queryParameters
            let cursor = parameters.get("after", as: Int64.self)
            let size = parameters.get("size", as: Int.self) ?? 20
            return try await pool.read { db in
                try ReminderPage.newest(after: cursor, size: size, db)
            }
        }
        routes.get(":id") { _, context in
            let id = try context.parameters.require("id", as: Int64.self)
            let reminder = try await pool.read { db in try Reminder.fetchOne(db, key: id) }
            guard let reminder else { throw HTTPError(.notFound) }
            return reminder
        }
        routes.post { request, context in
            let body = try await request.decode(as: ReminderBody.self, context: context)
            let draft = Reminder(title: body.title, isDone: body.isDone ?? false, due: body.due)
            let reminder = try await pool.write { db in try draft.inserted(db) }
            return EditedResponse(
                status: .created, headers: [.location: "/reminders/\(reminder.id ?? 0)"],
                response: reminder)
        }
        // After a commit, a single fetch serves all clients.
        let events = ValueObservation.tracking { db in try event(ReminderPage.newest(db)) }
            .removeDuplicates()
            .shared(in: pool, scheduling: .async(onQueue: DispatchQueue(label: "observation")))
        routes.get("live") { request, _ in
            let body = ResponseBody { writer in
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    let values = events.values(bufferingPolicy: .bufferingNewest(1))
                    for try await event in values.cancelOnGracefulShutdown() {
                        try await writer.write(event)
                    }
                }
                try await writer.finish(nil)
            }
            return Response(status: .ok, headers: [.contentType: "text/event-stream"], body: body)
        }
    }

    /// The latest page as a server-sent event.
    @Sendable
    private static func event(_ page: ReminderPage) throws -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let json = String(decoding: try encoder.encode(page), as: UTF8.self)
        return ByteBuffer(string: "data: \(json)\n\n")
    }
}
