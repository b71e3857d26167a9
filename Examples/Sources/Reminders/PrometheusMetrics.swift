import CoreMetrics
import Synchronization

/// Collects metrics for a page in the text format of Prometheus.
final class PrometheusMetrics: MetricsFactory {
    private struct Key: Hashable {
        let name: String
        let labels: String
    }

    private let all = Mutex<[Key: Series]>([:])

    /// The page: the current values of all metrics.
    var text: String {
        let series = all.withLock { $0 }
        var lines: [String] = []
        let groups = Dictionary(grouping: series, by: \.key.name)
        for (name, group) in groups.sorted(by: { $0.key < $1.key }) {
            lines.append("# TYPE \(name) \(group[0].value.kind.rawValue)")
            for (key, series) in group.sorted(by: { $0.key.labels < $1.key.labels }) {
                lines += series.lines(name, key.labels)
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func series(
        _ label: String, _ dimensions: [(String, String)], _ kind: Series.Kind, suffix: String = ""
    ) -> Series {
        let labels = dimensions.map { name, value in
            let value = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                .replacing("\n", with: "\\n")
            return "\(Self.name(name))=\"\(value)\""
        }
        let key = Key(name: Self.name(label) + suffix, labels: labels.joined(separator: ","))
        return all.withLock { all in
            if let series = all[key] { return series }
            let series = Series(kind)
            all[key] = series
            return series
        }
    }

    private static func name(_ label: String) -> String {
        String(label.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    // MARK: - MetricsFactory

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions, .counter, suffix: "_total")
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, .gauge)
    }

    func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        series(label, dimensions, aggregate ? .histogram : .gauge)
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, dimensions, .histogram, suffix: "_seconds")
    }

    // Prometheus expects that a metric stays.
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}

/// The values of one metric with the same labels.
private final class Series: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    enum Kind: String {
        case counter, gauge, histogram
    }

    private struct State {
        /// The value; for a histogram, the sum of all values.
        var value = 0.0
        var count = 0
        /// The number of values up to each of the bounds.
        var buckets = Series.bounds.map { _ in 0 }
    }

    private static let bounds = [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]

    let kind: Kind
    private let state = Mutex(State())

    init(_ kind: Kind) { self.kind = kind }

    func lines(_ name: String, _ labels: String) -> [String] {
        let state = state.withLock { $0 }
        let braced = labels.isEmpty ? "" : "{\(labels)}"
        guard kind == .histogram else { return ["\(name)\(braced) \(state.value)"] }
        let prefix = labels.isEmpty ? "" : labels + ","
        let bounds = Self.bounds.map { "\($0)" } + ["+Inf"]
        return zip(bounds, state.buckets + [state.count]).map { bound, count in
            "\(name)_bucket{\(prefix)le=\"\(bound)\"} \(count)"
        } + ["\(name)_sum\(braced) \(state.value)", "\(name)_count\(braced) \(state.count)"]
    }

    func increment(by amount: Int64) { increment(by: Double(amount)) }
    func increment(by amount: Double) { state.withLock { $0.value += amount } }
    func decrement(by amount: Double) { increment(by: -amount) }
    func reset() { state.withLock { $0 = State() } }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { state.withLock { $0.value = value } }
    func record(_ value: Int64) { record(Double(value)) }
    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

    func record(_ value: Double) {
        guard kind == .histogram else { return set(value) }
        state.withLock { state in
            state.value += value
            state.count += 1
            for (index, bound) in Self.bounds.enumerated() where value <= bound {
                state.buckets[index] += 1
            }
        }
    }
}
