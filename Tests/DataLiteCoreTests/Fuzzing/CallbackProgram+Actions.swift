import DataLiteCore
import Foundation

extension CallbackProgram {
    /// `DATALITE_FUZZ_LOG=1` prints the actions of the programs.
    private static let isLogging = ProcessInfo.processInfo.environment["DATALITE_FUZZ_LOG"] != nil

    func log(_ text: @autoclosure () -> String) {
        if Self.isLogging { print(String(repeating: "    ", count: depth) + text()) }
    }

    func attempt(_ name: String, _ action: () throws -> Void) {
        log(name)
        do {
            try action()
        } catch {
            log("failed: \(name): \(error)")
        }
    }

    private func randomQuery() -> SQL { Self.queries[random(0..<Self.queries.count)] }

    private static let queries: [SQL] = [
        "SELECT id, f(x) FROM t", "SELECT f('constant') FROM t WHERE x > 'text 3'",
        "SELECT agg(x) FROM t GROUP BY id % 3", "SELECT x FROM t ORDER BY x DESC, f(id)",
        "SELECT win(x) OVER (PARTITION BY id % 4 ORDER BY id ROWS 1 PRECEDING) FROM t",
        "SELECT DISTINCT x FROM t WHERE x BETWEEN 'text 1' AND 'text 5'",
        "INSERT INTO t(x) VALUES (f('new')), ('newer') RETURNING id",
        "UPDATE t SET x = f(x) || 'u' WHERE id % 5 = 1 RETURNING f(id)",
        "DELETE FROM t WHERE id % 7 = 6 RETURNING x",
        "SELECT x FROM t ORDER BY x COLLATE extra LIMIT 5",
    ]

    /// No action adds an index to a table that others write: SQLite does not add the rows of a statement that
    /// was compiled earlier.
    private static let commands: [SQL] = [
        "INSERT INTO t(x) VALUES (f('text 4'))", "DELETE FROM t WHERE x = 'text 2'",
        "UPDATE t SET x = f(id) WHERE id < 6", "REPLACE INTO t(id, x) VALUES (3, f('r'))",
        "INSERT OR ROLLBACK INTO t(id) VALUES (f(50)), (50)", "DELETE FROM u",
        "BEGIN", "BEGIN IMMEDIATE", "COMMIT", "ROLLBACK", "SAVEPOINT s", "RELEASE s",
        "ROLLBACK TO s",
        "RELEASE datalite", "ROLLBACK TO datalite", "CREATE TABLE IF NOT EXISTS made(y)",
        "DROP TABLE IF EXISTS made", "CREATE INDEX IF NOT EXISTS iy ON made(y)", "REINDEX",
        "PRAGMA incremental_vacuum", "VACUUM", "ANALYZE",
    ]

    func act() {
        guard budget > 0, depth < 12 else { return }
        budget -= 1
        depth += 1
        defer { depth -= 1 }
        switch random(0..<36) {
        case 0..<7: openCursor()
        case 7..<11: stepCursor()
        case 11..<14: releaseCursors()
        case 14..<19:
            let command = Self.commands[random(0..<Self.commands.count)]
            attempt("\(command)") { try connection.execute(command) }
        case 19..<21:
            attempt("transaction") { try connection.transaction { try actInScope() } }
        case 21..<24:
            attempt("savepoint") { try connection.savepoint { try actInScope() } }
        case 24:
            log("interrupt")
            connection.interrupt()
        case 25: useStatement()
        case 26: changeConnection()
        case 27: attempt("rollback") { try connection.rollbackTransaction() }
        case 29: addHook()
        case 28: attempt("commit") { try connection.commitTransaction() }
        case 30..<34: control()
        default:
            let query = randomQuery()
            attempt("all rows of \(query)") { _ = try connection.rows(query) }
        }
    }

    private func openCursor() {
        let query = randomQuery()
        attempt("open \(query)") {
            let cursor = try connection.cursor(query)
            cursors.append(cursor)
            for _ in 0..<random(0..<4) { attempt("step it") { _ = try cursor.step() } }
        }
    }

    private func stepCursor() {
        guard let cursor = cursors.randomElement(using: &generator) else { return }
        attempt("step a cursor") { _ = try cursor.step() }
        _ = cursor.columnValue(at: 0)
        attempt("next row of a cursor") { _ = try cursor.next() }
    }

    private func releaseCursors() {
        guard !cursors.isEmpty else { return }
        switch random(0..<3) {
        case 0:
            log("release all cursors")
            removeAll(\.cursors)
        case 1:
            let cursor = cursors[random(0..<cursors.count)]
            attempt("close a cursor") { try cursor.close() }
        default:
            log("release a cursor")
            let removed = cursors.remove(at: random(0..<cursors.count))
            withExtendedLifetime(removed) {}
        }
    }

    func actInScope() throws {
        for _ in 0..<random(0..<5) { act() }
        if random(0..<2) == 0 { throw Failure() }
    }

    private func useStatement() {
        switch random(0..<4) {
        case 0:
            let sql = "SELECT f(?1), x FROM t WHERE x >= ?1"
            attempt("prepare \(sql)") {
                let statement: Statement = try connection.prepare(sql: sql)
                statements.append(statement)
            }
        case 1:
            log("release the statements")
            removeAll(\.statements)
        default:
            guard let statement = statements.randomElement(using: &generator) else { return }
            attempt("bind") { try statement.bind("text \(random(0..<9))", at: 1) }
            attempt("step a statement") { _ = try statement.step() }
            _ = statement.currentRow()
            if random(0..<2) == 0 { attempt("reset") { try statement.reset() } }
            if random(0..<4) == 0 { attempt("clear") { try statement.clearBindings() } }
        }
    }

    private func changeConnection() {
        switch random(0..<13) {
        case 0: attempt("close") { try connection.close() }
        case 1..<3:
            log("clear the statement cache")
            connection.clearStatementCache()
        case 3: attempt("add the functions") { try addFunctions() }
        case 4: attempt("remove f") { try connection.remove(function: "f", argc: 1) }
        case 5:
            log("release the delegates")
            removeAll(\.delegates)
        case 6: _ = connection.isRollbackDeferred
        case 7: changeHooks()
        case 8: attempt("remove extra") { try connection.remove(collation: "extra") }
        default:
            log("add a delegate")
            let delegate = Delegate(self)
            delegates.append(delegate)
            connection.add(delegate: delegate)
            if random(0..<2) == 0 { connection.add(traceDelegate: delegate) }
        }
    }
}
