import CInterface
import DataLiteDatabase
import DataLiteQuery
import DataLiteC

/// Inserts rows of four values into an in-memory table.
enum InsertOperations {
    static let all = [
        Operation(name: "insert-prepared", c: c, dataLite: prepared),
        Operation(name: "insert-one-line", c: c, dataLite: oneLine),
        Operation(name: "insert-encodable", c: c, dataLite: encodable),
        Operation(name: "insert-encodables", c: c, dataLite: encodables),
        Operation(name: "insert-drafts", c: c, dataLite: drafts),
        Operation(name: "insert-in-transaction", c: cTransaction, dataLite: transaction),
        Operation(name: "insert-by-script", c: cScript(short), dataLite: script(short)),
        Operation(name: "insert-by-dump", c: cScript(dump), dataLite: script(dump)),
    ]

    private static let sql = "INSERT INTO entries(x, y, text, number) VALUES (?, ?, ?, ?)"

    // MARK: In one transaction

    private static func c() -> Contender {
        let c = EntryTable.openC()
        c.execute("BEGIN")
        let statement = c.prepare(sql)
        return Contender(
            run: { range in
                for k in range {
                    let values = EntryValues(k)
                    sqlite3_bind_double(statement, 1, values.x)
                    sqlite3_bind_double(statement, 2, values.y)
                    bindText(statement, 3, values.text)
                    sqlite3_bind_int64(statement, 4, values.number)
                    c.require(sqlite3_step(statement), SQLITE_DONE)
                    sqlite3_reset(statement)
                }
                return 0
            }, finish: c.sum)
    }

    private static func prepared() throws -> Contender {
        let connection = try EntryTable.openDataLite()
        try connection.execute("BEGIN")
        let statement = try connection.prepare(sql: sql)
        return Contender(
            run: { range in
                for k in range {
                    let values = EntryValues(k)
                    try statement.bind(values.x, at: 1)
                    try statement.bind(values.y, at: 2)
                    try statement.bind(values.text, at: 3)
                    try statement.bind(values.number, at: 4)
                    _ = try statement.step()
                    try statement.reset()
                }
                return 0
            }, finish: connection.sum)
    }

    private static func oneLine() throws -> Contender {
        try inserting { connection, range in
            for k in range {
                let values = EntryValues(k)
                try connection.execute(
                    """
                    INSERT INTO entries(x, y, text, number) VALUES (
                    \(values.x), \(values.y), \(values.text), \(values.number))
                    """)
            }
        }
    }

    private static func encodable() throws -> Contender {
        try inserting { connection, range in
            for k in range { try connection.insert(EntryValues(k), into: "entries") }
        }
    }

    private static func encodables() throws -> Contender {
        try inserting { connection, range in
            try connection.insert(contentsOf: range.lazy.map(EntryValues.init), into: "entries")
        }
    }

    private static func drafts() throws -> Contender {
        try inserting { connection, range in
            let drafts = range.map { Entry.Draft(values: EntryValues($0)) }
            try Entry.insert { drafts }.execute(connection)
        }
    }

    private static func inserting(
        _ insert: @escaping (Connection, Range<Int>) throws -> Void
    ) throws -> Contender {
        let connection = try EntryTable.openDataLite()
        try connection.execute("BEGIN")
        return Contender(
            run: { range in
                try insert(connection, range)
                return 0
            }, finish: connection.sum)
    }

    // MARK: Each in its own transaction

    private static func cTransaction() -> Contender {
        let c = EntryTable.openC()
        let insert = c.prepare("INSERT INTO entries(number) VALUES (?)")
        let statements = [c.prepare("BEGIN IMMEDIATE"), insert, c.prepare("COMMIT")]
        return Contender(
            run: { range in
                for k in range {
                    sqlite3_bind_int64(insert, 1, Int64(k))
                    for statement in statements {
                        c.require(sqlite3_step(statement), SQLITE_DONE)
                        sqlite3_reset(statement)
                    }
                }
                return 0
            }, finish: c.sum)
    }

    private static func transaction() throws -> Contender {
        let connection = try EntryTable.openDataLite()
        return Contender(
            run: { range in
                for k in range {
                    try connection.transaction {
                        try connection.execute("INSERT INTO entries(number) VALUES (\(k))")
                    }
                }
                return 0
            }, finish: connection.sum)
    }

    // MARK: By a script

    private static func short(_ k: Int) -> String {
        "INSERT INTO entries(number) VALUES (\(k));"
    }

    private static func dump(_ k: Int) -> String {
        "INSERT INTO entries VALUES(\(20_000 + k),0.5,0.25,'the text of row \(k), which is fifty bytes long','\(k)');"
    }

    private static func cScript(
        _ line: @escaping @Sendable (Int) -> String
    ) -> @Sendable () -> Contender {
        {
            let c = EntryTable.openC()
            return running(line, c.execute, finish: c.sum)
        }
    }

    private static func script(
        _ line: @escaping @Sendable (Int) -> String
    ) -> @Sendable () throws -> Contender {
        {
            let connection = try EntryTable.openDataLite()
            return running(line, { try connection.execute(sql: $0) }, finish: connection.sum)
        }
    }

    private static func running(
        _ line: (Int) -> String, _ execute: @escaping (String) throws -> Void,
        finish: @escaping () throws -> Int
    ) -> Contender {
        let count = 2000
        let scripts = [0, count].map { start in
            let inserts = (start..<start + count).map(line)
            return (["BEGIN;"] + inserts + ["COMMIT;"]).joined(separator: "\n")
        }
        return Contender(
            run: { range in
                try execute(scripts[range.lowerBound / count])
                return 0
            }, finish: finish)
    }
}
