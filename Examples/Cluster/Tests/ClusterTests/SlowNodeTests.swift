import Foundation
import Testing

@testable import DataLiteCluster

extension ClusterSuite {
    @Suite("Under load")
    struct Load {
        /// Runs clients while a closure does something to nodes.
        private func run(_ run: FaultRun, _ body: () throws -> Void) throws {
            let (violations, summary) = try run.run(body)
            print(summary)
            #expect(violations == [])
        }

        @Test("a slow node loses nothing, and makes no read stale", arguments: [true, false])
        func slowNode(isLeader: Bool) throws {
            let load = try FaultRun(seed: 1)
            try run(load) {
                let leader = try load.cluster.leader()
                load.cluster.slow(isLeader ? leader : (leader + 1) % 3, for: .seconds(2))
                #expect(load.writeCount > 0)
            }
        }

        @Test("the nodes are restarted one at a time, and every write is there")
        func rollingRestart() throws {
            let load = try FaultRun(seed: 2)
            try run(load) {
                for index in 0..<3 {
                    let before = load.writeCount
                    try load.cluster.restart(index)
                    while load.writeCount == before { usleep(10_000) }
                    load.beginList()
                }
            }
        }

        @Test(
            "a node whose disk is full does not keep the others from working",
            arguments: [false, true])
        func fullDisk(isLeader: Bool) throws {
            let disk = try SmallDisk(megabytes: 64)
            guard disk.isMounted else {
                print("SKIPPED: a file system cannot be mounted: \(disk.reason)")
                return
            }
            let cluster = try FaultyCluster(directories: [1: disk.path + "/node"])
            let load = try FaultRun(cluster, seed: 3)
            try run(load) {
                try load.cluster.client().transferLeadership(to: isLeader ? 2 : 1)
                try disk.fill()
                // More than the node can still store in the files that it has prepared.
                let filler = try ClusterDatabase(load.cluster.client(.seconds(5)), name: "test")
                for _ in 0..<12 {
                    let before = load.writeCount
                    for _ in 0..<2 {
                        try? filler.write { db in
                            try db.execute("INSERT INTO filler VALUES (randomblob(4000000))")
                            try db.execute("DELETE FROM filler")
                        }
                    }
                    let end = ContinuousClock.now + .seconds(30)
                    while load.writeCount < before + 5, .now < end { usleep(10_000) }
                    #expect(load.writeCount >= before + 5)
                    load.beginList()
                }
                try disk.empty()
            }
        }
    }
}

/// A small file system in memory.
final class SmallDisk {
    let path: String
    private(set) var reason = ""
    private(set) var isMounted = false

    init(megabytes: Int) throws {
        path = NSTemporaryDirectory() + "disk-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        reason = Self.run(["mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", path])
        isMounted = reason.isEmpty
    }

    deinit {
        if isMounted { _ = Self.run(["umount", "-l", path]) }
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Takes all space that is left.
    func fill() throws {
        let file = fopen(path + "/filler", "a")
        let block = [UInt8](repeating: 1, count: 4096)
        while fwrite(block, block.count, 1, file) == 1, fflush(file) == 0 {}
        fclose(file)
    }

    func empty() throws { try FileManager.default.removeItem(atPath: path + "/filler") }

    /// - Returns: What the command has printed as its error; empty if it succeeded.
    private static func run(_ arguments: [String]) -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        let errors = Pipe()
        process.standardError = errors
        do {
            try process.run()
        } catch {
            return "\(error)"
        }
        let text = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0 ? "" : text.isEmpty ? "it failed" : text
    }
}
