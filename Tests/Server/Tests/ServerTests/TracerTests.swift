import DataLiteServer
import InMemoryTracing
import Testing
import Tracing

@Suite("The traces of a database")
struct TracerTests {
    private let tracer = InMemoryTracer()

    private func database(
        statements: Duration? = nil, path: String? = nil
    ) async throws -> Database {
        let database = try await Database.withItems(path: path) {
            $0.instruments = [
                DatabaseTracer(namespace: "app", statementsSlowerThan: statements, tracer: tracer)
            ]
        }
        tracer.clearFinishedSpans()
        return database
    }

    private func string(_ name: String, _ span: FinishedInMemorySpan) -> String? {
        guard case .string(let text) = span.attributes.get(name) else { return nil }
        return text
    }

    @Test("A call has a span below that of its task, and the closure sees the context of the task")
    func context() async throws {
        let database = try await database()
        try await tracer.withSpan("request") { request in
            try await database.addItem("a")
            try await database.read { [tracer] _ in tracer.withSpan("inner") { _ in } }
            #expect(tracer.activeSpans.count == 1)
            _ = request
        }
        let spans = tracer.finishedSpans
        #expect(spans.map(\.operationName) == ["write", "inner", "read", "request"])
        let request = try #require(spans.last)
        #expect(spans.dropLast().allSatisfy { $0.parentSpanID == request.spanID })
        #expect(spans.allSatisfy { $0.traceID == request.traceID })
        let write = try #require(spans.first)
        #expect(write.kind == .client)
        #expect(string("db.system.name", write) == "sqlite")
        #expect(string("db.namespace", write) == "app")
        #expect(string("db.operation.name", write) == "write")
        #expect(write.status == nil)
    }

    @Test("Statements have spans on request, without literals and values")
    func statements() async throws {
        let database = try await database(statements: .zero)
        try await database.write { db in
            try db.execute("INSERT INTO items VALUES (7, \("secret"))")
        }
        let spans = tracer.finishedSpans
        let call = try #require(spans.last)
        #expect(call.operationName == "write")
        #expect(spans.dropLast().map(\.operationName) == ["BEGIN", "INSERT", "COMMIT"])
        #expect(spans.dropLast().allSatisfy { $0.parentSpanID == call.spanID })
        #expect(string("db.query.text", spans[1]) == "INSERT INTO items VALUES (?, ?)")
        for span in spans.dropLast() {
            #expect(
                span.startInstant.nanosecondsSinceEpoch >= call.startInstant.nanosecondsSinceEpoch
                    - 1_000_000)
        }
    }

    @Test("An error is recorded in the span of its call")
    func errors() async throws {
        struct Failure: Error {}
        let database = try await database()
        try await database.addItem("a")
        #expect(await failure { try await database.addItem("a") } != nil)
        await #expect(throws: Failure.self) { try await database.read { _ in throw Failure() } }
        let spans = tracer.finishedSpans
        #expect(spans.map { $0.status?.code } == [nil, .error, .error])
        #expect(string("db.response.status_code", spans[1]) == "SQLITE_CONSTRAINT_UNIQUE")
        #expect(string("error.type", spans[1]) == "SQLITE_CONSTRAINT")
        #expect(string("error.type", spans[2]) == "Failure")
        #expect(spans[2].errors.count == 1)
    }

    @Test("A grouped write has a span below that of its task, with those of its statements")
    func groupedWrites() async throws {
        let database = try await database(statements: .zero)
        try await tracer.withSpan("request") { [tracer] _ in
            try await database.write(.grouped) { db in
                try db.execute("INSERT INTO items(name) VALUES ('a')")
                tracer.withSpan("inner") { _ in }
            }
        }
        let spans = tracer.finishedSpans
        func span(_ name: String) throws -> FinishedInMemorySpan {
            try #require(spans.first { $0.operationName == name })
        }
        let (request, write) = (try span("request"), try span("groupedWrite"))
        #expect(write.parentSpanID == request.spanID)
        #expect(try span("INSERT").parentSpanID == write.spanID)
        #expect(try span("inner").parentSpanID == request.spanID)
        let transaction = try span("write")
        #expect(transaction.parentSpanID == nil)
        #expect(try span("COMMIT").parentSpanID == transaction.spanID)
    }

    @Test("A span includes the time of waiting, even if the call never gets a connection")
    func waiting() async throws {
        let directory = try TemporaryDirectory()
        let database = try await database(path: directory.file())
        let gate = Gate()
        let holder = try await database.holdWriter(until: gate)
        let cancelled = Task { try await database.addItem("a") }
        try await reached { database.statistics.waits > 0 }
        try await Task.sleep(for: .milliseconds(20))
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.operationName == "write")
        #expect(string("error.type", span) == "CancellationError")
        let time =
            span.endInstant.nanosecondsSinceEpoch - span.startInstant.nanosecondsSinceEpoch
        #expect(time >= 15_000_000)
        gate.open()
        try await holder.value
        #expect(tracer.activeSpans.isEmpty)
        try await database.close()
    }
}
