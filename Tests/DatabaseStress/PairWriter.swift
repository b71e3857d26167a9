import DataLiteDatabase
import Foundation

/// Writes to a database from several threads until the process is killed. Each transaction inserts one row into each
/// of two tables. It prints `begun N` inside the transaction, and `N` after the write returns.
enum PairWriter {
    static func run(_ path: String) throws {
        let database = try Database(
            path: path,
            configuration: .init {
                $0.readerLimit = 2
                // A checkpoint follows every few transactions.
                $0.checkpointPages = 8
                $0.walPageLimit = 40
            })
        try database.write { db in
            try db.execute("CREATE TABLE IF NOT EXISTS a(n INTEGER PRIMARY KEY, filling TEXT)")
            try db.execute("CREATE TABLE IF NOT EXISTS b(n INTEGER PRIMARY KEY, filling TEXT)")
        }
        for _ in 1...2 { Thread.detachNewThread { writeForEver(to: database) } }
        Task {
            while true {
                let number = try await database.write(writePair)
                acknowledge(number)
            }
        }
        readForEver(from: database)
    }

    private static func writeForEver(to database: Database) {
        while let number = try? database.write(writePair) { acknowledge(number) }
        exit(70)
    }

    @Sendable
    private static func writePair(_ db: any ConnectionProtocol) throws -> Int64 {
        try db.execute("INSERT INTO a(filling) VALUES (hex(randomblob(600)))")
        let number = db.lastInsertRowID
        report("begun \(number)")
        try db.execute("INSERT INTO b SELECT n, filling FROM a WHERE n = \(number)")
        return number
    }

    private static func acknowledge(_ number: Int64) { report(number) }

    /// Reads continuously, because readers prevent checkpoints from finishing.
    private static func readForEver(from database: Database) -> Never {
        while true {
            let isWhole = try? database.read { db in
                let sums: (SQL, SQL) = ("SELECT sum(n) FROM a", "SELECT sum(n) FROM b")
                return try db.value(sums.0, as: Int.self) == db.value(sums.1, as: Int.self)
            }
            guard isWhole == true else {
                report("half a transaction was read")
                exit(70)
            }
        }
    }
}
