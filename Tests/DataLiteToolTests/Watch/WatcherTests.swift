import DataLiteCore
import Foundation
import Testing

@testable import DataLiteTool

@Suite("A watcher")
struct WatcherTests {
    @Test("A watcher prints the first result and each changed result")
    func changes() throws {
        try withWatchedPeople { people in
            let page = try people.watch(
                "SELECT id, name FROM people",
                [
                    "INSERT INTO people(id, name) VALUES (3, 'Hedy')",
                    "UPDATE people SET name = 'G' WHERE id = 2",
                ])
            #expect(
                page == """
                    \(time)
                    id  name
                    ──  ─────
                     1  Ada
                     2  Grace

                    \(time)  1 added
                    id  name
                    ──  ─────
                     1  Ada
                     2  Grace
                     3  Hedy

                    \(time)  1 changed
                    id  name
                    ──  ────
                     1  Ada
                     2  G
                     3  Hedy

                    """)
        }
    }

    @Test(
        "A watcher prints nothing for a commit that does not change the result",
        arguments: [
            "CREATE TABLE other(x)", "UPDATE people SET name = name",
            "BEGIN; DELETE FROM people; ROLLBACK", "UPDATE people SET age = 99",
        ])
    func unrelated(change: String) throws {
        try withWatchedPeople { people in
            let page = try people.watch("SELECT name FROM people", [change])
            #expect(page == "\(time)\nname\n─────\nAda\nGrace\n")
        }
    }

    @Test("A watcher runs the query only after a commit")
    func polling() throws {
        try withWatchedPeople { people in
            let reader = try people.reader()
            let calls = Calls()
            try reader.add(function: "counted") { (value: Int) in calls.count(value) }
            _ = try people.watch(
                "SELECT counted(1)", [nil, nil, "DELETE FROM people", nil], on: reader)
            #expect(calls.number == 2)
        }
    }

    @Test("A watcher marks changed cells on a terminal, even empty ones")
    func marks() throws {
        try withWatchedPeople { people in
            let page = try people.watch(
                "SELECT id, name, age FROM people WHERE id = 1",
                ["UPDATE people SET name = '', age = 7"], isColored: true)
            #expect(
                page == """
                    \u{1b}[1m\(time)\u{1b}[0m
                    id  name  age
                    ──  ────  ───
                     1  Ada    36

                    \u{1b}[1m\(time)  1 changed\u{1b}[0m
                    id  name  age
                    ──  ────  ───
                     1  \u{1b}[7m    \u{1b}[0m  \u{1b}[7m  7\u{1b}[0m

                    """)
        }
    }

    @Test("A watcher reports changed columns and marks no cells")
    func otherColumns() throws {
        try withWatchedPeople { people in
            let page = try people.watch(
                "SELECT * FROM people WHERE id = 1", ["ALTER TABLE people ADD COLUMN born"],
                isColored: true)
            #expect(
                page.hasSuffix(
                    """
                    \u{1b}[1m\(time)  other columns\u{1b}[0m
                    id  name  age  born
                    ──  ────  ───  ────
                     1  Ada    36  NULL

                    """))
        }
    }

    @Test("A watcher prints an error after a commit once and continues")
    func laterErrors() throws {
        try withWatchedPeople { people in
            let page = try people.watch(
                "SELECT name FROM people",
                [
                    "ALTER TABLE people RENAME TO persons", "CREATE TABLE x(y)",
                    "ALTER TABLE persons RENAME TO people",
                ])
            let result = "name\n─────\nAda\nGrace\n"
            #expect(
                page == """
                    \(time)
                    \(result)
                    \(time)  error
                    datalite: no such table: people
                        SELECT name FROM people

                    \(time)  unchanged
                    \(result)
                    """)
        }
    }

    @Test("A watcher throws the error of the first run")
    func firstError() throws {
        try withWatchedPeople { people in
            #expect(throws: SQLiteError.self) {
                try people.watch("SELECT abs(-9223372036854775808)", ["CREATE TABLE x(y)"])
            }
        }
    }

    @Test("A watcher waits while the database is locked", arguments: ["DELETE", "WAL"])
    func locked(journalMode: String) throws {
        try withWatchedPeople { people in
            try people.writer.execute(SQL(raw: "PRAGMA journal_mode = \(journalMode)"))
            let page = try people.watch(
                "SELECT count(*) AS n FROM people",
                ["BEGIN EXCLUSIVE; DELETE FROM people", nil, "COMMIT"])
            #expect(page == "\(time)\nn\n─\n2\n\n\(time)  1 changed\nn\n─\n0\n")
        }
    }

    @Test("A watcher stops after a number of results", arguments: [1, 2])
    func limit(count: Int) throws {
        try withWatchedPeople { people in
            let page = try people.watch(
                "SELECT count(*) FROM people", ["DELETE FROM people", "DROP TABLE people"],
                limit: count)
            #expect(page.components(separatedBy: time).count == count + 1)
        }
    }

    @Test("A watcher stops when it is interrupted")
    func interrupted() throws {
        try withWatchedPeople { people in
            let reader = try people.reader()
            let handle = reader.interruptHandle
            try reader.add(function: "stop") { (value: Int) in
                handle.stop()
                return value
            }
            let sql = "WITH c(i) AS (SELECT stop(1) UNION ALL SELECT i FROM c) SELECT max(i) FROM c"
            #expect(try people.watch(sql, ["DELETE FROM people"], on: reader) == "")
        }
    }

    @Test("A watcher throws if the file was replaced or deleted")
    func replacedFile() throws {
        try withWatchedPeople { people in
            let file = WatchedFile(path: people.path)
            try file.requireUnchanged()
            try Data("other".utf8).write(to: URL(fileURLWithPath: people.path), options: .atomic)
            #expect(throws: QueryError.self) { try file.requireUnchanged() }
            try FileManager.default.removeItem(atPath: people.path)
            let error = #expect(throws: QueryError.self) { try file.requireUnchanged() }
            #expect(
                error?.description
                    == "\"\(people.path)\" was replaced or deleted while it was watched")
        }
    }
}

