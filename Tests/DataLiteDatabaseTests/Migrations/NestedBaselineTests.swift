import DataLiteAltering
import DataLiteDatabase
import Testing

@Suite("Baselines that replace the same migrations")
struct NestedBaselineTests {
    /// How the second baseline names what the first one replaces.
    enum Naming: CaseIterable { case migrations, baseline, both }

    /// The migrations that a migrator has.
    enum Part: CaseIterable { case first, middle, last }

    private func migrator(
        _ naming: Naming = .migrations, keepsOld: Bool = true, keepsThird: Bool = true,
        upTo part: Part = .last
    ) -> Migrator {
        let first = "CREATE TABLE a(x); CREATE TABLE b(x)"
        var migrator = Migrator()
        if keepsOld {
            migrator.add("1", sql: "CREATE TABLE a(x)")
            migrator.add("2", sql: "CREATE TABLE b(x)")
        }
        guard part != .first else { return migrator }
        migrator.baseline("b1", replaces: ["1", "2"], sql: first)
        if keepsThird { migrator.add("3", sql: "ALTER TABLE a ADD COLUMN y") }
        guard part != .middle else { return migrator }
        let names =
            switch naming {
            case .migrations: ["1", "2", "3"]
            case .baseline: ["b1", "3"]
            case .both: ["1", "b1", "2", "3"]
            }
        migrator.baseline(
            "b2", replaces: names, sql: "CREATE TABLE a(x, y); CREATE TABLE b(x)")
        migrator.add("4", sql: "CREATE TABLE c(x)")
        return migrator
    }

    /// Migrates, and checks that the schema is that of a new database and that nothing is left to do.
    private func ran(_ migrator: Migrator, on connection: Connection) throws -> [String] {
        let names = try migrator.migrate(connection)
        let expected = try memory()
        try self.migrator().migrate(expected)
        #expect(try connection.schema.differences(from: expected.schema) == [])
        #expect(try migrator.migrate(connection) == [])
        #expect(try migrator.pending(in: connection) == [])
        #expect(try migrator.status(in: connection).allSatisfy { $0.state == .applied })
        #expect(try !migrator.hasSchemaChanges(connection))
        return names
    }

    @Test("A new database runs only the last baseline", arguments: Naming.allCases, [true, false])
    func new(naming: Naming, keepsOld: Bool) throws {
        #expect(try ran(migrator(naming, keepsOld: keepsOld), on: memory()) == ["b2", "4"])
    }

    @Test(
        "A database that has run the first baseline skips the last one",
        arguments: Naming.allCases, [true, false])
    func middle(naming: Naming, keepsOld: Bool) throws {
        let connection = try memory()
        #expect(try migrator(upTo: .middle).migrate(connection, upTo: "b1") == ["b1"])
        let migrator = migrator(naming, keepsOld: keepsOld)
        #expect(try ran(migrator, on: connection) == ["3", "4"])
        let later = try memory()
        #expect(try self.migrator(upTo: .middle).migrate(later) == ["b1", "3"])
        #expect(try ran(migrator, on: later) == ["4"])
    }

    @Test(
        "A database that has all old migrations skips both baselines",
        arguments: Naming.allCases, [true, false])
    func old(naming: Naming, keepsOld: Bool) throws {
        let connection = try memory()
        #expect(try migrator(upTo: .first).migrate(connection) == ["1", "2"])
        #expect(
            try ran(migrator(naming, keepsOld: keepsOld), on: connection) == ["3", "4"])
    }

    @Test(
        "A database that has some old migrations runs the others first", arguments: Naming.allCases)
    func between(naming: Naming) throws {
        let connection = try memory()
        #expect(try migrator(upTo: .first).migrate(connection, upTo: "1") == ["1"])
        #expect(throws: MigrationError.partlyReplaced(["2"], by: "b1")) {
            try migrator(naming, keepsOld: false).migrate(connection)
        }
        #expect(try ran(migrator(naming), on: connection) == ["2", "3", "4"])
        #expect(try migrator(naming, keepsOld: false).migrate(connection) == [])
    }

    @Test(
        "A limit before the last baseline runs the first one, and the last one is then skipped",
        arguments: Naming.allCases)
    func limited(naming: Naming) throws {
        let connection = try memory()
        let migrator = migrator(naming)
        #expect(try migrator.migrate(connection, upTo: "b1") == ["b1"])
        #expect(try migrator.migrate(connection, upTo: "2") == [])
        #expect(try ran(migrator, on: connection) == ["3", "4"])
        let recent = try memory()
        #expect(try migrator.migrate(recent, upTo: "b2") == ["b2"])
        for name in ["1", "2", "b1", "3"] {
            #expect(try migrator.migrate(recent, upTo: name) == [])
        }
    }

    @Test(
        "A database of GRDB with the old migrations is adopted",
        arguments: Naming.allCases, [true, false])
    func adopted(naming: Naming, keepsOld: Bool) throws {
        let connection = try memory()
        try connection.execute(
            script: """
                CREATE TABLE a(x, y); CREATE TABLE b(x);
                CREATE TABLE grdb_migrations(identifier TEXT NOT NULL PRIMARY KEY);
                INSERT INTO grdb_migrations VALUES ('1'), ('2'), ('3');
                """)
        let migrator = migrator(naming, keepsOld: keepsOld)
        #expect(try migrator.adopt(connection) == ["b2"])
        #expect(try migrator.migrate(connection) == ["4"])
    }

    @Test(
        "Migrations that were removed after they had run do not count as changes of the schema",
        arguments: Naming.allCases, [true, false])
    func changes(naming: Naming, isNew: Bool) throws {
        let connection = try memory()
        try migrator(upTo: isNew ? .middle : .first).migrate(connection)
        try migrator(upTo: .middle).migrate(connection)
        let migrator = migrator(naming, keepsOld: false, keepsThird: false)
        #expect(try migrator.pending(in: connection) == ["4"])
        #expect(try !migrator.hasSchemaChanges(connection))
        try connection.execute("CREATE INDEX changed ON a(y)")
        #expect(try migrator.hasSchemaChanges(connection))
    }

    @Test(
        "A baseline that replaces only some migrations of an earlier one is refused",
        arguments: [["2", "3"], ["1", "3"]])
    func overlapping(names: [String]) throws {
        let connection = try memory()
        var migrator = migrator(upTo: .middle)
        migrator.baseline("b2", replaces: names, sql: "CREATE TABLE a(x)")
        let error = #expect(throws: MigrationError.overlappingBaselines("b1", "b2")) {
            try migrator.migrate(connection)
        }
        #expect(error?.description.contains("replaces only some of the migrations") == true)
        #expect(try connection.schema.tables.isEmpty)
    }
}
