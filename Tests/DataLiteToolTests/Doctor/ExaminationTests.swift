import DataLiteCore
import Foundation
import Testing

@testable import DataLiteTool

@Suite("The examination of a file")
struct ExaminationTests {
    private func withDatabase(
        _ script: String, _ body: (_ path: String, _ connection: Connection) throws -> Void
    ) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let connection = try Connection(
                path: path, configuration: .init { $0.foreignKeys = false })
            try connection.execute(script: script)
            try body(path, connection)
        }
    }

    /// The bytes of a file; `nil` if there is none. `FileManager.contents(atPath:)` leaks memory for an empty file.
    private func bytes(of path: String) -> Data? {
        try? FileHandle(forReadingAtPath: path)?.readToEnd() ?? Data()
    }

    /// The findings about a file, which must not change, and in whose directory no file may appear.
    private func findings(
        _ path: String, isQuick: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [Finding] {
        let directory = (path as NSString).deletingLastPathComponent
        let files = FileManager.default
        let before = bytes(of: path)
        let names = try files.contentsOfDirectory(atPath: directory).sorted()
        let findings = try Examination(path: path, isQuick: isQuick).findings
        #expect(bytes(of: path) == before, sourceLocation: sourceLocation)
        let after = try files.contentsOfDirectory(atPath: directory).sorted()
        #expect(after == names, sourceLocation: sourceLocation)
        return findings
    }

    private func problems(_ path: String, isQuick: Bool = false) throws -> [Finding] {
        try findings(path, isQuick: isQuick).filter { $0.kind == .problem }
    }

    @Test("A healthy file has no problem, and its format is described", arguments: [true, false])
    func healthy(isQuick: Bool) throws {
        try withDatabase(
            "PRAGMA user_version = 7; PRAGMA application_id = -5; CREATE TABLE t(x); CREATE VIEW v AS SELECT 1"
        ) { path, connection in
            try connection.close()
            #expect(try findings(path, isQuick: isQuick).allSatisfy { $0.kind == .good })
            let fields = try Examination(path: path, isQuick: isQuick).fields
            let values = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) })
            #expect(values["size"] == "8192 bytes (8.0 KiB)")
            #expect(values["page size"] == "4096 bytes")
            #expect(values["encoding"] == "UTF-8")
            #expect(values["journal"] == "rollback journal")
            #expect(values["auto-vacuum"] == "none")
            #expect(values["user version"] == "7")
            #expect(values["application"] == "-5")
            #expect(values["written by"] == "SQLite \(Connection.libraryVersion)")
            #expect(values["pages"] == "2 (0 free)")
            #expect(values["schema"] == "1 table, 1 view")
        }
    }

    @Test("Rows that violate a foreign key are a problem")
    func foreignKeys() throws {
        try withDatabase(
            "CREATE TABLE p(id INTEGER PRIMARY KEY); CREATE TABLE c(p REFERENCES p); INSERT INTO c VALUES (7), (NULL)"
        ) { path, connection in
            try connection.close()
            let problem = try #require(try problems(path).first)
            #expect(problem.text == "foreign keys are violated by 1 row")
            #expect(problem.details.first == #"row 1 of "c" ("p") refers to a missing row of "p""#)
            #expect(problem.command?.hasSuffix(" 'PRAGMA foreign_key_check'") == true)
        }
    }

    @Test("An index that differs from its table is a problem that REINDEX corrects")
    func indexes() throws {
        try withDatabase(
            "CREATE TABLE t(a, b); CREATE INDEX i ON t(a); INSERT INTO t VALUES (1, 2); ANALYZE"
        ) { path, connection in
            try connection.execute(
                script: """
                    PRAGMA writable_schema = 1;
                    UPDATE sqlite_schema SET sql = 'CREATE INDEX i ON t(b)' WHERE name = 'i';
                    """)
            try connection.close()
            #expect(try problems(path, isQuick: true) == [])
            let problem = try #require(try problems(path).first)
            #expect(problem.text == "the integrity check found 1 problem")
            #expect(problem.details == ["row 1 missing from index i"])
            #expect(problem.command?.hasSuffix(" REINDEX") == true)
            try Connection(path: path).execute("REINDEX")
            #expect(try problems(path) == [])
        }
    }

    @Test("Rows that violate a constraint are a problem, for which the rows must be corrected")
    func rows() throws {
        try withDatabase("CREATE TABLE t(a); INSERT INTO t VALUES (NULL)") { path, connection in
            try connection.execute(
                script: """
                    PRAGMA writable_schema = 1;
                    UPDATE sqlite_schema SET sql = 'CREATE TABLE t(a NOT NULL)';
                    """)
            try connection.close()
            let problem = try #require(try problems(path).first)
            #expect(problem.details == ["NULL value in t.a", "correct or delete these rows"])
            #expect(problem.command == nil)
        }
    }

    @Test("CHECK constraints are not checked, which is advice with the statement that checks them")
    func checkConstraints() throws {
        try withDatabase(
            "PRAGMA ignore_check_constraints = 1; CREATE TABLE t(a CHECK (a > 0)); INSERT INTO t VALUES (0)"
        ) { path, connection in
            try connection.close()
            let advice = try findings(path).filter { $0.kind == .advice }
            #expect(advice.map(\.text).first?.hasPrefix("CHECK constraints were not") == true)
            #expect(advice.first?.command?.hasSuffix(" 'PRAGMA integrity_check'") == true)
            // If SQLite begins to check them, the advice is wrong.
            #expect(try problems(path) == [])
            #expect(try Connection(path: path).integrityCheck().problems.count == 1)
        }
    }

    @Test("A damaged page is a problem, and then nothing else is recommended")
    func damaged() throws {
        try withDatabase(
            "CREATE TABLE t(a); CREATE INDEX i ON t(a); INSERT INTO t VALUES (1), (2)"
        ) { path, connection in
            try connection.close()
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            try file.seek(toOffset: 4096)
            try file.write(contentsOf: Data(repeating: 0xff, count: 2000))
            try file.close()
            let findings = try findings(path)
            #expect(findings.map(\.kind) == [.problem])
            #expect(findings.first?.command?.contains(".recover | sqlite3 ") == true)
        }
    }

    @Test(
        "A file that is no complete database is a problem that is named",
        arguments: [
            (Data("hello".utf8), "this is not an SQLite database, or it is encrypted"),
            (
                Data("SQLite format 3\0abc".utf8),
                "the file is truncated: it has 19 bytes, and its header has 100"
            ),
            (
                Data("SQLite format 3\0".utf8) + Data(repeating: 3, count: 1280),
                "the header of the file is damaged: the page size 771 is not a power of two"
            ),
        ])
    func otherFormats(bytes: Data, text: String) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            try bytes.write(to: URL(fileURLWithPath: path))
            let findings = try findings(path)
            #expect(findings.map(\.kind) == [.problem])
            #expect(findings.first?.text.hasPrefix(text) == true)
        }
    }

    @Test("A truncated file is a problem")
    func truncated() throws {
        try withDatabase("CREATE TABLE t(a); INSERT INTO t VALUES (zeroblob(50000))") {
            path, connection in
            try connection.close()
            truncate(path, 8192)
            #expect(
                try problems(path).first?.text.hasPrefix("the file is truncated: its header")
                    == true)
        }
    }

    @Test("An empty file is a database without tables")
    func empty() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            try Data().write(to: URL(fileURLWithPath: path))
            #expect(try findings(path).map(\.kind) == [.good])
        }
    }

    @Test("A path without a file that can be read is an error")
    func unreadable() throws {
        try withTemporaryDirectory { directory in
            mkfifo(directory + "/pipe", 0o600)
            let paths = [
                ("", "is empty"), (directory + "/no.db", "no such file"),
                (":memory:", "no such file"),
                (directory, "is a directory"), (directory + "/pipe", "is not a regular file"),
                ("/x\0y", "no such file"),
            ]
            for (path, message) in paths {
                let error = #expect(throws: QueryError.self) {
                    try Examination(path: path, isQuick: false)
                }
                #expect(error?.description.contains(message) == true)
            }
        }
    }

    @Test("A WAL is read, whether or not it has content, and no file appears")
    func wal() throws {
        try withDatabase("PRAGMA journal_mode = wal; CREATE TABLE t(a); INSERT INTO t VALUES (1)") {
            path, connection in
            let examination = try Examination(path: path, isQuick: false)
            #expect(examination.fields.contains { $0.name == "schema" && $0.value == "1 table" })
            #expect(examination.fields.contains { $0.name == "WAL" })
            let link = path + ".link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            let linked = try Examination(path: link, isQuick: false)
            #expect(linked.fields.contains { $0.name == "schema" && $0.value == "1 table" })
            #expect(linked.fields.contains { $0.name == "WAL" })
            #expect(try findings(path).allSatisfy { $0.kind == .good })
            // The last connection removes the WAL.
            try connection.close()
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
            #expect(try findings(path).allSatisfy { $0.kind == .good })
            let closed = try Examination(path: path, isQuick: false)
            #expect(closed.fields.contains { $0.name == "journal" && $0.value == "WAL" })
            #expect(closed.fields.contains { $0.name == "schema" && $0.value == "1 table" })
        }
    }

    @Test("A file that another connection has locked cannot be read now")
    func locked() throws {
        try withDatabase("CREATE TABLE t(a); BEGIN EXCLUSIVE") { path, connection in
            let problem = try #require(try problems(path).first)
            #expect(problem.text.contains("another process has locked it"))
            try connection.execute("ROLLBACK")
        }
    }

    @Test("The journal of an interrupted program must be rolled back first")
    func hotJournal() throws {
        try withDatabase(
            """
            PRAGMA cache_size = 1;
            CREATE TABLE t(a);
            INSERT INTO t VALUES (zeroblob(100000));
            BEGIN;
            UPDATE t SET a = randomblob(100000);
            """
        ) { path, connection in
            let copy = path + ".copy"
            for suffix in ["", "-journal"] {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
            }
            let problem = try #require(try problems(copy).first)
            #expect(problem.text.contains("must be rolled back first"))
            #expect(problem.command?.hasSuffix("'PRAGMA user_version'") == true)
            _ = try Connection(path: copy).value("PRAGMA user_version", as: Int.self)
            #expect(try problems(copy) == [])
            try connection.execute("ROLLBACK")
        }
    }

    @Test("Missing statistics and free pages are advice, with the statement that helps")
    func advice() throws {
        try withDatabase(
            """
            PRAGMA auto_vacuum = 2;
            CREATE TABLE t(a); CREATE INDEX i ON t(a); CREATE TABLE empty(a UNIQUE);
            INSERT INTO t VALUES (zeroblob(300000)); DELETE FROM t; INSERT INTO t VALUES (1);
            """
        ) { path, connection in
            let advice = try findings(path).filter { $0.kind == .advice }
            #expect(advice.map(\.details) == [["t"], []])
            #expect(advice.first?.command?.hasSuffix(" ANALYZE") == true)
            #expect(advice.last?.command?.hasSuffix(" 'PRAGMA incremental_vacuum'") == true)
            try connection.execute(script: "ANALYZE; PRAGMA auto_vacuum = 0; VACUUM")
            #expect(try findings(path).allSatisfy { $0.kind == .good })
            try connection.execute(
                script: "INSERT INTO t VALUES (zeroblob(300000)); DELETE FROM t WHERE a <> 1")
            #expect(try findings(path, isQuick: true).last?.command?.hasSuffix(" VACUUM") == true)
        }
    }

    @Test(
        "A virtual table whose module is missing is advice, and functions of others are not trusted"
    )
    func missingModules() throws {
        try withDatabase("CREATE TABLE t(a)") { path, connection in
            try connection.add(function: "strange", options: .deterministic) { (a: Int) in a }
            try connection.execute("CREATE INDEX i ON t(strange(a))")
            try connection.execute(
                script: """
                    PRAGMA writable_schema = 1;
                    INSERT INTO sqlite_schema VALUES
                      ('table', 'v', 'v', 0, 'CREATE VIRTUAL TABLE v USING "No Such"(a)');
                    """)
            try connection.close()
            let advice = try findings(path).filter { $0.kind == .advice }
            #expect(
                advice.contains { finding in
                    finding.text == "this library cannot read 1 virtual table"
                        && finding.details.first == "v uses the module no such"
                })
            #expect(
                advice.contains {
                    $0.text.hasSuffix("could not be done: unknown function: strange()")
                })
            #expect(try problems(path) == [])
        }
    }

    @Test("Damaged files are examined without a crash or a change")
    func fuzz() async throws {
        try await DamagedFile.rounds("doctor", count: 12) { path, seed, generator in
            let before = bytes(of: path)
            let examination = try Examination(path: path, isQuick: .random(using: &generator))
            let report = try text { output in
                try ReportWriter(output: output).write(examination)
            }
            let controls = report.unicodeScalars.filter {
                TerminalText.isInvisible($0) && $0 != "\n"
            }
            #expect(controls.isEmpty, "DATALITE_FUZZ_SEED=\(seed)")
            #expect(
                bytes(of: path) == before, "DATALITE_FUZZ_SEED=\(seed)")
        }
    }
}

