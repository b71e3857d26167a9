import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

@Suite("A check of the integrity of a database")
struct IntegrityTests {
    @Test("A database without problems is OK")
    func good() throws {
        let connection = try Connection(location: .inMemory)
        #expect(try connection.integrityCheck().isOK)
        try connection.makeSample()
        try connection.execute("ATTACH ':memory:' AS other")
        for report in [
            try connection.integrityCheck(), try connection.quickCheck(of: "other"),
            try connection.integrityCheck(of: "other", limit: -5), try connection.quickCheck(),
        ] {
            #expect(report.problems == [])
        }
        #expect(throws: SQLiteError.self) { try connection.integrityCheck(of: "missing") }
    }

    @Test("Problems of indexes and constraints have a kind")
    func problems() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            script: """
                CREATE TABLE a(x INTEGER, y TEXT);
                CREATE INDEX i ON a(x);
                CREATE TABLE b(z);
                INSERT INTO a VALUES (1, NULL), (-1, 'u');
                PRAGMA writable_schema = 1;
                UPDATE sqlite_schema SET sql = 'CREATE TABLE a(x INTEGER CHECK (x > 0), y TEXT NOT NULL)'
                WHERE name = 'a';
                PRAGMA writable_schema = 0;
                """)
        let copy = try Connection(serialized: connection.serialize())
        let kinds = try copy.integrityCheck().problems.map(\.kind)
        for kind in [IntegrityReport.Kind.nullValue(column: "a.y"), .failedCheck(table: "a")] {
            #expect(kinds.contains(kind))
        }
        #expect(kinds.count == 2)
        #expect(try copy.integrityCheck(limit: 1).problems.count == 1)
        #expect(try copy.integrityCheck(table: "b").isOK)
        #expect(try copy.integrityCheck(table: "a").problems.count == 2)
        #expect(throws: SQLiteError.self) { try copy.integrityCheck(table: "5") }
    }

    @Test("A damaged index is reported by its name")
    func index() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            script: """
                CREATE TABLE a(x); CREATE TABLE c(x);
                CREATE INDEX i ON a(x); CREATE INDEX j ON c(x);
                INSERT INTO a VALUES (1), (2);
                PRAGMA writable_schema = 1;
                UPDATE sqlite_schema SET rootpage =
                    (SELECT rootpage FROM sqlite_schema WHERE name = 'j') WHERE name = 'i';
                DELETE FROM sqlite_schema WHERE name = 'j';
                PRAGMA writable_schema = 0;
                """)
        let copy = try Connection(serialized: connection.serialize())
        let kinds = try copy.integrityCheck().problems.map(\.kind)
        #expect(kinds.contains(.missingIndexEntry(index: "i")))
        #expect(kinds.contains(.wrongIndexCount(index: "i")))
        try copy.execute("REINDEX i")
        #expect(
            !(try copy.integrityCheck().problems.map(\.kind)).contains(
                .missingIndexEntry(index: "i")))
    }

    @Test("A damaged file is reported, and a file that is no database is an error")
    func damaged() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let connection = try Connection(path: path)
            try connection.execute("CREATE TABLE a(x)")
            for _ in 1...50 { try connection.execute("INSERT INTO a VALUES (zeroblob(1000))") }
            try connection.close()
            var data = try Data(contentsOf: URL(fileURLWithPath: path))
            data.replaceSubrange(8192..<8300, with: Data(repeating: 0xAB, count: 108))
            try data.write(to: URL(fileURLWithPath: path))
            let report = try Connection(path: path).integrityCheck()
            #expect(!report.isOK)
            #expect(report.problems.first?.kind == .other)
            #expect(report.problems.first.map { "\($0)" } == report.problems.first?.message)
            try Data(repeating: 65, count: 5000).write(to: URL(fileURLWithPath: path))
            let error = try failure { try Connection(path: path).integrityCheck() }
            #expect(error.resultCode == .notADB)
        }
    }

    @Test("A check with progress finds the same problems, and tells of each table")
    func progress() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            script: """
                CREATE TABLE a(x INTEGER, y TEXT); CREATE INDEX i ON a(x);
                CREATE TABLE "7"(x); CREATE TABLE "1_sales"(x); CREATE VIEW v AS SELECT 1;
                INSERT INTO a VALUES (1, NULL), (-1, 'u'), (-2, NULL);
                PRAGMA writable_schema = 1;
                UPDATE sqlite_schema SET sql = 'CREATE TABLE a(x INTEGER CHECK (x > 0), y TEXT NOT NULL)'
                WHERE name = 'a';
                PRAGMA writable_schema = 0;
                """)
        let copy = try Connection(serialized: connection.serialize())
        var parts: [IntegrityReport.Progress] = []
        let report = try copy.integrityCheck { parts.append($0) }
        let messages = try copy.integrityCheck().problems.map(\.message)
        #expect(report.problems.map(\.message).sorted() == messages.sorted())
        #expect(parts.map(\.table) == ["a", "7", "1_sales", nil])
        #expect(parts.map(\.completed) == [0, 1, 2, 3])
        #expect(parts.map(\.total) == [4, 4, 4, 4])
        #expect(try copy.integrityCheck(limit: .max) { _ in }.problems == report.problems)
        #expect(try copy.integrityCheck(limit: .max).problems.count == messages.count)
        for name in ["1_sales", "0x10", "+7", "-7z"] {
            let error = try failure { try copy.integrityCheck(table: name) }
            #expect(error.resultCode == .misuse)
        }
        #expect(try copy.integrityCheck(limit: 1) { _ in }.problems.count == 1)
        struct Stop: Error {}
        #expect(throws: Stop.self) { try copy.integrityCheck { _ in throw Stop() } }
        #expect(copy.isAutocommit)
        #expect(throws: SQLiteError.self) { try copy.integrityCheck(of: "missing") { _ in } }
    }

    @Test("A damaged page is reported with progress too, each problem once")
    func damagedPage() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let connection = try Connection(path: path)
            try connection.execute(script: "CREATE TABLE a(x); CREATE TABLE b(x)")
            for _ in 1...50 { try connection.execute("INSERT INTO a VALUES (zeroblob(1000))") }
            try connection.close()
            var data = try Data(contentsOf: URL(fileURLWithPath: path))
            data[8192 * 2] = 0x63
            try data.write(to: URL(fileURLWithPath: path))
            for options: Connection.Options in [[.readwrite], [.readonly]] {
                let damaged = try Connection(location: .file(path: path), options: options)
                let report = try damaged.integrityCheck { _ in }
                #expect(!report.isOK)
                #expect(report.problems.count == Set(report.problems.map(\.message)).count)
                #expect(damaged.isAutocommit)
            }
        }
    }
}
