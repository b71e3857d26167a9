import DataLiteAltering
import DataLiteCore
import Testing

@Suite("The definition of an altered table")
struct AlterTableTextTests {
    private let db: Connection

    init() throws { db = try Connection(location: .inMemory) }

    private func definition() throws -> String? {
        try db.value("SELECT sql FROM sqlite_schema WHERE name = 't'")
    }

    @Test("Comments, commas in comments and spaces between the other definitions stay as they are")
    func comments() throws {
        try db.execute(
            script: """
                CREATE TABLE t( -- a, b
                  a INT /* one */, -- first
                  b INT /* second, */, -- before c
                  c TEXT NOT NULL CHECK (c <> ','), /* unique */
                  UNIQUE (a) -- last
                ) STRICT
                """)
        try db.alterTable("t") { table in
            table.addColumn("d INT")
            table.dropColumn("b")
            table.addConstraint("CHECK (d > 0)")
            table.changeColumn("d", to: "d INT NOT NULL")
            table.dropConstraint(sql: "check(c <> ',')")
            table.dropConstraint(sql: "UNIQUE (a)")
            table.changeOptions(to: "")
        }
        #expect(
            try definition() == """
                CREATE TABLE t( -- a, b
                  a INT /* one */ /* second, */, -- before c
                  c TEXT NOT NULL , d INT NOT NULL, CHECK (d > 0) -- last
                )
                """)
        try db.alterTable("t") { table in
            table.dropColumn("a")
            table.dropColumn("c")
            table.dropConstraint(sql: "CHECK (d > 0)")
        }
        #expect(try definition() == "CREATE TABLE t( -- a, b\n  d INT NOT NULL -- last\n)")
    }

    @Test("Thousands of changes give one definition")
    func manyChanges() throws {
        try db.execute("CREATE TABLE t(id INTEGER PRIMARY KEY)")
        try db.alterTable("t") { table in
            for number in 0..<1000 { table.addColumn("c\(number) INT") }
            for number in 0..<1000 { table.changeColumn("c\(number)", to: "c\(number) TEXT") }
            for number in 0..<999 { table.dropColumn("c\(number)") }
        }
        #expect(try definition() == "CREATE TABLE t(id INTEGER PRIMARY KEY, c999 TEXT)")
    }
}
