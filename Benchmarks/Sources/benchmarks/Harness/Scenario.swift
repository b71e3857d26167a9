/// A task, and the contenders that do it.
struct Scenario {
    /// The name in the table.
    let title: String

    /// How many rows, calls, ... one run handles. Times are given for one of them.
    let operations: Int

    /// How often each contender runs in one turn, where a single run would be too short to time.
    var repeats = 1

    let c: Contender
    let dataLite: Contender

    /// `nil` where GRDB has no such feature.
    var grdb: Contender?

    /// The same work with SQLite's built-in functions. The difference is the cost of the calls.
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
