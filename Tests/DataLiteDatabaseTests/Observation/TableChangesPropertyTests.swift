import Foundation
import Testing

@testable import DataLiteDatabase

/// Random programs of savepoints, failures, triggers, conflicts, BLOB writes and schema changes: applying the reported
/// changes to a copy must yield the table.
///
/// `DATALITE_SEED` sets the seed of the first program, `DATALITE_PROGRAMS` the number of programs.
@Suite(
    "The changes of tables by random programs", .timeLimit(.minutes(20)),
    .enabled(if: !ChangeCollector.isMissing))
struct TableChangesPropertyTests {
    @Test("Changes applied to a copy of a table yield the table")
    func property() throws {
        let environment = ProcessInfo.processInfo.environment
        let seed =
            environment["DATALITE_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0..<1_000_000)
        let count = environment["DATALITE_PROGRAMS"].flatMap(UInt64.init) ?? 8
        for seed in seed..<seed + count {
            var program = try RandomProgram(seed: seed)
            for round in 1...60 {
                let failure = try program.run()
                try #require(
                    failure == nil,
                    "DATALITE_SEED=\(seed), round \(round): \(failure ?? "")\n\(program.text)")
            }
        }
    }
}

/// Writes to a database, and a copy of its tables that follows their changes.
private struct RandomProgram {
    private let database: Database
    private var random: SeededGenerator
    private var copies: [TableCopy] = []
    private var statements: [String] = []
    private var changesSchema = false

    /// The statements of the latest round.
    var text: String { statements.joined(separator: ";\n") }

    init(seed: UInt64) throws {
        database = try TestStorage.file.open()
        random = SeededGenerator(seed: seed)
        try database.write { db in try db.execute(script: Self.schema) }
        for (name, key) in Self.tables {
            let id = database.pool.observers.delivery.addStream(TableName(name), bufferLimit: 1000)
            copies.append(TableCopy(name: name, key: key, stream: id))
        }
        try database.write { db in for k in copies.indices { try copies[k].reload(db) } }
    }

    /// The tables, and the columns of their keys.
    private static let tables = [
        ("ids", "id"), ("texts", "k"), ("pairs", "n, k"), ("loose", "k"), ("folded", "k"),
        ("reals", "k"), ("plain", "rowid"), ("log", "rowid"), ("shadowed", "_rowid_"),
        ("uncommon", "k"),
    ]

    private static let schema = """
        CREATE TABLE ids(id INTEGER PRIMARY KEY, x UNIQUE CHECK (x <> 13), v);
        CREATE TABLE texts(k TEXT PRIMARY KEY, x UNIQUE, v);
        CREATE TABLE pairs(v, k TEXT, n INT, PRIMARY KEY (n, k)) WITHOUT ROWID;
        CREATE TABLE loose(k PRIMARY KEY, v);
        CREATE TABLE folded(k TEXT COLLATE NOCASE PRIMARY KEY, v);
        CREATE TABLE reals(k REAL PRIMARY KEY, v);
        CREATE TABLE plain(x, v);
        CREATE TABLE shadowed(rowid, v);
        CREATE TABLE uncommon(k TEXT, v, PRIMARY KEY (k COLLATE NOCASE)) WITHOUT ROWID;
        CREATE TABLE log(message);
        CREATE TRIGGER deleted AFTER DELETE ON ids BEGIN
            INSERT INTO log VALUES (old.id); DELETE FROM plain WHERE rowid = old.id;
        END;
        CREATE TRIGGER picky BEFORE INSERT ON texts WHEN new.k = 'b' BEGIN
            INSERT INTO log VALUES ('b'); SELECT raise(FAIL, 'b');
        END;
        CREATE TRIGGER moved AFTER UPDATE OF k ON texts BEGIN
            REPLACE INTO pairs VALUES (new.x, new.k, 1);
        END;
        """

