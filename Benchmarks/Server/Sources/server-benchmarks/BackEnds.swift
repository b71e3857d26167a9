import CoreMetrics
import Synchronization
import Tracing

/// Metrics that are kept as numbers, as those of an exporter are.
final class MemoryMetrics: MetricsFactory {
    final class Number: CounterHandler, MeterHandler, TimerHandler, RecorderHandler {
        private let value = Atomic<Int64>(0)
        private let histogram = Mutex(
            (count: 0, sum: Int64(0), buckets: Array(repeating: 0, count: 12)))

        func increment(by amount: Int64) { value.add(amount, ordering: .relaxed) }
        func reset() { value.store(0, ordering: .relaxed) }
        func set(_ number: Int64) { value.store(number, ordering: .relaxed) }
        func set(_ number: Double) { set(Int64(number)) }
        func increment(by amount: Double) { increment(by: Int64(amount)) }
        func decrement(by amount: Double) { increment(by: -Int64(amount)) }
        func record(_ number: Double) { recordNanoseconds(Int64(number)) }
        func record(_ number: Int64) { recordNanoseconds(number) }

        func recordNanoseconds(_ duration: Int64) {
            histogram.withLock { histogram in
                histogram.count += 1
                histogram.sum += duration
                var limit: Int64 = 5000
                for index in histogram.buckets.indices {
                    if duration <= limit {
                        histogram.buckets[index] += 1
                        break
                    }
                    limit *= 4
                }
            }
        }
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        Number()
    }
    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler { Number() }
    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { Number() }
    func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler { Number() }
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
}

/// Spans that are collected in batches, as those of an exporter are.
final class MemoryTracer: Tracer {
    final class MemorySpan: Tracing.Span {
        private struct State {
            var name: String
            var attributes: SpanAttributes = [:]
            var end: UInt64?
        }

        let context: ServiceContext
        private let kind: SpanKind
        private let start: UInt64
        private let tracer: MemoryTracer
        private let state: Mutex<State>

        init(
            _ name: String, _ context: ServiceContext, _ kind: SpanKind, _ start: UInt64,
            _ tracer: MemoryTracer
        ) {
            (self.context, self.kind, self.start, self.tracer) = (context, kind, start, tracer)
            state = Mutex(State(name: name))
        }

        var operationName: String {
            get { state.withLock { $0.name } }
            set { state.withLock { $0.name = newValue } }
        }
        var attributes: SpanAttributes {
            get { state.withLock { $0.attributes } }
            set { state.withLock { $0.attributes = newValue } }
        }
        var isRecording: Bool { true }
        func setStatus(_ status: SpanStatus) {}
        func addEvent(_ event: SpanEvent) {}
        func addLink(_ link: SpanLink) {}
        func recordError<Instant: TracerInstant>(
            _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
        ) {}

        func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
            let time = instant().nanosecondsSinceEpoch
            state.withLock { $0.end = time }
            tracer.add(self)
        }
    }

    private let batch = Mutex<[MemorySpan]>([])

    fileprivate func add(_ span: MemorySpan) {
        batch.withLock { batch in
            if batch.count == 512 { batch.removeAll(keepingCapacity: true) }
            batch.append(span)
        }
    }

    func startSpan<Instant: TracerInstant>(
        _ name: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file: String, line: UInt
    ) -> MemorySpan {
        MemorySpan(name, context(), kind, instant().nanosecondsSinceEpoch, self)
    }

    func forceFlush() {}
    func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {}
    func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {}
}
