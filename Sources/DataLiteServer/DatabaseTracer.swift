#if Server
    public import DataLiteDatabase
    public import Tracing

    /// An instrument that records a span for each call, and on request one for each statement.
    ///
    /// The parent of a call's span is the span of the task that makes the call; it is also the parent of spans that the
    /// closure starts. A span begins when the call begins to wait. Spans have the attributes of OpenTelemetry's
    /// conventions for databases: `db.system.name`, `db.operation.name`, `db.namespace`, and for a statement
    /// `db.query.text`, without literals. An error is recorded in the span of its call.
    public final class DatabaseTracer: DatabaseInstrument {
        private let tracer: any Tracer
        private let namespace: String
        /// The spans of the running calls.
        private let spans = Locked<[UInt64: any Span]>([:])

        /// The shortest duration of the statements that get a span, zero for all; `nil` for none.
        public let statementLimit: Duration?

        /// - Parameters:
        ///   - namespace: The name of the database.
        ///   - limit: The shortest duration of the statements that get a span, zero for all; `nil` for none.
        ///   - tracer: The back end, or the one of `InstrumentationSystem`.
        public init(
            namespace: String = "main", statementsSlowerThan limit: Duration? = nil,
            tracer: any Tracer = InstrumentationSystem.tracer
        ) {
            self.tracer = tracer
            self.namespace = namespace
            statementLimit = limit
        }

        public func callBegan(_ call: DatabaseCall) {
            let span = start(
                call.kind.rawValue, call.kind.rawValue, ago: call.waited ?? .zero,
                in: .current ?? .topLevel)
            if let waited = call.waited {
                span.attributes["db.client.connection.wait_time"] = waited.milliseconds / 1000
            }
            spans.withLock { $0[call.id] = span }
        }

        public func callEnded(
            _ call: DatabaseCall, after duration: Duration?, error: (any Error)?
        ) {
            // A call that never got a connection has no span yet.
            if duration == nil { callBegan(call) }
            guard let span = spans.withLock({ $0.removeValue(forKey: call.id) }) else { return }
            if let error {
                if let error = error as? SQLiteError {
                    span.attributes["db.response.status_code"] = error.resultCode.name
                    span.attributes["error.type"] = error.resultCode.primary.name
                } else {
                    span.attributes["error.type"] = "\(type(of: error))"
                    span.recordError(error)
                }
                span.setStatus(SpanStatus(code: .error))
            }
            span.end()
        }

        public func statementEnded(_ statement: LoggedStatement, of call: DatabaseCall?) {
            guard let context = call.flatMap({ call in spans.withLock { $0[call.id] } })?.context
            else { return }
            let operation = StatementText.operation(statement.sql)
            let span = start(operation, operation, ago: statement.duration, in: context)
            span.attributes["db.query.text"] = StatementText.normalized(statement.sql)
            span.end()
        }

        /// Starts a span that has begun some time ago.
        private func start(
            _ name: String, _ operation: String, ago time: Duration,
            in context: InstrumentationContext
        ) -> any Span {
            let nanoseconds = DefaultTracerClock.now.nanosecondsSinceEpoch
            let start = DefaultTracerClock.Timestamp(
                nanosecondsSinceEpoch: nanoseconds - UInt64(max(0, time.nanoseconds)))
            let span = tracer.startSpan(name, context: context, ofKind: .client, at: start)
            guard span.isRecording else { return span }
            span.updateAttributes {
                $0["db.system.name"] = "sqlite"
                $0["db.namespace"] = namespace
                $0["db.operation.name"] = operation
            }
            return span
        }
    }
#endif
