import DataLiteAltering
import DataLiteDatabase
import DataLiteTestSupport
import Testing

@Suite("Random histories of migrations")
struct RandomHistoryTests {
    private static let seeds = RandomSeeds.range(count: 25)

    private func forEachSeed(_ title: String, _ body: (inout SeededGenerator, Int) throws -> Void)
        throws
    {
        print("RandomHistoryTests: \(title), seeds \(Self.seeds)")
        for seed in Self.seeds {
            var random = SeededGenerator(seed: UInt64(seed))
            do {
                try body(&random, seed)
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
    }

    private func expectSame(_ db: Connection, _ fresh: Connection, _ comment: Comment) throws {
        let (found, expected) = try (RandomHistory.schema(db), RandomHistory.schema(fresh))
        #expect(found.differences(from: expected) == [], comment)
        #expect(expected.differences(from: found) == [], comment)
        #expect(try RandomHistory.rows(db) == RandomHistory.rows(fresh), comment)
        #expect(try db.foreignKeyViolations() == [], comment)
    }

    @Test("A file of the same SQL is adopted and then migrated to what a new file has")
    func adopted() throws {
        try forEachSeed("adopted") { random, seed in
            let history = RandomHistory(&random)
            let migrator = history.migrator()
            let fresh = try memory()
            try migrator.migrate(fresh)

            let count = Int.random(in: 1...history.steps.count, using: &random)
            let comment: Comment = "seed \(seed), \(count) of \(history.steps.map(\.sql))"
            let file = try memory()
            for step in history.steps.prefix(count) { try file.execute(script: step.sql) }
            let isRecorded = Bool.random(using: &random)
            if isRecorded {
                try file.execute(
                    "CREATE TABLE grdb_migrations(identifier TEXT NOT NULL PRIMARY KEY)")
                for name in history.names.prefix(count) {
                    try file.execute("INSERT INTO grdb_migrations VALUES (\(name))")
                }
            }
            let rows = try RandomHistory.rows(file)
            let name = isRecorded ? nil : history.names[count - 1]
            #expect(
                try migrator.adopt(file, upTo: name) == Array(history.names.prefix(count)), comment)
            #expect(try RandomHistory.rows(file) == rows, comment)
            #expect(try migrator.adopt(file, upTo: history.names[count - 1]) == [], comment)
            #expect(try migrator.migrate(file) == Array(history.names.dropFirst(count)), comment)
            try expectSame(file, fresh, comment)
        }
    }

    private static func changes(of table: DatabaseSchema.Table) throws -> [SQL] {
        let (name, column) = (table.name, try #require(table.columns.last?.name))
        return [
            "CREATE INDEX other ON \(identifier: name)(id)",
            "ALTER TABLE \(identifier: name) ADD COLUMN other",
            "ALTER TABLE \(identifier: name) RENAME COLUMN \(identifier: column) TO other",
            "CREATE TRIGGER other AFTER DELETE ON \(identifier: name) BEGIN SELECT 1; END",
        ]
    }

    @Test("A file that differs is refused with the difference and not changed")
    func refused() throws {
        try forEachSeed("refused") { random, seed in
            let history = RandomHistory(&random)
            let file = try memory()
            for step in history.steps { try file.execute(script: step.sql) }
            // A history may end without any table.
            let table = try file.schema.tables.filter { $0.kind == .table }
                .randomElement(using: &random)
            let changes: [SQL] =
                ["CREATE TABLE other(a)", "CREATE VIEW other AS SELECT 1"]
                + (try table.map(Self.changes) ?? [])
            let change = try #require(changes.randomElement(using: &random))
            try file.execute(change)
            let before = try dump(file)
            let comment: Comment = "seed \(seed), \(change.text)"
            let error = #expect(throws: MigrationError.self, comment) {
                try history.migrator().adopt(file, upTo: history.names.last)
            }
            guard case .schemaDiffers(let differences, _)? = error else {
                Issue.record("seed \(seed): \(String(describing: error))")
                return
            }
            #expect(
                differences.contains { $0.description.contains("\"other\"") },
                "seed \(seed), \(change.text): \(differences)")
            #expect(try dump(file) == before, comment)
        }
    }

    @Test("New files and files of every version end at the same schema and rows after squashing")
    func squashed() throws {
        try forEachSeed("squashed") { random, seed in
            let history = RandomHistory(&random)
            let old = history.migrator()
            let fresh = try memory()
            try old.migrate(fresh)
            let count = Int.random(in: 1...history.steps.count, using: &random)
            for keepsOld in [true, false] {
                let new = try squashed(history, count, keepsOld: keepsOld)
                for version in 0...history.steps.count {
                    let comment: Comment =
                        "seed \(seed), \(count) squashed, version \(version), \(keepsOld)"
                    let file = try memory()
                    if version > 0 { try old.migrate(file, upTo: history.names[version - 1]) }
                    if !keepsOld, 0 < version, version < count {
                        let before = try dump(file)
                        #expect(throws: MigrationError.self, comment) { try new.migrate(file) }
                        #expect(try dump(file) == before, comment)
                    } else {
                        try new.migrate(file)
                        try expectSame(file, fresh, comment)
                        #expect(try new.migrate(file) == [], comment)
                        #expect(try !new.hasSchemaChanges(file), comment)
                        try new.check(file)
                    }
                }
            }
        }
    }

    /// A migrator with a baseline that replaces the first migrations.
    private func squashed(
        _ history: RandomHistory, _ count: Int, keepsOld: Bool,
        table: String = "datalite_migrations"
    ) throws -> Migrator {
        let old = history.migrator()
        let state = try memory()
        try old.migrate(state, upTo: history.names[count - 1])
        var migrator = Migrator(table: table)
        if keepsOld {
            for step in history.steps.prefix(count) { migrator.add(step.name, sql: step.sql) }
        }
        migrator.baseline(
            "baseline", replaces: Array(history.names.prefix(count)),
            sql: try RandomHistory.script(of: state))
        for step in history.steps.dropFirst(count) { migrator.add(step.name, sql: step.sql) }
        return migrator
    }

    @Test("Two migrators with their own tables, each squashed, do not disturb each other")
    func two() throws {
        try forEachSeed("two") { random, seed in
            let app = RandomHistory(&random)
            let library = RandomHistory(prefix: "lib ", &random)
            let fresh = try memory()
            try app.migrator().migrate(fresh)
            try library.migrator(table: "lib_migrations").migrate(fresh)

            let counts = [app, library].map { Int.random(in: 1...$0.steps.count, using: &random) }
            let versions = [app, library].map { Int.random(in: 0...$0.steps.count, using: &random) }
            let file = try memory()
            if versions[1] > 0 {
                try library.migrator(table: "lib_migrations").migrate(
                    file, upTo: library.names[versions[1] - 1])
            }
            if versions[0] > 0 {
                try app.migrator().migrate(file, upTo: app.names[versions[0] - 1])
            }
            var new = [
                try squashed(app, counts[0], keepsOld: true),
                try squashed(library, counts[1], keepsOld: true, table: "lib_migrations"),
            ]
            if Bool.random(using: &random) { new.reverse() }
            for migrator in new { try migrator.migrate(file) }
            for migrator in new { #expect(try migrator.migrate(file) == []) }
            try expectSame(file, fresh, "seed \(seed), versions \(versions), squashed \(counts)")
        }
    }
}
