import DataLiteDatabase
import DataLiteCore
import Foundation
import Testing

@testable import DataLiteTool

@Suite("The tool on a damaged file")
struct DamagedFileToolTests {
    @Test("The output for a damaged file contains no control characters")
    func errorsOnly() async throws {
        try await DamagedFile.rounds("tool", count: 80) { path, seed, generator in
            let directory = URL(filePath: path).deletingLastPathComponent().path
            for _ in 0..<6 {
                let text = try run(path, directory, &generator)
                let controls = text.unicodeScalars.filter {
                    TerminalText.isInvisible($0) && $0 != "\n"
                }
                #expect(controls.isEmpty, "DATALITE_FUZZ_SEED=\(seed)")
            }
        }
    }

    /// The output of a command.
    private func run(
        _ path: String, _ directory: String, _ generator: inout SeededGenerator
    ) throws -> String {
        let file = DatabaseFile(
            path: path, readonly: .random(using: &generator), create: false,
            trustsSchema: .random(using: &generator))
        let query = "SELECT * FROM (\(FuzzSQL.query(using: &generator))) LIMIT 100"
        let change = FuzzSQL.change(using: &generator)
        let format: ResultFormat =
            [.table, .json, .markdown].randomElement(using: &generator) ?? .table
        let kind = Int.random(in: 0..<5, using: &generator)
        var report = ""
        let printed = try text { output in
            do {
                let connection = try file.open()
                let watchdog = Watchdog { [handle = connection.interruptHandle] in
                    handle.interrupt()
                }
                defer { watchdog.stop() }
                switch kind {
                case 0:
                    try Script(sql: query, parameters: [])
                        .run(on: connection, writer: format.writer(to: output), output: output)
                case 1:
                    try Script(sql: "\(change); \(query)", parameters: [])
                        .run(on: connection, writer: format.writer(to: output), output: output)
                case 2:
                    let schema = try SchemaReader(connection: connection).read()
                    let source = GeneratedSource(
                        schema: schema, databaseName: "a.db", access: .internal)
                    try output.write(source.text())
                case 3:
                    var migrator = Migrator()
                    migrator.add("1", sql: change)
                    let report = MigrationReport(
                        migrator: migrator, configuration: file.configuration, output: output)
                    try? report.writeStatus(of: connection)
                    try? report.rehearse(connection, upTo: nil)
                    try report.migrate(connection, upTo: nil)
                default:
                    let watcher = Watcher(
                        connection: connection, query: try connection.prepare(sql: query),
                        page: WatchPage(output: output, isColored: false))
                    var count = 0
                    try watcher.run(limit: 2) {
                        count += 1
                        _ = try? Connection(path: path).execute(SQL(raw: change))
                        return count < 3
                    }
                }
            } catch {
                report = Console.report(error)
            }
        }
        return printed + report
    }

    #if os(Linux)
        @Test("The tool exits with 0 or 1 for a damaged file")
        func processes() async throws {
            try await DamagedFile.rounds("datalite", count: 6) { path, seed, generator in
                let query = "SELECT * FROM (\(FuzzSQL.query(using: &generator))) LIMIT 100"
                let change = FuzzSQL.change(using: &generator)
                let commands = [
                    ["query", path, query], ["generate", path],
                    ["watch", "--count", "1", path, query],
                    ["query", "--trust-schema", path, change + "; " + query],
                ]
                for command in commands {
                    let outcome = try BuiltTool.run(command)
                    #expect(
                        [0, 1].contains(outcome.status), "DATALITE_FUZZ_SEED=\(seed) \(command)")
                    #expect(outcome.status == 0 || outcome.errors.hasPrefix("datalite: "))
                }
            }
        }
    #endif
}
