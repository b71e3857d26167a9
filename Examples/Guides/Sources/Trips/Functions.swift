import DataLite
import Foundation

extension ConnectionProtocol {
    func addTripFunctions() throws {
        try add(function: "km_per_h", options: [.deterministic, .innocuous]) {
            (meters: Double, seconds: Double) in
            seconds > 0 ? meters * 3.6 / seconds : nil
        }
        try add(function: Median.self)
        try add(function: $season)
    }
}

final class Median: Function.Aggregate {
    override class var name: String { "median" }
    override class var argc: Int32 { 1 }
    override class var options: Function.Options { [.deterministic, .innocuous] }

    private var values: [Double] = []

    override func step(args: any ArgumentsProtocol) throws {
        if let value = args[0] as Double? { values.append(value) }
    }

    override func finalize() throws -> (any SQLiteRepresentable)? {
        guard !values.isEmpty else { return nil }
        values.sort()
        let middle = values.count / 2
        return values.count % 2 == 1
            ? values[middle] : (values[middle - 1] + values[middle]) / 2
    }
}

struct UnknownMonth: Error {}

@DatabaseFunction(isDeterministic: true) func season(ofMonth month: Int) throws -> String {
    guard 1...12 ~= month else { throw UnknownMonth() }
    return ["winter", "spring", "summer", "autumn"][month % 12 / 3]
}
