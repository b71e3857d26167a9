import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

@testable import DataLiteTool

@Suite("datalite doctor")
struct DoctorProcessTests {
    private func withDatabase(_ script: String, _ body: (_ path: String) throws -> Void) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let connection = try Connection(
                path: path, configuration: .init { $0.foreignKeys = false })
            try connection.execute(script: script)
            try connection.close()
            try body(path)
        }
    }

    @Test("The library is described, with what it lacks")
    func library() throws {
        let result = try BuiltTool.run(["doctor"])
        #expect(result.status == 0)
        let lines = result.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("SQLite 3.") == true)
        #expect(result.output.contains("  options       "))
        #expect(result.output.contains("THREADSAFE="))
        #expect(result.output.contains("\nNot available with this library\n"))
        #expect(lines.allSatisfy { $0.count <= 110 })
    }

    @Test("A healthy file has the status 0, and one with problems the status 1")
    func status() throws {
        try withDatabase("CREATE TABLE t(x)") { path in
            for options in [[], ["--quick"]] {
                let result = try BuiltTool.run(["doctor"] + options + [path])
                #expect(result.status == 0)
                #expect(result.errors == "")
                let check = options.isEmpty ? "integrity" : "quick"
                #expect(
                    result.output.contains("  ok            the \(check) check found no problem\n"))
            }
        }
        try withDatabase(
            "CREATE TABLE p(id INTEGER PRIMARY KEY); CREATE TABLE c(p REFERENCES p); INSERT INTO c VALUES (7)"
        ) { path in
            let result = try BuiltTool.run(["doctor", path])
            #expect(result.status == 1)
            #expect(result.errors == "datalite: \"\(path)\" has 1 problem\n")
            #expect(result.output.contains("  problem       foreign keys are violated by 1 row\n"))
            #expect(result.output.contains("run: datalite query "))
        }
    }

    @Test("SQLite's log explains the damage of a file")
    func log() throws {
        try withDatabase("CREATE TABLE t(x); INSERT INTO t VALUES (zeroblob(20000))") { path in
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            try file.seek(toOffset: 4096)
            try file.write(contentsOf: Data(repeating: 0xff, count: 2000))
            try file.close()
            let result = try BuiltTool.run(["doctor", path])
            #expect(result.status == 1)
            #expect(result.output.contains("\nSQLite's log\n  SQLITE_CORRUPT"))
        }
    }

    @Test("A missing file is an error after the description of the library")
    func missing() throws {
        let result = try BuiltTool.run(["doctor", "/nowhere.db"])
        #expect(result.status == 1)
        #expect(result.output.hasPrefix("SQLite 3."))
        #expect(result.errors == "datalite: no such file: \"/nowhere.db\"\n")
    }

    @Test("The features of libraries have different names, and those of newer versions are missing")
    func features() throws {
        let all = LibraryFeature.all.map(\.name)
        #expect(Set(all).count == all.count)
        let missing = try LibraryFeature.missing().map(\.name)
        #expect(missing.contains("SQLite 3.45") == (Connection.libraryVersionNumber < 3_045_000))
        #expect(missing.contains("codec") == !Connection.hasCodec)
        #expect(
            missing.contains("SQLITE_ENABLE_PREUPDATE_HOOK")
                == !Connection.library.hasCompileOption("ENABLE_PREUPDATE_HOOK"))
        #expect(!missing.contains("JSON functions"))
    }

    @Test("datalite query --log prints the warnings of SQLite to standard error")
    func queryLog() throws {
        try withDatabase(
            """
            CREATE TABLE a(x); CREATE TABLE b(x);
            INSERT INTO a VALUES (1), (2), (3); INSERT INTO b SELECT x FROM a;
            """
        ) { path in
            let sql = "SELECT count(*) FROM a JOIN b ON a.x = b.x"
            let result = try BuiltTool.run(["query", "--format", "list", "--log", path, sql])
            #expect(result.status == 0)
            #expect(result.output == "count(*)\n3\n")
            #expect(
                result.errors.hasPrefix(
                    "SQLite's log: SQLITE_WARNING_AUTOINDEX: automatic index on "))
            #expect(try BuiltTool.run(["query", path, sql]).errors == "")
        }
    }

    @Test(
        "An encrypted file is named as such",
        .enabled(if: Connection.hasCodec, "this SQLite has no codec"))
    func encrypted() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let configuration = Connection.Configuration { $0.key = .passphrase("x") }
            let connection = try Connection(path: path, configuration: configuration)
            try connection.execute("CREATE TABLE t(x)")
            try connection.close()
            let findings = try Examination(path: path, isQuick: false).findings
            #expect(findings.map(\.kind) == [.problem])
            #expect(findings.first?.text == "this is not an SQLite database, or it is encrypted")
        }
    }
}
