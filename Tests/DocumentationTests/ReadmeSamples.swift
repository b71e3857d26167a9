import DataLiteCoder
import DataLiteCore
import Testing

@Suite("The README's samples")
struct ReadmeSamples {
    @Test("run the introduction in the README")
    func introduction() throws {
        // sample: open
        let connection = try Connection(path: ":memory:")  // or the path of a file
        try connection.execute(
            script: """
                CREATE TABLE cities(
                    id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT, population INTEGER
                );
                CREATE INDEX cities_by_country ON cities(country);
                """)
        // end

        // sample: execute
        let name = "L'Aquila"
        try connection.execute(
            "INSERT INTO cities(name, country, population) VALUES (\(name), 'IT', \(69_000))")
        try connection.execute(
            "INSERT INTO cities(name, country, population) VALUES (:name, :country, :people)",
            ["name": "Lyon", "country": "FR", "people": 522_000])
        // end

        // sample: transaction
        let french = [("Nice", 348_000), ("Brest", 139_000), ("Metz", nil)]
        try connection.transaction {
            for (name, people) in french {
                try connection.execute(
                    "INSERT INTO cities(name, country, population) VALUES (\(name), 'FR', \(people))"
                )
            }
        }
        // end

        // sample: rows
        let country = "FR"
        let rows = try connection.rows(
            "SELECT name, population FROM cities WHERE country = \(country) ORDER BY name")
        for row in rows {
            let name = try row["name", as: String.self]  // throws if it is missing or not a String
            let people = try row["population", as: Int?.self]  // nil for NULL
            print(name, people ?? 0)
        }
        let count = try connection.requiredValue("SELECT count(*) FROM cities", as: Int.self)  // 5
        // end
        #expect(rows.map { $0.lenientValue("name") } == ["Brest", "Lyon", "Metz", "Nice"])
        #expect(rows.map { $0.lenientValue("population") } == [139_000, 522_000, nil, 348_000])
        #expect(count == 5)

        // sample: codable
        struct City: Codable {
            var id: Int?
            var name: String
            var country: String?
            var population: Int?
        }

        let id = try connection.insert(City(name: "Turin", country: "IT"), into: "cities")
        let italian: [City] = try connection.rows("SELECT * FROM cities WHERE country = 'IT'")
        let turin: City = try connection.requiredRow("SELECT * FROM cities WHERE id = \(id)")
        try connection.execute("DELETE FROM cities WHERE id = :id", SQLParameters(turin))
        // end
        #expect(italian.map(\.name) == ["L'Aquila", "Turin"])
        #expect(try connection.value("SELECT count(*) FROM cities") == 5)

        // sample: scalar
        try connection.add(function: "initials") { (text: String) in
            String(text.split(separator: " ").compactMap(\.first))
        }
        let initials: String? = try connection.value("SELECT initials('New York City')")  // NYC
        // end
        #expect(initials == "NYC")

        // sample: aggregate
        final class Median: Function.Aggregate {
            override class var name: String { "median" }
            override class var argc: Int32 { 1 }
            override class var options: Function.Options { [.deterministic, .innocuous] }

            private var values: [Double] = []

            override func step(args: any ArgumentsProtocol) throws {
                if let value = args[0] as Double? { values.append(value) }  // NULL is ignored
            }

            override func finalize() throws -> (any SQLiteRepresentable)? {
                guard !values.isEmpty else { return nil }
                values.sort()
                let middle = values.count / 2
                return values.count % 2 == 1
                    ? values[middle] : (values[middle - 1] + values[middle]) / 2
            }
        }

        try connection.add(function: Median.self)
        let medians = try connection.rows(
            "SELECT country, median(population) AS median FROM cities GROUP BY country")
        // [[country: 'FR', median: 348000.0], [country: 'IT', median: 69000.0]]
        // end
        #expect(
            "\(medians)"
                == "[[country: 'FR', median: 348000.0], [country: 'IT', median: 69000.0]]")
    }
}
