import DataLite
import Foundation
import Testing

// sample: grdbNames
extension Connection {
    /// Adds the collations and functions that GRDB adds to its connections.
    func addNamesOfGRDB() throws {
        let collations: [DatabaseCollation] = [
            .unicodeCompare, .caseInsensitiveCompare, .localizedCompare,
            .localizedCaseInsensitiveCompare, .localizedStandardCompare,
        ]
        for collation in collations { try add(collation: collation) }
        let functions: [(String, (String) -> String)] = [
            ("swiftCapitalizedString", { $0.capitalized }),
            ("swiftLowercaseString", { $0.lowercased() }),
            ("swiftUppercaseString", { $0.uppercased() }),
            ("swiftLocalizedCapitalizedString", { $0.localizedCapitalized }),
            ("swiftLocalizedLowercaseString", { $0.localizedLowercase }),
            ("swiftLocalizedUppercaseString", { $0.localizedUppercase }),
        ]
        for (name, convert) in functions {
            try add(function: name, options: .deterministic) { (text: String) in convert(text) }
        }
    }
}
// end

@Suite("A file whose schema names the collations and functions of GRDB")
struct GRDBFileSamples {
    private static let names = [
        "swiftCompare", "swiftCaseInsensitiveCompare", "swiftLocalizedCompare",
        "swiftLocalizedCaseInsensitiveCompare", "swiftLocalizedStandardCompare",
    ]

    @Test("A file that names collations and functions of GRDB can be used when they are added")
    func names() throws {
        // sample: grdbConfiguration
        let configuration = Database.Configuration {
            $0.onOpen = { connection in try connection.addNamesOfGRDB() }
        }
        // end
        let database = try Database.inMemory(configuration: configuration)
        try database.write { db in
            for name in Self.names {
                try db.execute(
                    """
                    CREATE TABLE \(identifier: name)(
                        name TEXT COLLATE \(identifier: name), UNIQUE (name)
                    )
                    """)
                try db.execute(
                    "INSERT INTO \(identifier: name) VALUES ('émile'), ('Zoe'), ('adam')")
            }
            try db.execute(
                """
                CREATE INDEX forms ON swiftCompare(
                    swiftUppercaseString(name), swiftLowercaseString(name),
                    swiftCapitalizedString(name), swiftLocalizedUppercaseString(name),
                    swiftLocalizedLowercaseString(name), swiftLocalizedCapitalizedString(name)
                )
                """)
        }
        let bytes = try database.read { db in
            let sorted = try Self.names.map { name in
                try db.rows("SELECT name FROM \(identifier: name) ORDER BY name", as: String.self)
            }
            #expect(sorted[0] == ["Zoe", "adam", "émile"])
            for names in sorted[1...] { #expect(names == ["adam", "émile", "Zoe"]) }
            let upper = try db.rows(
                "SELECT swiftUppercaseString(name) FROM swiftCompare ORDER BY 1", as: String.self)
            #expect(upper == ["ADAM", "ZOE", "ÉMILE"])
            return try #require(db as? Connection).serialize()
        }
        let copy = try Connection(serialized: bytes)
        #expect(throws: SQLiteError.self) {
            try copy.execute("DELETE FROM swiftCompare WHERE name = 'Zoe'")
        }
        try copy.addNamesOfGRDB()
        #expect(try copy.execute("DELETE FROM swiftCompare WHERE name = 'Zoe'") == 1)
    }
}
