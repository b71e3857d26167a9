import CoreMetrics
import DataLiteServer
import Foundation
import Logging
import Tracing

/// The time of a read of one row with and without instruments, and that of calling their back ends directly.
enum Instruments {
    private static let count = 1000

    static func measure() throws {
        let logger = Logger(label: "benchmark", factory: { _ in SwiftLogNoOpLogHandler() })
        let (metrics, tracer) = (MemoryMetrics(), MemoryTracer())
        let all: [any DatabaseInstrument] = [
            DatabaseLogger(logger), DatabaseMetrics(factory: metrics),
            DatabaseTracer(tracer: tracer),
        ]
        let without = try Reading([])
        let contenders: [(String, () throws -> Void)] = [
            ("no instruments", without.run),
            ("DatabaseLogger", try Reading([all[0]]).run),
            ("DatabaseMetrics", try Reading([all[1]]).run),
            ("DatabaseTracer", try Reading([all[2]]).run),
            ("all three", try Reading(all).run),
            ("the back ends", BackEnds(metrics, tracer).run),
        ]
        // Short rounds, so that each contender has some that nothing else on the machine disturbs.
        var best = Array(repeating: Double.infinity, count: contenders.count)
        for _ in 0..<500 {
            for (index, contender) in contenders.enumerated() {
                let time = try ContinuousClock().measure { try contender.1() }
                best[index] = min(best[index], time.seconds)
            }
        }
        let microseconds = best.map { $0 / Double(count) * 1e6 }
        print("A read of one row, microseconds")
        for (contender, time) in zip(contenders, microseconds) {
            print("  \(contender.0): \(time.formatted(.number.precision(.fractionLength(3))))")
        }
        let ratio = microseconds[4] / (microseconds[0] + microseconds[5])
        print(
            "  all three, relative to no instruments and the back ends: "
                + "\(ratio.formatted(.number.precision(.fractionLength(2))))")
    }

    private struct Reading {
        let database: Database

        init(_ instruments: [any DatabaseInstrument]) throws {
            database = try Database.temporary(configuration: .init { $0.instruments = instruments })
            try database.write { db in
                try db.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
                for id in 1...1000 { try db.execute("INSERT INTO items VALUES (\(id), 'item')") }
            }
        }

        func run() throws {
            for number in 0..<count {
                let name = try database.read { db in
                    try db.value(
                        "SELECT name FROM items WHERE id = \(number % 1000 + 1)", as: String.self)
                }
                precondition(name == "item")
            }
        }
    }

    /// What the instruments ask of their back ends for a read. The log is silent.
    private struct BackEnds {
        let used: Meter
        let duration: CoreMetrics.Timer
        let tracer: any Tracer

        init(_ metrics: MemoryMetrics, _ tracer: MemoryTracer) {
            used = Meter(label: "used", factory: metrics)
            duration = CoreMetrics.Timer(label: "duration", dimensions: [], factory: metrics)
            self.tracer = tracer
        }

        func run() {
            let attributes: SpanAttributes = [
                "db.system.name": "sqlite", "db.namespace": "main", "db.operation.name": "read",
            ]
            for number in 0..<count {
                let span = tracer.startSpan(
                    "read", context: .current ?? .topLevel, ofKind: .client,
                    at: DefaultTracerClock.now)
                span.updateAttributes { $0 = attributes }
                used.set(1)
                used.set(0)
                duration.recordNanoseconds(Int64(number))
                span.end()
            }
        }
    }
}
