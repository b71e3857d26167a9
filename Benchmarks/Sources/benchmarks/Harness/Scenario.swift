/// A task, and the contenders that perform it.
struct Scenario {
    /// The name in the table.
    let title: String

    /// The number of rows, calls or other operations in one run. Times are reported per operation.
    let operations: Int

    /// The number of runs of each contender in one turn, for runs that are too short to time
    /// individually.
    var repeats = 1

    let c: Contender
    let dataLite: Contender

    /// `nil` where GRDB has no such feature.
    var grdb: Contender?

    /// The same work with SQLite's built-in functions. The difference is the cost of calling the
    /// application-defined functions.
    var builtIn: Contender?

    var contenders: [(name: ContenderName, contender: Contender)] {
        [(.c, c), (.dataLite, dataLite), (.grdb, grdb), (.builtIn, builtIn)]
            .compactMap { name, contender in contender.map { (name, $0) } }
    }
}

enum ContenderName: String, CaseIterable, Codable, CodingKeyRepresentable {
    case c = "C"
    case dataLite = "DataLite"
    case grdb = "GRDB"
    case builtIn = "built-in"
}

/// Scenarios on one database, which is created before the first and removed after the last.
struct ScenarioGroup: Sendable {
    let name: String
    let scenarios: @Sendable (Workplace) throws -> [Scenario]
}
