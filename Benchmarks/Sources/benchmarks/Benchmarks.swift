import ArgumentParser
import DataLiteC
import Foundation

@main
struct Benchmarks: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compares the time of DataLite with SQLite's C interface and with GRDB.",
        discussion: "Build it with -c release. A debug build only checks that everything runs.")

    @Flag(help: "Use few rows, to check that all contenders get the same results.")
    var quick = false

    @Option(
        help: """
            Run only the groups that start with: \(Self.names.joined(separator: ", ")). Repeat it for others.
            """)
    var scenario: [String] = []

    @Option(help: "How many times each contender runs.")
    var runs = 5

    @Option(help: "Write the tables to this file, between its markers if it has any.")
    var markdown: String?

    @Option(help: "Draw the first table as a bar chart, in this SVG file.")
    var chart: String?

    @Option(help: "Draw the chart from this Markdown file, without a run.")
    var chartFrom: String?

    @Option(help: "Write the numbers to this file.")
    var json: String?

    @Option(help: .private)
    var stream: String?

    @Option(help: .private)
    var rows = 0

    @Option(help: .private)
    var database = ""

    private static let groups = [
        Fetching.group, FetchingRows.group, FetchingWide.group, Coding.group, Inserting.group,
        LookingUp.group,
        Functions.group, Transacting.group, Scripting.group, Opening.group, Growing.fetching,
        Growing.inserting, TypedQueries.group, Associating.group, ReadingOne.group,
        ReadingTogether.group,
        WritingOne.group, WritingBeside.group, UpdatingBeside.group,
        Observing.group,
    ]

    private static let memory = "memory"

    private static var names: [String] { groups.map(\.name) + [memory] }

    func validate() throws {
        guard chartFrom == nil || chart != nil else {
            throw ValidationError("--chart-from needs --chart")
        }
        guard runs > 0 else { throw ValidationError("--runs must be greater than 0") }
        for prefix in scenario where !Self.names.contains(where: { $0.hasPrefix(prefix) }) {
            throw ValidationError("--scenario must be one of \(Self.names.joined(separator: ", "))")
        }
    }

    func run() throws {
        if let name = stream.flatMap(ContenderName.init) {
            return try Memory.stream(name, rows: rows, path: database)
        }
        if let chartFrom {
            return try draw(from: String(contentsOfFile: chartFrom, encoding: .utf8))
        }
        let workplace = try Workplace(isQuick: quick)
        defer { try? workplace.remove() }
        let report = try measure(in: workplace)
        print(report.markdown())
        if let markdown { try MarkdownFile(path: markdown).write(report.markdown()) }
        if let json { try report.json().write(to: URL(fileURLWithPath: json)) }
        try draw(from: report.markdown())
    }

    private func draw(from markdown: String) throws {
        guard let chart else { return }
        try Chart(markdown: markdown).svg.write(toFile: chart, atomically: true, encoding: .utf8)
    }

    private func measure(in workplace: Workplace) throws -> Report {
        let runner = Runner(turns: quick ? 1 : runs)
        var report = Report(machine: Machine(), turns: runner.turns)
        for group in Self.groups where isWanted(group.name) {
            for scenario in try group.scenarios(workplace) {
                let measurement = try runner.measure(scenario, group: group.name)
                tell("\(scenario.title): \(measurement.summary)")
                report.measurements.append(measurement)
            }
        }
        if isWanted(Self.memory) {
            tell(Self.memory)
            report.memory = try Memory.measure(in: workplace)
        }
        return report
    }

    private func isWanted(_ name: String) -> Bool {
        scenario.isEmpty || scenario.contains { name.hasPrefix($0) }
    }

    private func tell(_ title: String) {
        FileHandle.standardError.write(Data((title + "\n").utf8))
    }
}
