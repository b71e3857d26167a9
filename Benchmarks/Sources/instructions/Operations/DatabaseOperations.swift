import CInterface
import DataLiteDatabase
import DataLiteC

/// Reads or writes one row per transaction, in a file in WAL mode, on the calling thread.
enum DatabaseOperations {
    static let all = [
        Operation(name: "database-read", c: cRead, dataLite: read),
        Operation(name: "database-write", c: cWrite, dataLite: write),
    ]

    private static let rows = 1000
    private static func id(_ k: Int) -> Int { (k &* 7919) % rows + 1 }

    /// Creates the file, in the working directory. Closing it moves all rows from the WAL to the file, so that both
    /// contenders read them from the file.
    private static func create() throws {
        let database = try open()
        try database.write { db in
            try db.execute(sql: "CREATE TABLE pairs(id INTEGER PRIMARY KEY, value INTEGER)")
            for id in 1...rows { try db.execute("INSERT INTO pairs VALUES (\(id), \(id))") }
        }
        try database.close()
    }

    private static func open() throws -> Database {
        try Database(path: "pairs.db", configuration: .init { $0.synchronous = .normal })
    }

    private static func openC() throws -> CDatabase {
        try create()
        let c = CDatabase(path: "pairs.db")
        c.execute("PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL; SELECT * FROM pairs")
        return c
    }

    // MARK: Reading

    private static func cRead() throws -> Contender {
        let reader = CReader(try openC(), "SELECT value FROM pairs WHERE id = ?")
        return Contender { range in
            var sum = 0
            for k in range { sum += reader.read(id(k)) }
            return sum
        }
    }

    private static func read() throws -> Contender {
        try create()
        let database = try open()
        return Contender { range in
            var sum = 0
            for k in range {
                sum += try database.read { db in
                    try db.value("SELECT value FROM pairs WHERE id = \(id(k))") ?? 0
                }
            }
            return sum
        }
    }

    // MARK: Writing

    private static let sum = "SELECT cast(total(value * id) AS INTEGER) FROM pairs"

    private static func cWrite() throws -> Contender {
        let c = try openC()
        let writer = CWriter(c)
        return Contender(
            run: { range in
                for k in range { writer.write(id: id(k), value: k) }
                return 0
            }, finish: { Int(c.number(sum)) })
    }

    private static func write() throws -> Contender {
        try create()
        let database = try open()
        return Contender(
            run: { range in
                for k in range {
                    try database.write { db in
                        try db.execute("UPDATE pairs SET value = \(k) WHERE id = \(id(k))")
                    }
                }
                return 0
            }, finish: { try database.read { db in try db.value(SQL(raw: sum)) ?? 0 } })
    }
}
