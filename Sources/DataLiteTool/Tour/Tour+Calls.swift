import DataLiteCore

extension Tour {
    /// The calls of every connection that run SQL and read its result.
    func oneLineCalls() throws {
        try page.heading("One-line calls: rows, a row, a value")
        try page.note(
            """
            An interpolation becomes a parameter, never a part of the SQL. Each call converts what it
            reads to the type that you ask for.
            """)
        try page.swift(
            #"""
            let country = "Brazil"
            let names = try connection.rows(
                "SELECT name FROM city WHERE country = \(country)", as: String.self)
            let first = try connection.row("SELECT min(name) FROM city", as: String.self)
            let count = try connection.requiredValue("SELECT count(*) FROM city", as: Int.self)
            let unknown = try connection.value(
                "SELECT population FROM city WHERE name = 'Atlantis'", as: Int.self)
            """#)
        let country = "Brazil"
        let names = try connection.rows(
            "SELECT name FROM city WHERE country = \(country)", as: String.self)
        let first = try connection.row("SELECT min(name) FROM city", as: String.self)
        let count = try connection.requiredValue("SELECT count(*) FROM city", as: Int.self)
        let unknown = try connection.value(
            "SELECT population FROM city WHERE name = 'Atlantis'", as: Int.self)
        try page.result(
            """
            names    \(names)
            first    \(first ?? "nil")
            count    \(count)
            unknown  \(unknown.map(String.init) ?? "nil")
            """)
    }
}
