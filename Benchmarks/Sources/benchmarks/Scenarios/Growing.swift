/// The same work on increasing numbers of rows.
enum Growing {
    static let sizes = [1000, 10_000, 100_000, 1_000_000, 10_000_000]

    /// The database is memory-mapped; otherwise only the smaller sizes would fit into the page cache.
    static let fetching = ScenarioGroup(name: "growth-fetch") { workplace in
        let sizes = sizes(workplace)
        let connections = try Connections(
            path: workplace.path("growth.db"), setup: "PRAGMA mmap_size = 2000000000")
        try connections.fill(Fixture.narrow(rows: sizes.last!))
        return sizes.map { rows in
            let fetching = Fetching(connections, rows: rows)
            return Scenario(
                title: "fetch \(rows) rows", operations: rows, repeats: repeats(rows),
                c: fetching.c, dataLite: fetching.cursor, grdb: fetching.grdb)
        }
    }

    static let inserting = ScenarioGroup(name: "growth-insert") { workplace in
        try sizes(workplace).map { rows in
            let inserting = try Inserting(rows: rows)
            return Scenario(
                title: "insert \(rows) rows", operations: rows, repeats: repeats(rows),
                c: inserting.c, dataLite: inserting.prepared, grdb: inserting.grdb)
        }
    }

    private static func sizes(_ workplace: Workplace) -> [Int] {
        workplace.isQuick ? [10, 100, 1000] : sizes
    }

    private static func repeats(_ rows: Int) -> Int { max(1, 100_000 / rows) }
}
