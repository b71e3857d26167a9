import DataLite
import DataLiteServer
import Foundation
import Hummingbird
import ServiceLifecycle

/// The routes below `/reminders`. `DatabaseErrorMiddleware` answers errors of the database.
struct ReminderRoutes {
    private let database: Database
    /// The latest page as a server-sent event. After a commit, a single fetch serves all clients.
    private let events: SharedValues<ByteBuffer>

    init(database: Database) {
        self.database = database
        events = database.values { db in try Self.event(Reminder.newest().fetch(db)) }.shared()
    }

    func add(to routes: RouterGroup<BasicRequestContext>) {
        routes.get(use: list)
        routes.post(use: create)
        routes.get(":id", use: show)
        routes.put(":id", use: replace)
        routes.delete(":id", use: delete)
        routes.get("live", use: live)
    }

    @Sendable
    private func list(
        _ request: Request, _ context: BasicRequestContext
    ) async throws -> ReminderPage {
        let parameters = request.uri.queryParameters
        let size = parameters.get("size", as: Int.self) ?? 20
        guard (1...100).contains(size) else {
            throw HTTPError(.badRequest, message: "A page has from 1 to 100 reminders.")
        }
        let cursor =
            try parameters.get("after") == nil
            ? nil : parameters.require("after", as: PageCursor.self)
        do {
            return try await ReminderPage(
                database.fetch(Reminder.newest(after: cursor, size: size)))
        } catch let error as SQLiteError where error.resultCode == .mismatch && cursor != nil {
            throw HTTPError(.badRequest, message: "The cursor belongs to another list.")
        }
    }

    @Sendable
    private func create(
        _ request: Request, _ context: BasicRequestContext
    ) async throws -> EditedResponse<Reminder> {
        let body = try await request.decode(as: ReminderBody.self, context: context)
        // Requests that arrive at the same time share a commit.
        let reminder = try await database.write(.grouped) { db in try Reminder.insert(body, db) }
        return EditedResponse(
            status: .created, headers: [.location: "/reminders/\(reminder.id)"], response: reminder)
    }

    @Sendable
    private func show(_ request: Request, _ context: BasicRequestContext) async throws -> Reminder {
        let id = try context.parameters.require("id", as: Int.self)
        return try await database.read { db in try Reminder.find(id).fetchRequired(db) }
    }

    @Sendable
    private func replace(
        _ request: Request, _ context: BasicRequestContext
    ) async throws -> Reminder {
        let id = try context.parameters.require("id", as: Int.self)
        let body = try await request.decode(as: ReminderBody.self, context: context)
        return try await database.write(.grouped) { db in
            try Reminder.replace(id, with: body, db)
        }
    }

    @Sendable
    private func delete(
        _ request: Request, _ context: BasicRequestContext
    ) async throws -> HTTPResponse.Status {
        let id = try context.parameters.require("id", as: Int.self)
        let count = try await database.write(.grouped) { db in
            try Reminder.find(id).delete().execute(db)
        }
        guard count > 0 else { throw HTTPError(.notFound) }
        return .noContent
    }

    /// Server-sent events: the latest page immediately, and again after each change. A client that reads slowly can miss
    /// intermediate states, but always receives the latest one.
    @Sendable
    private func live(_ request: Request, _ context: BasicRequestContext) -> Response {
        let body = ResponseBody { writer in
            // Ends when the client closes the connection, or the service stops.
            try await request.body.consumeWithCancellationOnInboundClose { _ in
                for try await event in events.cancelOnGracefulShutdown() {
                    try await writer.write(event)
                }
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-cache"], body: body)
    }

    private static func event(_ page: Page<Reminder>) throws -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let json = String(decoding: try encoder.encode(ReminderPage(page)), as: UTF8.self)
        return ByteBuffer(string: "data: \(json)\n\n")
    }
}
