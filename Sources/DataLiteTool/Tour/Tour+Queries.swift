import DataLiteCore
import DataLiteQuery

extension Tour {
    func typedQueries() throws {
        try page.heading("Typed queries: large cities of the southern hemisphere")
        try page.note(
            """
            A table is a Swift type, and its columns are expressions: the compiler checks names and
            types. Values become parameters, shown in the comment below the SQL.
            """)
        try page.swift(
            """
            let query = City.where { $0.latitude < 0 && $0.population > 5_000_000 }
                .order { $0.population.desc() }
                .select { ($0.name, $0.country, $0.population) }
            let cities = try query.fetchAll(connection)  // [(String, String, Int)]
            """)
        try show(
            City.where { $0.latitude < 0 && $0.population > 5_000_000 }
                .order { $0.population.desc() }
                .select { ($0.name, $0.country, $0.population) })
        try page.swift(
            #"""
            City.group(by: \.continent)
                .having { $0.count() > 8 }
                .select { ($0.continent, $0.count(), $0.population.sum()) }
            """#)
        try show(
            City.group(by: \.continent)
                .having { $0.count() > 8 }
                .select { ($0.continent, $0.count(), $0.population.sum()) })
    }

    /// Prints the SQL of a query with its parameters, runs it, and prints its result.
    private func show(_ query: some DataLiteQuery.Query) throws {
        let sql = try query.sql()
        var lines = sql.text
        for clause in ["FROM", "WHERE", "GROUP BY", "HAVING", "ORDER BY"] {
            lines = lines.replacing(" \(clause) ", with: "\n\(clause) ")
        }
        let parameters = sql.parameters.map(\.description).joined(separator: ", ")
        try page.sql("\(lines)\n-- \(parameters)")
        try page.table(of: connection.prepare(sql))
    }
}
