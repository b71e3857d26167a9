import DataLiteTestSupport
import Testing

@testable import DataLiteCore

/// Random transactions on two equal databases. Only one collector is ever paused, and both must collect the same
/// changes.
@Suite(
    "A paused collector",
    .enabled(if: PreupdateFunctions.shared != nil))
struct PausedCollectionPropertyTests {
    private static let schema = """
        PRAGMA foreign_keys = 1;
        CREATE TABLE people(id INTEGER PRIMARY KEY, name, age, note);
        CREATE TABLE pets(name, owner REFERENCES people ON DELETE CASCADE ON UPDATE SET NULL);
        CREATE TABLE log(message, source);
        CREATE TABLE keyed(k TEXT PRIMARY KEY, v, w) WITHOUT ROWID;
        CREATE TABLE computed(x, y, twice AS (x * 2));
        CREATE VIRTUAL TABLE notes USING fts5(text);
        CREATE VIEW names AS SELECT id, name FROM people;
        CREATE TRIGGER logs AFTER UPDATE OF age ON people BEGIN INSERT INTO log VALUES (new.age, 'age'); END;
        CREATE TRIGGER renames INSTEAD OF UPDATE ON names BEGIN
            UPDATE people SET name = new.name WHERE id = new.id;
        END;
        INSERT INTO people VALUES (1, 'a', 1, NULL), (2, 'b', 2, NULL), (3, 'c', NULL, 'n');
        INSERT INTO pets VALUES ('p', 1), ('q', 2), ('r', 3);
        INSERT INTO keyed VALUES ('k', 1, 1), ('l', 2, 2);
        INSERT INTO computed(x, y) VALUES (1, 1), (2, 2);
        INSERT INTO log VALUES (1, 1), (2, 2);
        """

    /// Tables with a constraint that replaces rows, so that every update may delete rows.
    private static let replacing = "CREATE TABLE single(x UNIQUE ON CONFLICT REPLACE, y)"

    private static let tables = [
        "people", "pets", "log", "keyed", "computed", "notes_content", "notes_data",
        "single",
    ]

    /// `#` is a random number, the same in both databases.
    private static let statements = [
        "INSERT INTO people(name, age) VALUES ('n#', #)",
        "REPLACE INTO people(id, name) VALUES (#, 'r')",
        "UPDATE people SET age = age + #", "UPDATE people SET name = name || '#' WHERE id % 2 = 0",
        "UPDATE people SET note = NULL", "UPDATE people SET note = '#', name = name",
        "UPDATE OR REPLACE people SET id = # WHERE id = 2",
        "UPDATE people SET id = id + 20 WHERE id < #",
        "DELETE FROM people WHERE id = #", "DELETE FROM people",
        "UPDATE pets SET name = name || '#'",
        "INSERT INTO pets SELECT name, id FROM people", "UPDATE log SET message = #",
        "UPDATE log SET source = source + 0", "DELETE FROM log WHERE message > #",
        "DELETE FROM log",
        "UPDATE keyed SET v = v + #", "UPDATE keyed SET w = w", "UPDATE keyed SET k = k || '#'",
        "INSERT OR REPLACE INTO keyed VALUES ('k', #, 1)", "UPDATE computed SET x = x + #",
        "UPDATE computed SET y = #", "INSERT INTO computed(x) VALUES (#)",
        "INSERT INTO notes VALUES ('text #')", "DELETE FROM notes",
        "UPDATE notes SET text = 'other #'",
        "UPDATE names SET name = 'v#'", "UPDATE log SET source = nested(#)",
        "UPDATE computed SET y = nested(#)",
        "INSERT INTO log(message) VALUES (#) ON CONFLICT DO NOTHING",
        "INSERT INTO people(id, age) VALUES (#, 1) ON CONFLICT DO UPDATE SET note = '#'",
        "ALTER TABLE computed ADD COLUMN added#",
        "CREATE TRIGGER IF NOT EXISTS later AFTER UPDATE ON keyed BEGIN UPDATE log SET message = new.v; END",
        "DROP TRIGGER IF EXISTS later", "INSERT INTO single VALUES (#, 1)",
        "UPDATE single SET x = #", "UPDATE single SET y = #",
    ]

