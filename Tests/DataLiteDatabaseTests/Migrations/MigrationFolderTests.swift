import DataLiteDatabase
import DataLiteTestSupport
import Foundation
import Testing

@Suite struct `A folder of migrations` {
    @Test func `A folder is read in the order of the numbers`() throws {
        let files = [
            "10 ten.sql", "9 nine.sql", "001 one.sql", "2_two.SQL", "2.1 b.sql", "2.10.sql",
            "2024-01-31T10-00 add.sql", "2024-01-31T9-30 before.sql", "2024.sql",
            "99999999999999999999999999999999 far.sql", "0.sql",
        ]
        let texts = Dictionary(uniqueKeysWithValues: files.map { ($0, "SELECT 1") })
        let names = try withFolder(texts) { try Migrator(folder: $0).names }
        #expect(
            names == [
                "0", "001 one", "2_two", "2.1 b", "2.10", "9 nine", "10 ten", "2024",
                "2024-01-31T9-30 before", "2024-01-31T10-00 add",
                "99999999999999999999999999999999 far",
            ])
    }

    @Test func `A folder's other files, hidden files and folders are ignored`() throws {
        let files = [
            "1.sql": "SELECT 1", ".2.sql": "", "README.md": "# Read", "3.sql~": "SELECT 3",
        ]
        let names = try withFolder(files) { folder in
            try FileManager.default.createDirectory(
                atPath: folder + "/4.sql", withIntermediateDirectories: false)
            return try Migrator(folder: folder).names
        }
        #expect(names == ["1"])
    }

    @Test func `A folder of migrations can be empty`() throws {
        #expect(try withFolder([:]) { try Migrator(folder: $0).names } == [])
    }

    @Test func `A folder is added after other migrations`() throws {
        var migrator = Migrator()
        migrator.add("code") { _ in }
        try withFolder(["1 file.sql": "CREATE TABLE t(x)"]) { try migrator.add(folder: $0) }
        let connection = try memory()
        #expect(try migrator.migrate(connection) == ["code", "1 file"])
        #expect(try migrator.applied(in: connection).last?.sql == "CREATE TABLE t(x)")
    }

    @Test func `Migration files can have a byte order mark and Windows line endings`() throws {
        let files = ["1.sql": "\u{FEFF}CREATE TABLE a(x);\r\n\r\nCREATE TABLE b(y);\r\n"]
        let connection = try memory()
        try withFolder(files) { _ = try Migrator(folder: $0).migrate(connection) }
        let changed = ["1.sql": "CREATE TABLE a(x);\nCREATE TABLE b(y)"]
        try withFolder(changed) { try Migrator(folder: $0).check(connection) }
    }

    @Test func `An error in a migration file names the file and line`() throws {
        let files = [
            "1 a.sql": "CREATE TABLE t(x NOT NULL);\n-- CREATE TABLE u(y)\n\nCREATE TABLE u(y;\n",
            "2 b.sql": "CREATE TRIGGER r AFTER INSERT ON t BEGIN\n  SELECT 1;\nEND;\n"
                + "INSERT INTO t\nVALUES (NULL);",
        ]
        try withFolder(files) { folder in
            let connection = try memory()
            let migrator = try Migrator(folder: folder)
            let error = #expect(throws: SQLiteError.self) { try migrator.migrate(connection) }
            #expect(error?.message == "1 a.sql:4: near \";\": syntax error")
            #expect(error?.description.contains("line 4: CREATE TABLE u(y;") == true)

            try Data("CREATE TABLE t(x NOT NULL)".utf8)
                .write(to: URL(fileURLWithPath: folder + "/1 a.sql"))
            let repaired = try Migrator(folder: folder)
            let second = #expect(throws: SQLiteError.self) { try repaired.migrate(connection) }
            #expect(second?.message == "2 b.sql:4: NOT NULL constraint failed: t.x")
            #expect(second?.sql == "INSERT INTO t\nVALUES (NULL);")
        }
    }

    @Test func `An edited migration file is detected`() throws {
        try withFolder(["1 a.sql": "CREATE TABLE t(x)"]) { folder in
            let connection = try memory()
            try Migrator(folder: folder).migrate(connection)
            try Data("CREATE TABLE t(x, y)".utf8)
                .write(to: URL(fileURLWithPath: folder + "/1 a.sql"))
            #expect(throws: MigrationError.changed(["1 a"])) {
                try Migrator(folder: folder).migrate(connection)
            }
        }
    }

    @Test(arguments: [
        (["a.sql": "SELECT 1"], MigrationError.unnumberedFile("a.sql")),
        (["1 a.sql": "SELECT 1", "01-b.sql": "SELECT 1"], .duplicateNumber("01-b.sql", "1 a.sql")),
        (["1.sql": "SELECT 1", "1 down.sql": "SELECT 1"], .duplicateNumber("1 down.sql", "1.sql")),
        (["1 a.sql": "-- later"], .emptyScript("1 a")),
        (["1 a.sql": ""], .emptyScript("1 a")),
        (
            ["1 a.sql": "SELECT 1;\nBEGIN;"],
            .refusedStatement(
                location: "1 a.sql:2",
                reason: "the statement begins or ends a transaction, but a migration runs in its "
                    + "own transaction")
        ),
    ])
    func `A folder with invalid migration files is rejected`(
        files: [String: String], expected: MigrationError
    ) throws {
        try withFolder(files) { folder in
            #expect(throws: expected) { try Migrator(folder: folder) }
        }
    }

    @Test func `A folder that is missing, a file or not UTF-8 is rejected`() throws {
        try withFolder(["1.sql": "SELECT 1"]) { folder in
            #expect(
                throws: MigrationError.unreadable(
                    path: folder + "/none", reason: "there is no such folder")
            ) { try Migrator(folder: folder + "/none") }
            #expect(
                throws: MigrationError.unreadable(
                    path: folder + "/1.sql", reason: "it is not a folder")
            ) { try Migrator(folder: folder + "/1.sql") }
            let path = folder + "/2.sql"
            try Data([0x53, 0xFF]).write(to: URL(fileURLWithPath: path))
            #expect(
                throws: MigrationError.unreadable(path: path, reason: "it is not valid UTF-8")
            ) { try Migrator(folder: folder) }
        }
    }

    @Test func `A NUL character in a migration file is reported with SQLite's error`() throws {
        try withFolder(["1.sql": "SELECT 1;\u{0}SELECT 2"]) { folder in
            #expect(throws: SQLiteError.self) { try Migrator(folder: folder).migrate(memory()) }
        }
    }
}