    private static let rowStatements = [
        "INSERT INTO ids(x, v) VALUES (?, ?), (?, ?), (?, ?)", "INSERT INTO ids VALUES (?, ?, ?)",
        "REPLACE INTO ids VALUES (?, ?, ?)", "INSERT OR IGNORE INTO ids VALUES (?, ?, ?)",
        "INSERT OR FAIL INTO ids(x) VALUES (?), (?), (?), (?)",
        "INSERT INTO ids(id, x) VALUES (?, ?) ON CONFLICT DO UPDATE SET x = excluded.x + 1",
        "UPDATE ids SET x = x + ?", "UPDATE OR REPLACE ids SET x = ? WHERE id > ?",
        "UPDATE OR REPLACE ids SET id = ? WHERE id = ?", "UPDATE ids SET id = id + ?",
        "UPDATE ids SET v = zeroblob(4) WHERE id < ?", "DELETE FROM ids",
        "DELETE FROM ids WHERE id % 3 = ?",
        "DELETE FROM log", "DELETE FROM plain", "INSERT INTO plain SELECT k, v FROM loose",
        "UPDATE plain SET rowid = rowid + ?", "INSERT INTO plain VALUES (?, zeroblob(3))",
        "REPLACE INTO texts(k, x) VALUES (? || 'a', ?), (char(97 + ?), ?)",
        "INSERT INTO texts(k, x) VALUES (char(97 + ?), ?), (char(97 + ?), ?)",
        "UPDATE texts SET k = k || ? WHERE x > ?", "UPDATE texts SET x = x + 1",
        "DELETE FROM texts", "DELETE FROM texts WHERE x = ?",
        "UPDATE OR REPLACE texts SET k = upper(k)",
        "INSERT OR REPLACE INTO pairs VALUES (?, char(97 + ?), ?)",
        "UPDATE pairs SET n = n + ?", "UPDATE OR REPLACE pairs SET k = 'p', v = ?",
        "DELETE FROM pairs WHERE n = ?", "DELETE FROM pairs",
        "INSERT INTO loose VALUES (?, ?), (NULL, ?), (NULL, ?)",
        "INSERT INTO loose VALUES (? / 2.0, ?)", "INSERT INTO loose VALUES (x'0' || ?, 1)",
        "INSERT INTO loose VALUES (char(233), 1), ('e' || char(769), 2)",
        "UPDATE loose SET k = CAST(k AS REAL) WHERE typeof(k) = 'integer'",
        "UPDATE loose SET k = NULL WHERE v = ?", "DELETE FROM loose WHERE k IS NULL",
        "DELETE FROM loose WHERE rowid % 2 = 1", "UPDATE loose SET v = ?",
        "REPLACE INTO folded VALUES (char(97 + ?), ?), (char(65 + ?), ?)",
        "UPDATE folded SET k = upper(k)", "UPDATE folded SET k = lower(k) WHERE v > ?",
        "DELETE FROM folded WHERE v = ?",
        "REPLACE INTO reals VALUES (?, ?), (? / 4.0, ?)", "UPDATE reals SET k = -k",
        "UPDATE OR IGNORE reals SET k = k + ?", "DELETE FROM reals WHERE v = ?",
        "INSERT INTO shadowed VALUES (?, ?)", "UPDATE shadowed SET rowid = ?",
        "DELETE FROM shadowed WHERE _rowid_ % 2 = 0",
        "REPLACE INTO uncommon VALUES (char(97 + ?), ?), (char(65 + ?), ?)",
        "UPDATE uncommon SET k = upper(k)", "DELETE FROM uncommon WHERE v = ?",
    ]

    private static let savepoints = [
        "SAVEPOINT a", "SAVEPOINT b", "ROLLBACK TO a", "ROLLBACK TO b", "RELEASE a", "RELEASE b",
        "SAVEPOINT a", "ROLLBACK TO a",
    ]

    private static let schemaStatements = [
        "ALTER TABLE ids ADD COLUMN added DEFAULT 5", "ALTER TABLE ids DROP COLUMN added",
        "ALTER TABLE texts RENAME COLUMN v TO w", "ALTER TABLE texts RENAME COLUMN w TO v",
        "DROP TABLE pairs; CREATE TABLE pairs(v, k TEXT, n INT, PRIMARY KEY (n, k))",
        "DROP TABLE pairs; CREATE TABLE pairs(k TEXT, v, n INT, PRIMARY KEY (n, k)) WITHOUT ROWID",
        "DROP TABLE plain; CREATE TABLE plain(x, v); INSERT INTO plain VALUES (1, 1), (2, 2)",
        "CREATE TABLE IF NOT EXISTS other(x)", "DROP TABLE IF EXISTS other",
    ]

