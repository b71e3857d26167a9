import GRDB

enum GRDBFunctions {
    static func add(to database: Database) {
        for name in ["plus", "plus_typed", "plus_closure"] {
            database.add(
                function: DatabaseFunction(name, argumentCount: 2, pure: true) { values in
                    guard let x = Double.fromDatabaseValue(values[0]),
                        let y = Double.fromDatabaseValue(values[1])
                    else { return nil }
                    return x + y
                })
        }
        for name in ["shout", "shout_typed", "shout_closure"] {
            database.add(
                function: DatabaseFunction(name, argumentCount: 1, pure: true) { values in
                    String.fromDatabaseValue(values[0]).map { $0 + "!" }
                })
        }
        database.add(
            function: DatabaseFunction(
                "addition", argumentCount: 1, pure: true, aggregate: Addition.self))
        addRegexp(to: database)
    }

    private struct Addition: DatabaseAggregate {
        var sum = 0.0

        mutating func step(_ values: [DatabaseValue]) throws {
            if let value = Double.fromDatabaseValue(values[0]) { sum += value }
        }

        func finalize() throws -> (any DatabaseValueConvertible)? { sum }
    }

    /// The compiled form of the last pattern. Used only on the queue of its database.
    private final class LastPattern: @unchecked Sendable {
        private var last: (pattern: String, regex: Regex<AnyRegexOutput>)?

        func regex(for pattern: String) throws -> Regex<AnyRegexOutput> {
            if let last, last.pattern == pattern { return last.regex }
            let regex = try Regex(pattern)
            last = (pattern, regex)
            return regex
        }
    }

    private static func addRegexp(to database: Database) {
        let last = LastPattern()
        database.add(
            function: DatabaseFunction("regexp", argumentCount: 2, pure: true) { values in
                guard let pattern = String.fromDatabaseValue(values[0]),
                    let text = String.fromDatabaseValue(values[1])
                else { return nil }
                return try last.regex(for: pattern).wholeMatch(in: text) != nil
            })
    }
}
