import DataLiteDatabase

/// The live query of the tour.
struct LiveQuery: Equatable {
    static let sql = """
        SELECT name
        FROM city
        WHERE continent = 'Oceania'
        ORDER BY population DESC
        LIMIT 1
        """
    static let change = "UPDATE city SET population = 5600000 WHERE name = 'Melbourne'"

    /// The first value.
    var first: String?
    /// The value after the change.
    var second: String?

    /// Observes the query on a temporary database while the database is changed.
    static func run() async throws -> LiveQuery {
        let database = try Database.temporary()
        try await database.writeWithoutTransaction { db in try City.load(into: db) }
        let values = database.values { db in try db.value(SQL(raw: sql), as: String.self) }
        var iterator = values.makeAsyncIterator()
        var result = LiveQuery()
        result.first = try await iterator.next() ?? nil
        try await database.write { db in try db.execute(SQL(raw: change)) }
        result.second = try await iterator.next() ?? nil
        try await database.close()
        return result
    }
}

extension Tour {
    func liveQuery() throws {
        try page.heading("A live query: the largest city of Oceania")
        try page.note(
            """
            A Database has several connections: reads run concurrently with a write. The values of a
            query are its result and each new result after a commit, by any program, that changes it.
            """)
        try page.swift(
            #"""
            let database = try Database(path: path)
            let values = database.values { db in
                try db.value("SELECT name ...", as: String.self)
            }
            var iterator = values.makeAsyncIterator()
            print(try await iterator.next())
            try await database.write { db in try db.execute("UPDATE city ...") }
            print(try await iterator.next())
            """#)
        try page.sql(LiveQuery.sql)
        try page.result("first value: \(live.first ?? "none")\n")
        try page.sql(LiveQuery.change)
        try page.result("next value: \(live.second ?? "none")\n")
    }
}
