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
        private let texts = StatementTexts()
        private let spans = Locked(RunningCalls<any Span>())
        /// The attributes of each operation, which are built once.
        private let attributes = Locked<[(operation: String, attributes: SpanAttributes)]>([])

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
                call.kind.rawValue, ago: call.waited ?? .zero, in: .current ?? .topLevel)
            if let waited = call.waited {
                span.attributes["db.client.connection.wait_time"] = waited.milliseconds / 1000
            }
            spans.withLock { $0.add(span, for: call) }
        }

        public func callEnded(
            _ call: DatabaseCall, after duration: Duration?, error: (any Error)?
        ) {
            // A call that never got a connection has no span yet.
            if duration == nil { callBegan(call) }
            guard let span = spans.withLock({ $0.remove(call) }) else { return }
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
            guard let context = call.flatMap({ call in spans.withLock { $0[call] } })?.context
            else { return }
            let operation = StatementText.operation(statement.sql)
            let span = start(operation, ago: statement.duration, in: context)
            span.attributes["db.query.text"] = texts[statement.sql]
            span.end()
        }

        /// Starts a span that has begun some time ago.
        private func start(
            _ operation: String, ago time: Duration, in context: InstrumentationContext
        ) -> any Span {
            let nanoseconds = DefaultTracerClock.now.nanosecondsSinceEpoch
            let start = DefaultTracerClock.Timestamp(
                nanosecondsSinceEpoch: nanoseconds - UInt64(max(0, time.nanoseconds)))
            let span = tracer.startSpan(
                operation, context: context, ofKind: .client, at: start)
            guard span.isRecording else { return span }
            let attributes = attributes(of: operation)
            // A copy costs less than a merge.
            span.updateAttributes {
                if $0.isEmpty { $0 = attributes } else { $0.merge(attributes) }
            }
            return span
        }

        private func attributes(of operation: String) -> SpanAttributes {
            attributes.withLock { known in
                if let entry = known.first(where: { $0.operation == operation }) {
                    return entry.attributes
                }
                let attributes: SpanAttributes = [
                    "db.system.name": "sqlite", "db.namespace": .string(namespace),
                    "db.operation.name": .string(operation),
                ]
                known.append((operation, attributes))
                return attributes
            }
        }
    }
#endif