@Suite("A finding")
struct FindingTests {
    @Test("A command is what a shell reads as the path and the SQL")
    func commands() throws {
        let words = ["a.db", "it's a.db", "$(x)", "-a", "", "é", "a\nb"]
        for word in words {
            let result = try ShellCommand.run("printf %s \(Finding.shellWord(word))", [])
            #expect(result.output == (word == "-a" ? "./-a" : word))
        }
        #expect(Finding.shellWord("a/b-1_2.db") == "a/b-1_2.db")
    }

    @Test("Long lists of details are shortened")
    func details() {
        let details = (1...12).map { "\($0)" }
        #expect(Finding.shown(Array(details.prefix(10))).count == 10)
        #expect(Finding.shown(details).last == "and 2 more")
        let (full, long) = (String(repeating: "é", count: 300), String(repeating: "é", count: 301))
        #expect(Finding.shown([full, long]) == [full, full + "..."])
    }

    @Test("The module of a virtual table is found in its statement")
    func modules() {
        #expect(VirtualTableModule.name(in: "CREATE VIRTUAL TABLE a USING fts5(x)") == "fts5")
        #expect(
            VirtualTableModule.name(in: #"create virtual table "using" using [My Mod]"#) == "my mod"
        )
        #expect(VirtualTableModule.name(in: "CREATE TABLE a(x)") == nil)
        #expect(VirtualTableModule.name(in: "CREATE VIRTUAL TABLE a USING") == nil)
    }
}
