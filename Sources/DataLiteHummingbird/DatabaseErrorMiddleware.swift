#if Hummingbird
    public import DataLiteDatabase
    public import Hummingbird

    /// Answers a request that fails with an error of the database by a status that tells the client what to do.
    ///
    /// ```swift
    /// router.add(middleware: DatabaseErrorMiddleware())
    /// ```
    ///
    /// | Error | Status |
    /// |---|---|
    /// | a unique constraint or a foreign key is violated | 409 Conflict |
    /// | `CHECK` or `NOT NULL` is violated, or a value of a strict table has the wrong type | 422 Unprocessable Content |
    /// | `SQLITE_NOTFOUND`: a row is missing, as in `Reminder.find(7).fetchRequired(db)` | 404 Not Found |
    /// | `SQLITE_BUSY`, `SQLITE_LOCKED`, `SQLITE_INTERRUPT`: another program has the lock, or a limit was reached | 503 Service Unavailable, with `Retry-After` |
    /// | `SQLITE_TOOBIG` | 413 Content Too Large |
    /// | `SQLITE_FULL` | 507 Insufficient Storage |
    ///
    /// The messages contain no names of tables and no values. Any other error is passed on, and Hummingbird answers with
    /// status 500. For another message, catch the error in the route and throw an `HTTPError`.
    @available(macOS 14, iOS 17, tvOS 17, visionOS 1, *)
    public struct DatabaseErrorMiddleware<Context: RequestContext>: RouterMiddleware {
        private let retryAfter: Int

        /// - Parameter retryAfter: The seconds after which a client may repeat a request with the status 503.
        public init(retryAfter: Int = 1) { self.retryAfter = retryAfter }

        public func handle(
            _ request: Request, context: Context,
            next: (Request, Context) async throws -> Response
        ) async throws -> Response {
            do {
                return try await next(request, context)
            } catch let error as SQLiteError {
                guard let response = HTTPError(error, retryAfter: retryAfter) else { throw error }
                throw response
            }
        }
    }

    @available(macOS 14, iOS 17, tvOS 17, visionOS 1, *)
    extension HTTPError {
        /// The response to an error of a database, as in the table of ``DatabaseErrorMiddleware``; `nil` for an error of
        /// the program or of the disk, which concerns no client.
        ///
        /// - Parameter retryAfter: The seconds after which a client may repeat a request with the status 503.
        public init?(_ error: SQLiteError, retryAfter: Int = 1) {
            switch error.resultCode {
            case .constraintUnique, .constraintPrimaryKey, .constraintRowID:
                self.init(.conflict, message: "A value that must be unique exists already.")
            case .constraintForeignKey:
                self.init(.conflict, message: "A row that another one refers to does not exist.")
            case .constraintCheck, .constraintNotNull, .constraintDataType:
                self.init(.unprocessableContent, message: "A value is missing or not allowed.")
            case .notFound:
                self.init(.notFound, message: "Not found.")
            default:
                switch error.resultCode.primary {
                case .busy, .locked, .interrupt:
                    self.init(
                        .serviceUnavailable, headers: [.retryAfter: "\(retryAfter)"],
                        message: "The service is busy.")
                case .tooBig:
                    self.init(.contentTooLarge, message: "A value is too large.")
                case .full:
                    self.init(
                        HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage"),
                        message: "The disk is full.")
                default:
                    return nil
                }
            }
        }
    }
#endif
