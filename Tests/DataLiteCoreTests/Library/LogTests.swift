import DataLiteCore
import Testing

/// The log belongs to the process, so each test runs a program of its own.
@Suite("The log of SQLite")
struct LogTests {
    private func lines(_ scenario: String) throws -> [String] {
        try withTemporaryDirectory { directory in
            let program = try ChildProcess("LibraryProgram", [scenario, directory + "/x.db"])
            let (status, lines) = program.wait()
            #expect(status == 0)
            return lines
        }
    }

    @Test("A listener receives the messages of SQLite and of the program until it is cancelled")
    func messages() throws {
        let lines = try lines("listen")
        try #require(lines.count == 7)
        #expect(lines[0].hasPrefix("1 SQLITE_CONSTRAINT_UNIQUE "))
        #expect(lines[0].contains("INSERT INTO t VALUES"))
        #expect(!lines.contains { $0.contains("hidden") })
        #expect(lines[1].hasPrefix("SQLITE_CONSTRAINT_UNIQUE: "))
        #expect(lines[2].hasPrefix("1 SQLITE_ERROR no such column: missing"))
        #expect(lines[3].hasPrefix("SQLITE_ERROR: "))
        #expect(lines[4] == "1 SQLITE_WARNING 50%s of %d")
        #expect(lines[5] == "2 SQLITE_WARNING 50%s of %d")
        #expect(lines[6].hasPrefix("2 SQLITE_NOTICE éééé"))
        #expect(lines[6].utf8.count < 3000)
    }

    @Test(
        "The first listener must be installed before the library is initialized, except from 3.42 on"
    )
    func late() throws {
        let lines = try lines("late")
        if Connection.libraryVersionNumber < 3_042_000 {
            try #require(lines.count == 3)
            #expect(
                lines[0].hasPrefix("SQLITE_MISUSE: the log of SQLite \(Connection.libraryVersion)"))
            #expect(lines[0].contains("before the first connection is opened"))
            #expect(lines[1...] == ["no error", "SQLITE_WARNING after a shutdown"])
        } else {
            #expect(lines.prefix(3) == ["no error", "SQLITE_WARNING", "no error"])
        }
    }

    @Test("A listener cannot use SQLite, and its own messages are discarded")
    func reentrancy() throws {
        let lines = try lines("reentrant")
        let refusal = "SQLITE_MISUSE: a listener of SQLite's log must not use SQLite"
        #expect(lines.filter { $0 == "SQLITE_ERROR" }.count == 1)
        #expect(lines.prefix(3) == ["SQLITE_ERROR", refusal, refusal])
        #expect(lines.dropFirst(3).first?.hasPrefix("SQLITE_ERROR: near") == true)
        #expect(lines.last == "1")
    }

    @Test("Several threads can write to the log while listeners are added and cancelled")
    func threads() throws {
        let lines = try lines("threads")
        #expect(lines.count == 1600)
        #expect(Set(lines).count == 1600)
    }

    @Test("All automatic extensions can be removed")
    func extensions() throws {
        #expect(try lines("extensions") == ["a,b", " false"])
    }
}
