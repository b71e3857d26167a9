import DataLiteCluster
import Foundation

/// The story that the program shows.
final class Demo {
    private let directory = URL(fileURLWithPath: NSTemporaryDirectory())
        .appendingPathComponent("cluster-demo-\(ProcessInfo.processInfo.processIdentifier)")
    private var processes: [UInt64: Process] = [:]
    private let addresses: [UInt64: String] = [
        1: "127.0.0.1:9001", 2: "127.0.0.1:9002", 3: "127.0.0.1:9003",
    ]

    deinit {
        for process in processes.values { kill(process.processIdentifier, SIGKILL) }
        try? FileManager.default.removeItem(at: directory)
    }

    func run() throws {
        for id in addresses.keys.sorted() { try start(id) }
        let cluster = try Cluster(nodes: Array(addresses.values))
        let database = try ClusterDatabase(cluster, name: "shop")
        try database.write { db in
            try db.execute("CREATE TABLE orders(id INTEGER PRIMARY KEY, item TEXT NOT NULL)")
            try db.execute("INSERT INTO orders(item) VALUES ('pen'), ('ink')")
        }
        try show(cluster, database)

        let leader = try cluster.status().leader
        print("\nkilling node \(leader.id), the leader")
        if let process = processes.removeValue(forKey: leader.id) {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        let start = ContinuousClock.now
        try database.write { db in try db.execute("INSERT INTO orders(item) VALUES ('paper')") }
        let time = start.duration(to: .now).formatted(.units(allowed: [.milliseconds]))
        print("the next write took \(time)")
        try show(cluster, database)

        print("\nnode \(leader.id) returns")
        try self.start(leader.id)
        try database.write { db in try db.execute("INSERT INTO orders(item) VALUES ('stamp')") }
        try show(cluster, database)
    }

    private func start(_ id: UInt64) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        let members = addresses.filter { $0.key != id && id != 1 }.sorted { $0.key < $1.key }.map(
            \.value)
        process.arguments =
            ["node", "\(id)", addresses[id] ?? "", directory.path + "/\(id)"] + members
        let output = Pipe()
        process.standardInput = Pipe()
        process.standardOutput = output
        try process.run()
        processes[id] = process
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        print(line, terminator: "")
    }

    private func show(_ cluster: Cluster, _ database: ClusterDatabase) throws {
        let status = try cluster.status()
        let items = try database.read { db in
            try db.rows("SELECT item FROM orders ORDER BY id", as: String.self)
        }
        print(
            "leader: node \(status.leader.id); members: \(status.members.map(\.id)); orders: \(items)"
        )
    }
}
