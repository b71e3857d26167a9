import DataLiteCore
import Foundation
import Testing

@testable import DataLiteTool

@Suite("The examination of a file")
struct ExaminationTests: ExaminingFiles {
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
