import Testing

@testable import DataLiteCore

/// Applies what it is told to a copy.
private final class Replica: TransactionObserver {
    let copy: Connection
    var failure: (any Error)?

    init(_ copy: Connection) { self.copy = copy }

    func transactionDidCommit(_ changes: CommittedChanges, on connection: any ConnectionProtocol) {
        do {
            guard changes.isComplete else { throw SQLiteError(.error, message: "incomplete") }
            for change in changes.rows where change.old != nil { try remove(change) }
            for change in changes.rows {
                guard let new = change.new else { continue }
                try copy.execute(
                    "INSERT INTO \(identifier: change.table) VALUES \(list: new.values)")
            }
        } catch {
            failure = failure ?? error
        }
    }

    /// Removes the old row, which must be in the copy with these values.
    private func remove(_ change: CommittedChange) throws {
        guard let old = change.old else { return }
        let terms = old.map { "\(identifier: $0.column) IS \($0.value)" as SQL }
        let count = try copy.execute(
            "DELETE FROM \(identifier: change.table) WHERE \(terms.joined(separator: " AND "))")
        guard count == 1 else { throw SQLiteError(.error, message: "no row for \(change)") }
    }
}

@Suite(
    "The changes that an observer is told, applied to a copy",
    .enabled(if: PreupdateFunctions.shared != nil))
struct TransactionObserverPropertyTests {
    private static let tables = """
        CREATE TABLE t(id INTEGER PRIMARY KEY, x UNIQUE);
        CREATE TABLE w(a, b, x, PRIMARY KEY (a, b)) WITHOUT ROWID;
        """
    private static let rules = """
        CREATE TABLE c(id INTEGER PRIMARY KEY, t REFERENCES t ON DELETE CASCADE ON UPDATE CASCADE);
        CREATE TRIGGER r AFTER UPDATE ON t BEGIN REPLACE INTO w VALUES (new.id, 1, new.x); END;
        """

    @Test("Replaying the changes gives the tables, whatever was undone")
    func replay() throws {
        let seeds = RandomSeeds.range(count: 20)
        print("TransactionObserverPropertyTests: seeds \(seeds)")
        for seed in seeds { try round(seed) }
    }

    private func round(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let connection = try Connection(location: .inMemory)
        try connection.execute(script: Self.tables + Self.rules)
        let copy = try Connection(location: .inMemory)
        try copy.execute(
            script: Self.tables + "CREATE TABLE c(id INTEGER PRIMARY KEY, t)")
        let replica = Replica(copy)
        try connection.add(transactionObserver: replica, values: true)
        var script: [String] = []
        for _ in 0..<60 {
            let sql = Self.statement(&random)
            script.append(sql)
            // Many statements fail.
            try? connection.execute(script: sql)
        }
        if !connection.isAutocommit { try connection.rollbackTransaction() }
        if let failure = replica.failure {
            Issue.record("seed \(seed): \(failure)\n\(script.joined(separator: "\n"))")
        }
        for table in ["t", "w", "c"] {
            let query: SQL = "SELECT * FROM \(identifier: table) ORDER BY 1, 2"
            #expect(
                try connection.rows(query) == copy.rows(query),
                "seed \(seed), \(table)\n\(script.joined(separator: "\n"))")
        }
    }

    private static func statement(_ random: inout SeededGenerator) -> String {
        func n() -> Int { Int.random(in: 0..<6, using: &random) }
        let conflict =
            ["", "OR REPLACE", "OR IGNORE", "OR FAIL", "OR ROLLBACK"]
            .randomElement(using: &random) ?? ""
        return switch Int.random(in: 0..<18, using: &random) {
        case 0, 1: "BEGIN"
        case 2, 3: "COMMIT"
        case 4: "ROLLBACK"
        case 5, 6: "SAVEPOINT s\(n() % 2)"
        case 7: "RELEASE s\(n() % 2)"
        case 8: "ROLLBACK TO s\(n() % 2)"
        case 9: "DELETE FROM t"
        case 10: "DELETE FROM w WHERE a = \(n())"
        case 11: "UPDATE \(conflict) t SET id = id + \(n()), x = \(n()) WHERE id > \(n())"
        case 12: "INSERT \(conflict) INTO c VALUES (\(n()), \(n())), (\(n()), \(n()))"
        case 13: "INSERT \(conflict) INTO w VALUES (\(n()), \(n()), 'w'), (\(n()), \(n()), NULL)"
        case 14:
            "INSERT INTO t VALUES (\(n()), \(n())) ON CONFLICT (id) DO UPDATE SET x = x || 'u'"
        case 15: "UPDATE w SET a = b, b = a, x = \(n()) WHERE a <> \(n())"
        default: "INSERT \(conflict) INTO t VALUES (\(n()), \(n())), (\(n()), \(n()))"
        }
    }
}
