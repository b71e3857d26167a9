import DataLiteCluster
import Foundation
import Testing

extension ClusterSuite {
    @Suite("What the engine lacks")
    struct Refusals {
        private static let refused = [
            ("ATTACH 'x' AS y", "another ClusterDatabase"), ("DETACH y", "another ClusterDatabase"),
            ("VACUUM", "backup(to:)"), ("VACUUM INTO 'x'", "backup(to:)"),
            ("CREATE TEMP TABLE x(a)", "common table expression"),
            ("CREATE TABLE temp.x(a)", "common table expression"),
            ("INSERT INTO temp.x VALUES (1)", "common table expression"),
            ("PRAGMA journal_mode = DELETE", "replication"),
            ("PRAGMA page_size = 512", "replication"),
            ("PRAGMA main.locking_mode = EXCLUSIVE", "replication"),
            ("PRAGMA wal_checkpoint", "replication"), ("PRAGMA busy_timeout = 1", "timeLimit"),
            ("PRAGMA count_changes = 1", "not possible"),
            ("PRAGMA writable_schema = 1", "not possible"),
            ("pragma Cache_Size(-2)", "not possible"),
            ("PRAGMA 'synchronous' = FULL", "replication"),
            ("SELECT 1; SELECT 2", "execute(script:)"), (" -- nothing", "no statement"),
            ("SELECT 'a\0b'", "NUL"),
        ]

        @Test("is refused by name, with what to do instead")
        func statements() throws {
            let local = try LocalCluster()
            try local.database().writeWithoutTransaction { db in
                for (sql, instead) in Self.refused {
                    let error = #expect(throws: SQLiteError.self) { try db.execute(SQL(raw: sql)) }
                    #expect(error?.resultCode == .misuse)
                    #expect(
                        error?.message.contains(instead) == true, "\(String(describing: error))")
                }
            }
        }

        @Test("refuses a value that would keep a node from answering")
        func largeValues() throws {
            let local = try LocalCluster()
            let database = try local.database()
            try database.write { db in try db.execute("CREATE TABLE t(a)") }
            for sql: SQL in [
                "INSERT INTO t VALUES (zeroblob(300000000))", "SELECT randomblob(900000000)",
                "SELECT length(replace(hex(zeroblob(3000000)), '0', 'twenty or thirty letters in all'))",
            ] {
                let error = #expect(throws: SQLiteError.self) {
                    try database.write { db in try db.execute(sql) }
                }
                #expect(error?.resultCode == .tooBig)
            }
            #expect(try database.read { db in try db.value("SELECT count(*) FROM t") } == 0)
        }

        @Test(
            "refuses a row that is larger than the limit of the client, without repeating the read")
        func largeMessages() throws {
            let local = try LocalCluster()
            let database = try ClusterDatabase(
                local.client { $0.messageLimit = 1 << 20 }, name: "test")
            var runs = 0
            let error = #expect(throws: SQLiteError.self) {
                try database.read { db in
                    runs += 1
                    return try db.rows("SELECT zeroblob(2000000)")
                }
            }
            #expect(error?.resultCode == .tooBig)
            #expect(error?.message.contains("messageLimit") == true)
            #expect(runs == 1)
            #expect(try database.read { db in try db.value("SELECT 1") } == 1)
        }

        @Test("names what runs on the nodes")
        func connections() throws {
            final class Delegate: ConnectionDelegate {}
            let local = try LocalCluster()
            try local.database().write { db in
                for (instead, body) in [
                    ("ClusterNode", { try db.add(function: "f", argc: 0) { _ in 1 } }),
                    (
                        "ClusterNode",
                        { try db.add(collation: Collation("c") { _, _ in .orderedSame }) }
                    ),
                    ("values", { try db.add(delegate: Delegate()) }),
                    ("TLS", { try db.apply(.passphrase("x")) }),
                    ("BLOB", { try db.execute("SELECT \("a\0b")") }),
                    ("database", { try db.close() }),
                ] as [(String, () throws -> Void)] {
                    let error = #expect(throws: SQLiteError.self) { try body() }
                    #expect(
                        error?.message.contains(instead) == true, "\(String(describing: error))")
                }
            }
        }

        @Test(
            "A declared type that the engine treats specially gets a length, which changes no value"
        )
        func declaredTypes() throws {
            let local = try LocalCluster()
            let rows = try local.database().write { db in
                try db.execute(
                    """
                    CREATE TABLE t(
                        a BOOLEAN, b date NOT NULL, "c" DateTime DEFAULT 'x', d TIMESTAMP, e DATE(3), f "DATE",
                        "DATE" TEXT, CHECK (a IS NULL OR typeof(a) <> 'DATE')
                    )
                    """)
                try db.execute("ALTER TABLE t ADD COLUMN g BOOLEAN DEFAULT 'no'")
                try db.execute("INSERT INTO t(a, b) VALUES ('yes', 2.5)")
                try db.execute("CREATE TABLE u AS SELECT * FROM t")
                _ = try db.rows("SELECT * FROM u")
                return try db.rows("SELECT type FROM pragma_table_info('t')", as: String.self)
            }
            #expect(
                rows == [
                    "BOOLEAN(0)", "date(0)", "DateTime(0)", "TIMESTAMP(0)", "DATE(3)", "DATE(0)",
                    "TEXT",
                    "BOOLEAN(0)",
                ])
            let row = try local.database().read { db in
                try db.requiredRow("SELECT a, b, c, d, g FROM t")
            }
            #expect(row.map(\.value) == [.text("yes"), .real(2.5), .text("x"), .null, .text("no")])
        }
    }
}
