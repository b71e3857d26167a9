import DataLiteServer
import Foundation
import Testing

@Suite("A server that receives SIGTERM")
struct TerminationTests {
    private static let program: URL = {
        let bundle = ProcessInfo.processInfo.arguments[0]
        return URL(fileURLWithPath: bundle).deletingLastPathComponent()
            .appendingPathComponent("ServerProgram")
    }()

    private struct Run {
        var status: Int32
        var duration: Duration
        var lines: [String]
    }

    /// Starts the program, sends SIGTERM after its first lines and a number of milliseconds, and waits for its end.
    private func run(_ arguments: [String], after milliseconds: Int) throws -> Run {
        let process = Process()
        process.executableURL = Self.program
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var data = Data()
        while !data.contains(UInt8(ascii: "\n")) {
            let part = output.fileHandleForReading.availableData
            guard !part.isEmpty else { break }
            data += part
        }
        usleep(UInt32(milliseconds) * 1000)
        let start = ContinuousClock.now
        process.terminate()
        data += output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        return Run(
            status: process.terminationStatus, duration: start.duration(to: .now),
            lines: String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    @Test(
        "Nothing acknowledged is lost, and the exit status is 0 within the limit, 4 times 50 times",
        arguments: 0..<4)
    func load(part: Int) throws {
        var acknowledged = 0
        for round in 0..<50 {
            let directory = try TemporaryDirectory()
            let run = try run([directory.file(), "5", "4"], after: (round * 4 + part) % 20)
            #expect(run.status == 0, "round \(round)")
            #expect(run.duration < .seconds(10), "round \(round)")
            #expect(try directory.names == ["test.sqlite"], "round \(round)")
            let database = try Database(path: directory.file())
            let stored = try database.read { db in
                try Set(db.rows("SELECT id FROM acknowledged", as: Int.self))
            }
            let numbers = run.lines.compactMap(Int.init)
            #expect(numbers.count == run.lines.count)
            #expect(stored.isSuperset(of: numbers), "round \(round)")
            acknowledged += numbers.count
        }
        #expect(acknowledged > 50)
    }

    @Test("A read that does not end is interrupted")
    func stuck() throws {
        let directory = try TemporaryDirectory()
        let run = try run([directory.file(), "0.1", "0", "stuck"], after: 10)
        #expect(run.status == 0)
        #expect(run.lines == ["stuck"])
        #expect(run.duration < .seconds(5))
    }
}
