import CInterface
import DataLiteDatabase
import DataLiteC

/// Statements that are controlled while they are compiled or run, and backups.
enum ControlOperations {
    static let all = [
        Operation(name: "authorized-prepare", count: 20, c: cAuthorized, dataLite: authorized),
        Operation(name: "limited-scan", count: 100, c: cLimited, dataLite: limited),
        Operation(name: "profiled-scan", count: 100, c: cProfiled, dataLite: profiled),
        Operation(name: "backup", count: 20, c: cBackup, dataLite: backup),
    ]

    // MARK: An authorizer, and a statement of 1,000 expressions

    private static let wide =
        "SELECT "
        + (0..<1000).map { "\(["x", "y", "number"][$0 % 3]) + \($0)" }.joined(separator: ", ")
        + " FROM entries"

    private static func cAuthorized() -> Contender {
        let c = EntryTable.openC()
        sqlite3_set_authorizer(
            c.pointer,
            { _, code, _, _, _, _ in
                code == SQLITE_SELECT || code == SQLITE_READ ? SQLITE_OK : SQLITE_DENY
            }, nil)
        return Contender { range in
            for _ in range { sqlite3_finalize(c.prepare(wide)) }
            return range.count
        }
    }

    private static func authorized() throws -> Contender {
        let connection = try EntryTable.openDataLite()
        try connection.setAuthorizer(.readOnly)
        return Contender { range in
            for _ in range { _ = try connection.prepare(sql: wide) as Statement }
            return range.count
        }
    }

    // MARK: A scan

    private static let scan = "SELECT cast(total(x + y) AS INTEGER) FROM entries WHERE id <= 500"

    private static func cScan(_ c: CDatabase) -> Contender {
        let statement = c.prepare(scan)
        return Contender { range in
            var sum = 0
            for _ in range {
                c.require(sqlite3_step(statement), SQLITE_ROW)
                sum &+= Int(sqlite3_column_int64(statement, 0))
                sqlite3_reset(statement)
            }
            return sum
        }
    }

    private static func scan(
        _ connection: Connection, _ body: @escaping (() throws -> Int) throws -> Int
    ) throws -> Contender {
        let statement = try connection.prepare(sql: scan)
        return Contender { range in
            try body {
                var sum = 0
                for _ in range {
                    if try statement.step() {
                        sum &+= statement.columnValue(at: 0) as Int? ?? 0
                    }
                    try statement.reset()
                }
                return sum
            }
        }
    }

    /// The handler is called after as many instructions as that of DataLite.
    private static func cLimited() -> Contender {
        let c = EntryTable.openC()
        let left = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        left.pointee = .max
        sqlite3_progress_handler(
            c.pointer, 1000,
            { context in
                let left = context!.assumingMemoryBound(to: Int.self)
                left.pointee -= 1000
                return left.pointee < 0 ? 1 : 0
            }, left)
        return cScan(c)
    }

    private static func limited() throws -> Contender {
        let connection = try EntryTable.openDataLite()
        return try scan(connection) { run in
            try connection.withQueryLimits(QueryLimits(instructions: .max), run)
        }
    }

    /// The events that C listens to: those which DataLite needs to measure less than a millisecond.
    private static func cProfiled() -> Contender {
        let c = EntryTable.openC()
        sqlite3_trace_v2(
            c.pointer, UInt32(SQLITE_TRACE_PROFILE),
            { _, _, _, time in
                let slow: Int64 = 60_000_000_000
                precondition(time!.assumingMemoryBound(to: Int64.self).pointee < slow)
                return 0
            }, nil)
        return cScan(c)
    }

    private static func profiled() throws -> Contender {
        let connection = try EntryTable.openDataLite {
            $0.logStatements(slowerThan: .seconds(60)) { statement in
                preconditionFailure(statement.sql)
            }
        }
        return try scan(connection) { run in try run() }
    }

    // MARK: A backup of the whole table

    private static func cBackup() -> Contender {
        let (source, copy) = (EntryTable.openC(), CDatabase(path: ":memory:"))
        return Contender { range in
            for _ in range {
                let backup = sqlite3_backup_init(copy.pointer, "main", source.pointer, "main")
                source.require(sqlite3_backup_step(backup, -1), SQLITE_DONE)
                copy.require(sqlite3_backup_finish(backup))
            }
            return Int(copy.number("SELECT count(*) FROM entries"))
        }
    }

    private static func backup() throws -> Contender {
        let source = try EntryTable.openDataLite()
        let copy = try Connection(path: ":memory:")
        return Contender { range in
            for _ in range { try source.backup(to: copy) }
            return try copy.value("SELECT count(*) FROM entries") ?? 0
        }
    }
}
