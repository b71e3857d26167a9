import CoreMetrics
import DataLiteServer
import Foundation
import Logging
import Tracing

/// The time of a read of one row with and without instruments, and that of one around which the back ends are called by
/// hand.
enum Instruments {
    private static let count = 200

    static func measure() throws {
        let logger = Logger(label: "benchmark", factory: { _ in SwiftLogNoOpLogHandler() })
        let (metrics, tracer) = (MemoryMetrics(), MemoryTracer())
        let all: [any DatabaseInstrument] = [
            DatabaseLogger(logger), DatabaseMetrics(factory: metrics),
            DatabaseTracer(tracer: tracer),
        ]
        let without = try Reading([])
        let backEnds = BackEnds(metrics, tracer)
        let contenders: [(String, () throws -> Void)] = [
            ("no instruments", without.run),
            ("DatabaseLogger", try Reading([all[0]]).run),
            ("DatabaseMetrics", try Reading([all[1]]).run),
            ("DatabaseTracer", try Reading([all[2]]).run),
            ("all three", try Reading(all).run),
            ("by hand", { try without.run(backEnds.report) }),
        ]
        // Many short rounds in turn, so that what else the machine does disturbs all of them equally.
        var times = Array(repeating: [Double](), count: contenders.count)
        for _ in 0..<2000 {
            for (index, contender) in contenders.enumerated() {
                times[index].append(try ContinuousClock().measure(contender.1).seconds)
            }
        }
        let medians = times.map { $0.sorted()[$0.count / 2] }
        let microseconds = medians.map { $0 / Double(count) * 1e6 }
        print("A read of one row, microseconds")
        for (contender, time) in zip(contenders, microseconds) {
            print("  \(contender.0): \(time.formatted(.number.precision(.fractionLength(3))))")
        }
        let ratio = microseconds[4] / microseconds[5]
        let text = ratio.formatted(.number.precision(.fractionLength(2)))
        print("  all three, relative to by hand: \(text)")
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

        func run() throws { try run { try $0() } }

        /// Reads rows with a function around each read.
        @inline(__always)
        func run(_ around: (() throws -> Void) throws -> Void) throws {
            for number in 0..<count {
                try around {
                    let name = try database.read { db in
                        try db.value(
                            "SELECT name FROM items WHERE id = \(number + 1)", as: String.self)
                    }
                    precondition(name == "item")
                }
            }
        }
    }

    /// What the instruments ask of their back ends for a read. The log is silent.
    private struct BackEnds {
        let attributes: SpanAttributes = [
            "db.system.name": "sqlite", "db.namespace": "main", "db.operation.name": "read",
        ]
        let used: Meter
        let duration: CoreMetrics.Timer
        let tracer: any Tracer

        init(_ metrics: MemoryMetrics, _ tracer: MemoryTracer) {
            used = Meter(label: "used", factory: metrics)
            duration = CoreMetrics.Timer(label: "duration", dimensions: [], factory: metrics)
            self.tracer = tracer
        }

        func report(_ read: () throws -> Void) throws {
            let span = tracer.startSpan(
                "read", context: .current ?? .topLevel, ofKind: .client, at: DefaultTracerClock.now)
            span.updateAttributes { $0 = attributes }
            used.set(1)
            let start = DispatchTime.now().uptimeNanoseconds
            try read()
            used.set(0)
            duration.recordNanoseconds(Int64(DispatchTime.now().uptimeNanoseconds - start))
            span.end()
        }
    }
}