/// The time of every result in these tests.
private let time = "2026-01-02 03:04:05"

/// A file with two people.
private struct WatchedPeople {
    let path: String
    let writer: Connection

    func reader() throws -> Connection {
        let reader = try Connection(path: path, options: [.readonly, .nomutex])
        try reader.setBusyTimeout(.zero)
        return reader
    }

    /// The output of a watcher that polls once after each change. A nil change does nothing.
    func watch(
        _ sql: String, _ changes: [String?], on reader: Connection? = nil, isColored: Bool = false,
        limit: Int? = nil
    ) throws -> String {
        let reader = try reader ?? self.reader()
        let calendar = Calendar(identifier: .gregorian)
        let date = calendar.date(
            from: DateComponents(year: 2026, month: 1, day: 2, hour: 3, minute: 4, second: 5))
        return try text { output in
            let page = WatchPage(output: output, isColored: isColored) { date ?? .distantPast }
            let watcher = Watcher(
                connection: reader, query: try reader.prepare(sql: sql), page: page)
            var rest = changes[...]
            try watcher.run(limit: limit) {
                guard let change = rest.popFirst() else { return false }
                if let change { try writer.execute(script: change) }
                return true
            }
        }
    }
}

private func withWatchedPeople(_ body: (WatchedPeople) throws -> Void) throws {
    try withTemporaryDirectory { directory in
        let path = directory + "/people.db"
        let writer = try Connection(path: path)
        try writer.execute(
            script: """
                CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT, age INTEGER);
                INSERT INTO people VALUES (1, 'Ada', 36), (2, 'Grace', 85);
                """)
        try body(WatchedPeople(path: path, writer: writer))
    }
}

// SAFETY: the function runs on the connection's thread, which is the test's thread.
private final class Calls: @unchecked Sendable {
    private(set) var number = 0

    func count(_ value: Int) -> Int {
        number += 1
        return value
    }
}
