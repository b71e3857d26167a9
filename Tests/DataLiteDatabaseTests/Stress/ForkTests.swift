#if DEBUG
    import DataLiteTestSupport
    import Foundation
    import Testing

    @Suite("A process that fork has created", .timeLimit(.minutes(20)))
    struct ForkTests {
        @Test("The connection of the parent process cannot be used in a debug build")
        func connection() throws {
            try withTemporaryDirectory { directory in
                let (status, lines) = try ChildProcess(
                    "DatabaseStress", ["fork", directory + "/x.sqlite"]
                ).wait()
                #expect(status == 0)
                let uses = lines.dropLast(2)
                #expect(uses.count == 5)
                for line in uses {
                    #expect(line.hasPrefix("SQLITE_MISUSE: the connection was opened before fork"))
                }
                // The child process has neither crashed nor written.
                #expect(lines.suffix(2) == ["child: 0", "rows: 1"])
            }
        }
    }
#endif
