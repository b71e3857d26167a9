import DataLite
import Hummingbird

/// Answers every error with a status and JSON: `{"error":{"message":"..."}}`.
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

    /// A client learns what it can change; everything else goes to the log.
    private func httpError(_ error: SQLiteError, _ context: BasicRequestContext) -> HTTPError {
        switch error.resultCode {
        case .constraintUnique:
            return HTTPError(.conflict, message: "There is such a reminder already.")
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