    /// Runs one round of random statements.
    ///
    /// - Returns: A description of the first copy that differs from its table.
    mutating func run() throws -> String? {
        statements = []
        changesSchema = false
        let count = Int.random(in: 1...12, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            // Each statement may commit.
            _ = try? database.writeWithoutTransaction { db in
                for _ in 0..<count { step(db) }
            }
        case 1:
            _ = try? database.write { db in
                for _ in 0..<count { step(db) }
                throw Refused()
            }
        default:
            try database.write { db in for _ in 0..<count { step(db) } }
        }
        return try database.write { db in
            for k in copies.indices {
                if let failure = try copies[k].follow(database, db, changesSchema) {
                    return failure
                }
            }
            return nil
        }
    }

    /// Runs one random statement, which may fail.
    private mutating func step(_ db: any ConnectionProtocol) {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<13:
            let sql = Self.rowStatements.randomElement(using: &random) ?? ""
            let text = sql.map { $0 == "?" ? "\(Int.random(in: 0..<16, using: &random))" : "\($0)" }
            run(text.joined(), db)
        case 13..<18: run(Self.savepoints.randomElement(using: &random) ?? "", db)
        case 18: writeBlob(db)
        default:
            guard Int.random(in: 0..<4, using: &random) == 0 else { return }
            changesSchema = true
            run(Self.schemaStatements.randomElement(using: &random) ?? "", db)
        }
    }

    private mutating func run(_ sql: String, _ db: any ConnectionProtocol) {
        statements.append(sql)
        try? db.execute(script: sql)
    }

    /// Writes to a BLOB in place, if there is one.
    private mutating func writeBlob(_ db: any ConnectionProtocol) {
        let (table, column) = Bool.random(using: &random) ? ("ids", "v") : ("plain", "v")
        statements.append("-- BLOB of \(table)")
        guard
            let rowID = try? db.value(
                "SELECT rowid FROM \(identifier: table) WHERE typeof(v) = 'blob' LIMIT 1",
                as: Int64.self)
        else { return }
        let digit = "\(random.next() % 9)"
        try? db.withBlob(in: table, column: column, row: rowID, access: .readWrite) { blob in
            try blob.write(Array(digit.utf8), at: 0)
        }
    }
}

/// A copy of a table by key.
private struct TableCopy {
    let name: String
    let key: String
    let stream: Int
    private var rows: [RowKey: [String]] = [:]

    /// Whether the schema changed since the last reported changes. If that was undone, the next changes are unknown.
    private var mayBeUnknown = false

    init(name: String, key: String, stream: Int) {
        self.name = name
        self.key = key
        self.stream = stream
    }

    mutating func reload(_ db: any ConnectionProtocol) throws { rows = try current(db) }

    private func current(_ db: any ConnectionProtocol) throws -> [RowKey: [String]] {
        let keys = key.split(separator: ",").count
        var rows: [RowKey: [String]] = [:]
        for row in try db.rows("SELECT \(raw: key), * FROM \(identifier: name)") {
            let key = RowKey(row.prefix(keys).map(\.value))
            rows[key, default: []].append("\(row.dropFirst(keys))")
        }
        return rows.mapValues { $0.sorted() }
    }

    /// Applies the reported changes.
    ///
    /// - Returns: The errors in the changes.
    mutating func follow(
        _ database: Database, _ db: any ConnectionProtocol, _ changesSchema: Bool
    ) throws -> String? {
        let table = try current(db)
        let changes = database.takeChanges(stream)
        mayBeUnknown = mayBeUnknown || changesSchema
        defer { if !changesSchema, !changes.isEmpty { mayBeUnknown = false } }
        for change in changes {
            guard case .rows(let keys) = change else {
                rows = table
                guard mayBeUnknown else { return "\(name): unknown" }
                continue
            }
            // Later commits may have changed the rows again.
            if changes.count == 1, !isExact(keys, table) { return "\(name): \(keys) of \(rows)" }
            for key in keys.inserted + keys.updated + keys.deleted { rows[key] = table[key] }
        }
        return rows == table ? nil : "\(name): expected \(table), found \(rows)"
    }

    /// Whether each key is in the right list. Several rows can have the same key if it contains NULL.
    private func isExact(_ keys: RowChanges, _ table: [RowKey: [String]]) -> Bool {
        let hasNull = { (key: RowKey) in key.values.contains(.null) }
        return keys.inserted.allSatisfy { rows[$0] == nil && table[$0] != nil }
            && keys.updated.allSatisfy { hasNull($0) || rows[$0] != nil && table[$0] != nil }
            && keys.deleted.allSatisfy { hasNull($0) || rows[$0] != nil && table[$0] == nil }
    }
}
