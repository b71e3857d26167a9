import DataLiteCluster
import Foundation
import Testing

extension ClusterSuite {
    @Suite("Beside other programs")
    struct OtherPrograms {
        /// Runs a program.
        private func run(
            _ program: URL, _ arguments: [String], in folder: URL? = nil,
            _ environment: [String: String] = [:]
        ) throws -> (status: Int32, output: String) {
            let process = Process()
            process.executableURL = program
            process.arguments = arguments
            process.currentDirectoryURL = folder
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            let output = Pipe()
            process.standardOutput = output
            process.standardError = output
            try process.run()
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return (process.terminationStatus, String(decoding: data, as: UTF8.self))
        }

        @Test("go-dqlite and DataLite read what the other has written")
        func goDqlite() throws {
            let local = try LocalCluster()
            let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
                .appendingPathComponent("GoDqlite/main.go").path
            let program = local.directory.appendingPathComponent("godqlite")
            let build = try run(
                URL(fileURLWithPath: "/usr/bin/env"),
                ["go", "build", "-o", program.path, source], in: local.directory,
                [
                    "GO111MODULE": "off", "GOPATH": "/usr/share/gocode",
                    "GOCACHE": NSTemporaryDirectory() + "datalite-go-cache",
                ])
            guard build.status == 0 else {
                print("SKIPPED: go-dqlite cannot be built: \(build.output)")
                return
            }
            let database = try local.database("benchmark")
            let rows: [[SQLiteValue]] = [
                [.int(.max), .real(0.1), .text("\u{65e5}"), .blob(Data([0, 1, 255])), .null],
                [.int(.min), .real(-2.5), .text(""), .blob(Data([7])), .text("x")],
                [.null, .null, .null, .null, .int(7)],
            ]
            try database.write { db in
                try db.execute(
                    "CREATE TABLE swift_values(id INTEGER PRIMARY KEY, i INTEGER, r REAL, t TEXT, b BLOB, n)"
                )
                for row in rows {
                    try db.execute(
                        "INSERT INTO swift_values(i, r, t, b, n) VALUES (?, ?, ?, ?, ?)",
                        SQLParameters(row))
                }
            }
            let result = try run(program, ["exchange"] + local.addresses)
            #expect(result.status == 0)
            #expect(
                result.output.split(separator: "\n") == [
                    "9223372036854775807|0.1|\u{65e5}|x0001ff|NULL|",
                    "-9223372036854775808|-2.5||x07|x|", "NULL|NULL|NULL|NULL|7|",
                ])
            let found = try database.read { db in
                try db.rows("SELECT i, r, t, b, n, flag FROM go_values ORDER BY id").map {
                    $0.map(\.value)
                }
            }
            #expect(
                found == [
                    [
                        .int(.max), .real(0.1), .text("\u{65e5}"), .blob(Data([0, 1, 255])), .null,
                        .int(1),
                    ],
                    [.int(.min), .real(-2.5), .text(""), .blob(Data()), .text("x"), .int(0)],
                ])
            let times = try database.read { db in
                try db.rows("SELECT at FROM go_values ORDER BY id", as: String?.self)
            }
            #expect(times.first??.hasPrefix("2026-01-02") == true)
            #expect(times.last == .some(nil))
        }

        @Test("datalite-cluster shows and changes members")
        func tool() throws {
            let local = try LocalCluster(3)
            let program = URL(fileURLWithPath: CommandLine.arguments[0])
                .deletingLastPathComponent().appendingPathComponent("datalite-cluster")
            func run(_ arguments: String) throws -> (status: Int32, output: String) {
                try self.run(program, arguments.split(separator: " ").map(String.init))
            }
            let node = "--node \(local.addresses[2])"
            func lines(_ roles: [String], leader: Int) -> String {
                zip(1..., zip(local.addresses, roles)).map { id, member in
                    let width = roles.map(\.count).max() ?? 0
                    let role = member.1.padding(toLength: width, withPad: " ", startingAt: 0)
                    return id == leader
                        ? "\(id)  \(member.0)  \(role)  leader" : "\(id)  \(member.0)  \(member.1)"
                }.joined(separator: "\n") + "\n"
            }
            let voters = ["voter", "voter", "voter"]
            #expect(try run("status \(node)") == (0, lines(voters, leader: 1)))
            #expect(try run("lead 2 \(node)") == (0, lines(voters, leader: 2)))
            #expect(
                try run("assign 1 stand-by \(node)")
                    == (0, lines(["stand-by", "voter", "voter"], leader: 2)))
            #expect(
                try run("remove 1 \(node)").output
                    == lines(voters, leader: 2).split(separator: "\n").dropFirst()
                    .joined(separator: "\n") + "\n")
            let refused = try run("assign 9 voter \(node)")
            #expect(refused.status != 0)
            #expect(refused.output.contains("refused a change of members"))
            #expect(try run("status").output.contains("--node"))
            #expect(try run("assign 2 boss \(node)").status != 0)
        }
    }
}
