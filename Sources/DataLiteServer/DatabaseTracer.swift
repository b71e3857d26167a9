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
        private let state = Locked(State())

        private struct State {
            /// The spans of the running calls, by their IDs.
            var spans: [UInt64: any Span] = [:]
            /// The attributes of each operation, which are built once.
            private var attributes: [(operation: String, attributes: SpanAttributes)] = []

            mutating func attributes(of operation: String, _ namespace: String) -> SpanAttributes {
                for entry in attributes where entry.operation == operation {
                    return entry.attributes
                }
                let attributes: SpanAttributes = [
                    "db.system.name": "sqlite", "db.namespace": .string(namespace),
                    "db.operation.name": .string(operation),
                ]
                self.attributes.append((operation, attributes))
                return attributes
            }
        }

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
            let operation = call.kind.rawValue
            let span = start(operation, ago: call.waited, in: .current ?? .topLevel)
            let attributes = state.withLock { state in
                state.spans[call.id] = span
                return state.attributes(of: operation, namespace)
            }
            set(attributes, on: span)
            if let waited = call.waited {
                span.attributes["db.client.connection.wait_time"] = waited.milliseconds / 1000
            }
        }

        public func callEnded(
            _ call: DatabaseCall, after duration: Duration?, error: (any Error)?
        ) {
            // A call that never got a connection has no span yet.
            if duration == nil { callBegan(call) }
            let removed = state.withLock { $0.spans.removeValue(forKey: call.id) }
            guard let span = removed else { return }
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
            guard let call else { return }
            let operation = StatementText.operation(statement.sql)
            let (parent, attributes) = state.withLock { state in
                (state.spans[call.id], state.attributes(of: operation, namespace))
            }
            guard let parent else { return }
            let span = start(operation, ago: statement.duration, in: parent.context)
            set(attributes, on: span)
            span.attributes["db.query.text"] = texts[statement.sql]
            span.end()
        }

        /// Starts a span that has begun some time ago.
        private func start(
            _ operation: String, ago time: Duration?, in context: InstrumentationContext
        ) -> any Span {
            var start = DefaultTracerClock.now
            if let time, time > .zero {
                let now = start.nanosecondsSinceEpoch
                start = DefaultTracerClock.Timestamp(
                    nanosecondsSinceEpoch: now - min(now, UInt64(time.nanoseconds)))
            }
            return tracer.startSpan(operation, context: context, ofKind: .client, at: start)
        }

        private func set(_ attributes: SpanAttributes, on span: any Span) {
            guard span.isRecording else { return }
            // A copy costs less than a merge.
            span.updateAttributes {
                if $0.isEmpty { $0 = attributes } else { $0.merge(attributes) }
            }
        }
    }
#endif
