import DataLiteCore
import DataLiteTransfer
import Foundation

/// A tour of the library in chapters, each with Swift code, the SQL that it runs, and the result.
struct Tour {
    let page: TourPage
    let connection: Connection
    let live: LiveQuery

    /// Creates a tour with its own in-memory database and the results of a live query.
    init(output: BufferedOutput, live: LiveQuery) throws {
        page = TourPage(output: output)
        self.live = live
        connection = try Connection(location: .inMemory)
    }

    func run() throws {
        try page.note(
            """
            SQLite, with functions written in Swift. Each chapter shows the Swift code, the SQL that
            it runs, and the result.
            """)
        try cities()
        try oneLineCalls()
        try scalarFunction()
        try aggregate()
        try window()
        try regexp()
        try typedClosure()
        try collation()
        try liveQuery()
        try savepoint()
        try errorInFunction()
        try page.end(
            "End of the tour. For your own data: datalite query --help, datalite functions")
    }

    // MARK: - Chapters

    private func cities() throws {
        try page.heading("\(City.list.count) cities in memory")
        try page.swift(
            """
            let connection = try Connection(location: .inMemory)
            """)
        try City.load(into: connection)
        try query(
            """
            SELECT continent, count(*) AS cities, max(population) AS largest
            FROM city
            GROUP BY continent
            ORDER BY cities DESC
            """)
    }

    private func scalarFunction() throws {
        try page.heading("A scalar function: the ten cities nearest to Vienna")
        try page.note(
            "A class with a name computes a value from its arguments. SQLite sorts by the values.")
        try page.swift(
            """
            final class Distance: Function.Scalar {
                override class var name: String { "distance" }
                override class func invoke(args: any ArgumentsProtocol) throws -> ...
            }
            try connection.add(function: Distance.self)
            """)
        try connection.add(function: Distance.self)
        try query(
            """
            SELECT city.name, city.country,
                   round(distance(here.latitude, here.longitude,
                                  city.latitude, city.longitude), 1) AS km
            FROM city, city AS here
            WHERE here.name = 'Vienna' AND city.name <> here.name
            ORDER BY km
            LIMIT 10
            """)
    }

    private func aggregate() throws {
        try page.heading("An aggregate: median population by continent")
        try page.note(
            "Each group has its own instance. A few very large cities pull the mean up.")
        try page.swift("try connection.add(function: Median.self)")
        try connection.add(function: Median.self)
        try query(
            """
            SELECT continent, CAST(median(population) AS INTEGER) AS median,
                   CAST(avg(population) AS INTEGER) AS mean
            FROM city
            GROUP BY continent
            ORDER BY median DESC
            """)
    }

    private func window() throws {
        try page.heading("A window function: a moving median from west to east")
        try page.note(
            "Median is a Function.Window: it can also remove rows, so the window can move.")
        try page.swift(
            """
            override func inverse(args: any ArgumentsProtocol) throws    // a row leaves
            override func value() throws -> (any SQLiteRepresentable)?   // the current result
            """)
        try query(
            """
            SELECT name, longitude, population,
                   median(population) OVER (
                       ORDER BY longitude ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING
                   ) AS of_three
            FROM city
            WHERE continent = 'South America'
            ORDER BY longitude
            """)
    }

    private func regexp() throws {
        try page.heading("REGEXP: two words, or a letter that is not ASCII")
        try page.note(
            "SQLite has only the syntax of the operator; Function.Regexp implements it.")
        try page.swift("try connection.add(function: Function.Regexp.self)")
        try connection.add(function: Function.Regexp.self)
        try query(
            #"""
            SELECT name, country
            FROM city
            WHERE name REGEXP '\w+ \w+' OR name REGEXP '.*[^\x00-\x7F].*'
            ORDER BY name
            """#)
    }

    private func typedClosure() throws {
        try page.heading("A typed closure: hemispheres")
        try page.note(
            """
            The closure's parameters determine the number of arguments and their types.
            If an argument is NULL, so is the result; the closure is not called.
            """)
        try page.swift(
            """
            try connection.add(function: "hemisphere") { (latitude: Double) in
                latitude < 0 ? "southern" : "northern"
            }
            """)
        try connection.add(function: "hemisphere") { (latitude: Double) in
            latitude < 0 ? "southern" : "northern"
        }
        try query(
            """
            SELECT hemisphere(latitude) AS hemisphere, count(*) AS cities,
                   sum(population) AS people, hemisphere(NULL) AS of_null
            FROM city
            GROUP BY hemisphere(latitude)
            """)
    }

    private func collation() throws {
        try page.heading("A collation: letters without diacritics")
        try page.note(
            "Comparisons, ORDER BY and indexes can use your own equality and order.")
        try page.swift(
            """
            try connection.add(collation: "unmarked") { lhs, rhs in
                lhs.compare(rhs, options: [.caseInsensitive, .diacriticInsensitive])
            }
            """)
        try connection.add(collation: "unmarked") { lhs, rhs in
            lhs.compare(rhs, options: [.caseInsensitive, .diacriticInsensitive])
        }
        try query(
            """
            SELECT name, country
            FROM city
            WHERE name COLLATE unmarked IN ('sao paulo', 'zurich', 'MONTREAL')
            ORDER BY name COLLATE unmarked
            """)
    }

    private func savepoint() throws {
        try page.heading("A savepoint that is rolled back")
        try page.note("The closure throws: its changes are rolled back, and the error is rethrown.")
        try page.swift(
            """
            try connection.savepoint {
                try connection.execute("DELETE FROM city WHERE continent = \\(continent)")
                throw ChangedMind()
            }
            """)
        let count = "SELECT count(*) AS cities FROM city"
        do {
            try connection.savepoint {
                let continent = "Europe"
                try connection.execute("DELETE FROM city WHERE continent = \(continent)")
                try page.note("Inside, after the DELETE:")
                try query(count)
                throw ChangedMind()
            }
        } catch is ChangedMind {
            try page.note("Outside, after ChangedMind was caught:")
            try query(count)
        }
    }

    private func errorInFunction() throws {
        try page.heading("An error thrown inside a function")
        try page.note(
            """
            It ends the statement, not the program. The caller gets an SQLiteError with the SQL and
            the Swift error. Distance throws for a latitude outside -90...90:
            """)
        try page.swift(
            """
            do { ... } catch let error as SQLiteError {
                print(error)
                print("underlyingError:", error.underlyingError)
            }
            """)
        do {
            try query("SELECT name, distance(latitude, longitude, 91.0, 0.0) AS km FROM city")
        } catch let error as SQLiteError {
            try page.result("\(error)")
            if let underlying = error.underlyingError {
                try page.result("underlyingError: \(type(of: underlying))\n")
            }
        }
    }

    /// Prints SQL, runs it, and prints its result.
    private func query(_ sql: String) throws {
        try page.sql(sql)
        try page.table(of: connection.prepare(sql: sql))
    }
}

/// The error that rolls back the tour's savepoint.
private struct ChangedMind: Error {}
