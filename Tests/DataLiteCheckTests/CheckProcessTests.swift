import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

@Suite("The built datalite-check")
struct CheckProcessTests {
    private static let wrong = #"try db.rows("SELECT nme FROM artists")"# + "\n"
    private static let schema = "CREATE TABLE artists(name);"

    @Test("Errors are printed in the order of the files and lines")
    func order() throws {
        let outcome = try CheckProcess.run(
            ["Sources", "extra.txt", "Sources/B.swift", "--schema", "schema.sql"],
            files: [
                "Sources/B.swift": Self.wrong + Self.wrong, "Sources/A/C.swift": Self.wrong,
                "Sources/.build/D.swift": Self.wrong, "Sources/.E.swift": Self.wrong,
                "Sources/F.txt": Self.wrong, "extra.txt": "try db.rows(sql: query)",
                "schema.sql": Self.schema,
            ])
        #expect(
            outcome
                == .init(
                    status: 1,
                    output: """
                        Sources/A/C.swift:1:21: error: no such column: nme
                        Sources/B.swift:1:21: error: no such column: nme
                        Sources/B.swift:2:21: error: no such column: nme

                        """,
                    errors: "checked 3 statements in 3 files, 3 errors, 1 skipped\n"))
    }

    @Test("The tool succeeds without errors and lists skipped SQL with --verbose")
    func success() throws {
        let files = [
            "a.swift": "try db.rows(sql: query)\n" + #"try db.rows("SELECT name FROM artists")"#,
            "schema.sql": Self.schema,
        ]
        let summary = "checked 1 statement in 1 file, 0 errors, 1 skipped\n"
        #expect(
            try CheckProcess.run(["a.swift", "--schema", "schema.sql"], files: files)
                == .init(status: 0, output: "", errors: summary))
        #expect(
            try CheckProcess.run(["--schema", "schema.sql", "--verbose", "a.swift"], files: files)
                == .init(
                    status: 0,
                    output: "a.swift:1:18: note: skipped: the text is not a literal\n",
                    errors: summary))
    }

    @Test("Options name functions and collations")
    func names() throws {
        let sql = "SELECT f(name), g(name), h(name) FROM artists ORDER BY name COLLATE c"
        let outcome = try CheckProcess.run(
            [
                "--schema", "schema.sql", "--function", "f", "--function", "g", "--aggregate", "h",
                "--collation", "c", "a.swift",
            ], files: ["a.swift": "try db.rows(\"\(sql)\")", "schema.sql": Self.schema])
        #expect(outcome.status == 0)
        #expect(outcome.output == "")
    }

    @Test("A database file is read and not changed", arguments: ["DELETE", "WAL"])
    func database(mode: String) throws {
        var contents: [Data?] = []
        let path = { (folder: String) in folder + "/music.db" }
        try withTemporaryDirectory { folder in
            let connection = try Connection(path: path(folder))
            try connection.execute(
                script: "PRAGMA journal_mode = \(mode); CREATE TABLE artists(name, age)")
            try connection.close()
            let source = #"""
                try db.execute("DROP TABLE artists")
                try db.execute("INSERT INTO artists VALUES (\(name), 1)")
                try db.rows("SELECT nme FROM artists")
                """#
            try Data(source.utf8).write(to: URL(fileURLWithPath: folder + "/a.swift"))
            contents.append(FileManager.default.contents(atPath: path(folder)))
            let outcome = try ShellCommand.run(
                #"cd "$1" && shift && exec "$@""#,
                [folder, CheckProcess.tool, "a.swift", "--schema", "music.db"])
            #expect(outcome.output == "a.swift:3:21: error: no such column: nme\n")
            #expect(outcome.errors == "checked 3 statements in 1 file, 1 error, 0 skipped\n")
            contents.append(FileManager.default.contents(atPath: path(folder)))
            let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(files == ["a.swift", "music.db"])
        }
        #expect(contents[0] != nil && contents[0] == contents[1])
    }

    @Test("Output that cannot be written only sets the status")
    func closedOutput() throws {
        try withTemporaryDirectory { folder in
            let (path, database) = (folder + "/a.swift", folder + "/music.db")
            try Data(Self.wrong.utf8).write(to: URL(fileURLWithPath: path))
            try Connection(path: database).execute("CREATE TABLE artists(name)")
            for command in [#""$@" 2>&-"#, #""$@" >&-"#] {
                let outcome = try ShellCommand.run(
                    command, [CheckProcess.tool, path, "--schema", database])
                #expect(outcome.status == 1)
            }
        }
    }

    @Test("A schema is read from the WAL of a database that is in use")
    func log() throws {
        try withTemporaryDirectory { folder in
            let connection = try Connection(path: folder + "/a%20b ?.db")
            try connection.execute(
                script: "PRAGMA journal_mode = WAL; CREATE TABLE artists(name)")
            try Data(Self.wrong.utf8).write(to: URL(fileURLWithPath: folder + "/a.swift"))
            let outcome = try ShellCommand.run(
                #"cd "$1" && shift && exec "$@""#,
                [folder, CheckProcess.tool, "a.swift", "--schema", "a%20b ?.db"])
            #expect(outcome.output == "a.swift:1:21: error: no such column: nme\n")
            try connection.close()
        }
    }

    struct Failure: Sendable {
        let arguments: [String]
        let status: Int32
        let message: String

        init(_ arguments: [String], _ status: Int32, _ message: String) {
            self.arguments = arguments
            self.status = status
            self.message = message
        }
    }

    private static let unreadable = [
        Failure([], 64, "Error: Missing expected argument"),
        Failure(["a.swift"], 64, "Error: Missing expected argument '--schema <schema> ...'"),
        Failure(["--schema", "schema.sql"], 64, "Error: Missing expected argument '<paths> ...'"),
        Failure(
            ["a.swift", "--schema", "schema.sql", "--function", ""], 64,
            #"Error: "" is not the name of a function or collation."#),
        Failure(
            ["none", "--schema", "schema.sql"], 66,
            #"datalite-check: no such file or folder: "none""#),
        Failure(
            ["latin1.swift", "--schema", "schema.sql"], 66,
            #"datalite-check: "latin1.swift" is not valid UTF-8"#),
        Failure(
            ["a.swift", "--schema", "none.sql"], 66,
            #"datalite-check: no such schema: "none.sql""#),
        Failure(
            ["a.swift", "--schema", "folder"], 66,
            #"datalite-check: cannot read the schema "folder""#),
        Failure(
            ["a.swift", "--schema", "latin1.swift"], 66,
            "datalite-check: the schema \"latin1.swift\" is neither an SQLite database nor SQL in "
                + "UTF-8"),
        Failure(
            ["a.swift", "--schema", "wrong.sql"], 66,
            #"wrong.sql:2:17: error: near ",": syntax error"#),
        Failure(
            ["a.swift", "--schema", "damaged.db"], 66,
            #"datalite-check: cannot read the schema "damaged.db": "#),
    ]

    @Test("Unreadable input is reported and nothing is checked", arguments: unreadable)
    func failures(_ failure: Failure) throws {
        let outcome = try CheckProcess.run(
            failure.arguments,
            files: [
                "a.swift": Self.wrong, "schema.sql": Self.schema, "folder/a.swift": "",
                "wrong.sql": "CREATE TABLE a(b);\nCREATE TABLE é(,)",
                "damaged.db": "SQLite format 3\0" + String(repeating: "x", count: 4096),
            ],
            prepare: {
                try Data([0x22, 0xe9, 0x22]).write(to: URL(fileURLWithPath: $0 + "/latin1.swift"))
            })
        #expect(outcome.status == failure.status)
        #expect(outcome.output == "")
        #expect(outcome.errors.hasPrefix(failure.message), "\(outcome.errors)")
    }

    @Test("The output of the shell's .schema can be used as a schema")
    func shellSchema() throws {
        let schema = """
            CREATE TABLE artists(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT);
            CREATE TABLE sqlite_sequence(name,seq);
            CREATE VIEW names AS SELECT name FROM artists
            /* names(name) */;
            """
        let outcome = try CheckProcess.run(
            ["a.swift", "--schema", "schema.sql"],
            files: ["a.swift": #"try db.rows("SELECT nme FROM names")"#, "schema.sql": schema])
        #expect(outcome.output == "a.swift:1:21: error: no such column: nme\n")
    }
}
