import DataLiteCore
import Foundation
import Testing

@testable import DataLiteTool

@Suite("The tour")
struct TourTests {
    private func tour() throws -> [String] {
        let live = LiveQuery(first: "Sydney", second: "Melbourne")
        return try text { try Tour(output: $0, live: live).run() }
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test("The tour has a chapter for each part of the library")
    func chapters() throws {
        let lines = try tour()
        let headings = lines.indices.dropLast()
            .filter { lines[$0 + 1].hasPrefix("═") }
            .map { lines[$0] }
        let topics = [
            "cities", "One-line calls", "scalar", "aggregate", "window", "REGEXP", "closure",
            "collation", "live query", "savepoint", "error",
        ]
        #expect(headings.count == topics.count)
        for (heading, topic) in zip(headings, topics) { #expect(heading.contains(topic)) }
    }

    @Test("The tour finds the ten cities nearest to Vienna")
    func nearest() throws {
        let lines = try tour()
        let rule = try #require(lines.firstIndex { $0.hasPrefix("name        country") }) + 1
        let cities = lines[(rule + 1)...(rule + 10)].map { $0.split(separator: " ")[0] }
        let expected = [
            "Berlin", "Warsaw", "Zürich", "Rome", "Copenhagen", "Paris", "Kyiv", "London",
            "Stockholm", "Istanbul",
        ]
        #expect(cities.map(String.init) == expected)
        #expect(lines[rule + 11] == "")
    }

    @Test(
        "The tour shows the result of each step",
        arguments: [
            #"names    ["Rio de Janeiro", "São Paulo"]"#, "count    57", "unknown  nil",
            "Asia           10420000  12391428",
            "Lima               -77.04    10000000  7740000.0",
            "Zürich        Switzerland",
            "northern        43  297750000  NULL",
            "São Paulo  Brazil",
            "first value: Sydney",
            "next value: Melbourne",
            "    41",
            "    57",
            "SQLiteError(1): haversine: latitude 91.0 is outside -90...90",
            "underlyingError: LatitudeError",
        ])
    func results(line: String) throws {
        #expect(try tour().contains(line))
    }

    @Test("The tour observes a query while its result changes")
    func liveQuery() async throws {
        let live = try await LiveQuery.run()
        #expect(live == LiveQuery(first: "Sydney", second: "Melbourne"))
    }

    @Test("The tour fits a terminal of 90 columns")
    func width() throws {
        for line in try tour() { #expect(TerminalText.columns(of: line) <= 90) }
    }

    @Test("The tour runs as a process without colors")
    func process() throws {
        let lines = try tour().joined(separator: "\n")
        #expect(try BuiltTool.run(["tour"]) == .init(status: 0, output: lines, errors: ""))
    }

    @Test("The tour uses colors for headings and code on a terminal")
    func colors() throws {
        let page = try text { output in
            let page = TourPage(output: output, isColored: true)
            try page.heading("Title")
            try page.sql("SELECT 1")
            try page.note("Note")
        }
        #expect(
            page == """

                \u{1b}[1m1. Title\u{1b}[0m
                \u{1b}[1m════════\u{1b}[0m
                \u{1b}[36msql    SELECT 1\u{1b}[0m

                Note


                """)
    }
}

@Suite("The cities of the tour")
struct CityTests {
    @Test("The tour has at least 40 cities on all inhabited continents")
    func counts() {
        #expect(City.list.count >= 40)
        #expect(
            Set(City.list.map { $0.continent }) == [
                "Africa", "Asia", "Europe", "North America", "Oceania", "South America",
            ])
        #expect(Set(City.list.map { $0.name }).count == City.list.count)
    }

    @Test("The coordinates of a city are valid", arguments: City.list.map { $0.name })
    func places(name: String) throws {
        let city = try #require(City.list.first { $0.name == name })
        #expect((-90...90).contains(city.latitude))
        #expect((-180...180).contains(city.longitude))
        #expect((100_000...30_000_000).contains(city.population))
    }
}
