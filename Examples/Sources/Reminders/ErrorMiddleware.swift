import DataLite
import Hummingbird

/// Turns every error into a response with a status and JSON: `{"error":{"message":"..."}}`.
struct ErrorMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError {
            throw HTTPError(
                error.status, headers: error.headers,
                message: error.body ?? error.status.reasonPhrase)
        } catch let error as any HTTPResponseError {
            throw HTTPError(error.status, message: error.status.reasonPhrase)
        } catch let error as SQLiteError {
            throw httpError(error, context)
        } catch {
            context.logger.error("\(error)")
            throw HTTPError(.internalServerError, message: "An error has occurred.")
        }
    }

    /// Clients receive only errors that they can act on; other errors are logged.
    private func httpError(_ error: SQLiteError, _ context: BasicRequestContext) -> HTTPError {
        switch error.resultCode {
        case .constraintUnique:
            return HTTPError(.conflict, message: "A reminder with this title already exists.")
        case .constraintCheck:
            return HTTPError(.unprocessableContent, message: "The title is empty.")
        default:
            context.logger.error("\(error)")
        }
        return switch error.resultCode.primary {
        case .busy:
            HTTPError(
                .serviceUnavailable, headers: [.retryAfter: "1"], message: "The database is busy.")
        case .full:
            HTTPError(.init(code: 507), message: "The disk is full.")
        default:
            HTTPError(.internalServerError, message: "An error has occurred.")
        }
    }
}
