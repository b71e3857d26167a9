import DataLite
import Foundation
import Hummingbird
import ServiceLifecycle

/// The routes below `/reminders`.
struct ReminderRoutes {
    let database: any DatabaseProtocol

    func add(to routes: RouterGroup<BasicRequestContext>) {
        routes.get(use: list)
        routes.post(use: create)
        routes.get(":id", use: show)
        routes.put(":id", use: replace)
        routes.delete(":id", use: delete)
        routes.get("live", use: live)
    }

    @Sendable
    private func list(_ request: Request, _ context: BasicRequestContext) async throws -> [Reminder]
    {
        try await database.read { db in try Reminder.fetchAll(db) }
    }

    @Sendable
    private func create(
        _ request: Request, _ context: BasicRequestContext
    ) async throws -> EditedResponse<Reminder> {
        let draft = try await request.decode(as: ReminderDraft.self, context: context)
        let reminder = try await database.write { db in try Reminder.insert(draft, db) }
        return EditedResponse(
            status: .created, headers: [.location: "/reminders/\(reminder.id)"], response: reminder)
    }

    @Sendable
    private func show(_ request: Request, _ context: BasicRequestContext) async throws -> Reminder {
        let id = try context.parameters.require("id", as: Int.self)
        return try found(await database.read { db in try Reminder.fetch(id, db) })
    }

    @Sendable
    private func replace(
        _ request: Request, _ context: BasicRequestContext
    ) async throws -> Reminder {
        let id = try context.parameters.require("id", as: Int.self)
        let draft = try await request.decode(as: ReminderDraft.self, context: context)
        return try found(await database.write { db in try Reminder.update(id, to: draft, db) })
    }

    @Sendable
    private func delete(
        _ request: Request, _ context: BasicRequestContext
    ) async throws -> HTTPResponse.Status {
        let id = try context.parameters.require("id", as: Int.self)
        _ = try found(await database.write { db in try Reminder.delete(id, db) ? id : nil })
        return .noContent
    }

    /// Server-sent events: all reminders immediately, and again after each change. A client that reads slowly can miss
    /// intermediate states, but always receives the latest one.
    @Sendable
    private func live(_ request: Request, _ context: BasicRequestContext) -> Response {
        let values = database.values { db in try Reminder.fetchAll(db) }
        let body = ResponseBody { writer in
            // Ends when the client closes the connection or the program shuts down.
            try await request.body.consumeWithCancellationOnInboundClose { _ in
                for try await reminders in values.cancelOnGracefulShutdown() {
                    var event = ByteBuffer(string: "data: ")
                    event.writeBytes(try context.responseEncoder.encode(reminders))
                    event.writeString("\n\n")
                    try await writer.write(event)
                }
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-cache"], body: body)
    }

    private func found<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw HTTPError(.notFound, message: "The reminder does not exist.") }
        return value
    }
}
