import DataLiteDatabase
import Foundation
import Testing

@Suite struct `Two processes that migrate at once` {
    @Test func `Concurrent processes run each migration once and find all applied`() throws {
        try withTemporaryDirectory { directory in
            let (path, gate) = (directory + "/library.sqlite", directory + "/gate")
            try Database(path: path).close()
            let processes = try (1...2).map { _ in
                try ChildProcess("DatabaseStress", ["migrate", path, gate])
            }
            for process in processes { try #require(process.readLine() == "ready") }
            try Data().write(to: URL(fileURLWithPath: gate))
            var names: [String] = []
            for process in processes {
                let (status, lines) = process.wait()
                #expect(status == 0)
                #expect(lines.last == "0 pending")
                names += lines.dropLast()
            }
            let expected = (["slow"] + (1...20).map(String.init)).sorted()
            #expect(names.sorted() == expected)
            let database = try Database(path: path)
            let runs = try database.read { try $0.rows("SELECT migration FROM runs") }
            #expect(runs.map { $0.lenientValue(at: 0) ?? "" }.sorted() == expected)
        }
    }
}