    private struct Side {
        let connection: Connection
        let collector: ChangeCollector

        init(isReplacing: Bool) throws {
            connection = try .inMemory()
            try connection.execute(script: PausedCollectionPropertyTests.schema)
            if isReplacing {
                try connection.execute(script: PausedCollectionPropertyTests.replacing)
            }
            collector = try #require(try ChangeCollector(on: connection))
            try connection.add(function: "nested", argc: 1) { args in
                try args.connection.execute(
                    "UPDATE people SET name = name || \(args[0]) WHERE id = 3")
                return args[0]
            }
        }

        func observe(_ columns: [TableName: ObservedColumns], knowsSchema: Bool) throws {
            var observed = ChangeCollector.Observed()
            observed.version = collector.observed.version + 1
            observed.columns = columns
            if knowsSchema {
                observed.schema = try ObservedSchema(of: ["main"], on: connection)
                try observed.schema?.readColumns(of: columns.keys, on: connection)
            }
            collector.observed = observed
        }

        /// The changes that are relevant to observers of the columns, by table.
        func takeChanges(_ observed: [TableName: ObservedColumns]) -> [TableName: Set<Int>] {
            collector.take().tables.reduce(into: [:]) { changes, entry in
                if entry.value.rows { return changes[entry.key] = [-1] }
                let columns = entry.value.columns.filter { column in
                    observed[entry.key]?.isTouched(by: [column]) ?? false
                }
                if !columns.isEmpty { changes[entry.key] = columns }
            }
        }
    }

    @Test("A paused collector collects the same changes as one that is never paused")
    func same() async throws {
        try await FuzzRun("paused collection", count: 300).rounds { seed, generator in
            try run(seed, &generator)
        }
    }

    private func run(_ seed: UInt64, _ generator: inout SeededGenerator) throws {
        let isReplacing = Int.random(in: 0..<4, using: &generator) == 0
        let paused = try Side(isReplacing: isReplacing)
        let other = try Side(isReplacing: isReplacing)
        for _ in 1...6 {
            let observed = Self.randomColumns(&generator)
            try paused.observe(observed, knowsSchema: true)
            try other.observe(observed, knowsSchema: false)
            for _ in 1...3 {
                let scripts = Self.randomTransaction(&generator)
                for side in [paused, other] {
                    for sql in scripts { _ = try? side.connection.execute(SQL(raw: sql)) }
                    if !side.connection.isAutocommit { try side.connection.rollbackTransaction() }
                }
                let (changes, expected) = (
                    paused.takeChanges(observed), other.takeChanges(observed)
                )
                try #require(
                    changes == expected, "DATALITE_FUZZ_SEED=\(seed): \(scripts), \(observed)")
            }
        }
    }

    private static func randomColumns(
        _ generator: inout SeededGenerator
    ) -> [TableName: ObservedColumns] {
        var columns: [TableName: ObservedColumns] = [:]
        for table in tables {
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: columns[TableName(table)] = .all
            case 1: columns[TableName(table)] = .some([])
            case 2:
                columns[TableName(table)] = .some([
                    Int.random(in: 0..<4, using: &generator),
                    Int.random(in: 0..<4, using: &generator),
                ])
            default: break
            }
        }
        return columns
    }

    private static func randomTransaction(_ generator: inout SeededGenerator) -> [String] {
        var scripts = (0...Int.random(in: 0..<4, using: &generator)).map { _ in
            let number = String(Int.random(in: 1..<9, using: &generator))
            let statement = statements.randomElement(using: &generator) ?? ""
            return statement.split(separator: "#", omittingEmptySubsequences: false)
                .joined(separator: number)
        }
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: scripts = ["BEGIN"] + scripts + ["COMMIT"]
        case 1: scripts = ["BEGIN", "SAVEPOINT s"] + scripts + ["ROLLBACK TO s", "COMMIT"]
        case 2: scripts = ["BEGIN"] + scripts + ["ROLLBACK"]
        default: break
        }
        return scripts
    }
}
