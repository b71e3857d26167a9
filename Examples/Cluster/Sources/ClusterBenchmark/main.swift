import DataLiteCluster
import Foundation

// Times of the client, with the same work as GoDqlite/main.go, which uses go-dqlite:
//
//     ClusterBenchmark work ADDRESS...
//
// Or how long a write takes after the leader has been killed, with nodes that this program starts:
//
//     ClusterBenchmark failover TIMES

/// Without a buffer, because another program prints, too.
func show(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

func rate(_ name: String, _ count: Int, _ body: () throws -> Void) throws {
    try body()
    let start = ContinuousClock.now
    try body()
    let (seconds, attoseconds) = start.duration(to: .now).components
    let time = Double(seconds) + Double(attoseconds) / 1e18
    show("\(name): \(Int(Double(count) / time)) per second")
}

func work(_ addresses: [String]) throws {
    let cluster = try Cluster(nodes: addresses, configuration: .init { $0.readerLimit = 64 })
    let database = try ClusterDatabase(cluster, name: "benchmark")
    try database.write { db in
        try db.execute("DROP TABLE IF EXISTS swift")
        try db.execute("CREATE TABLE swift(id INTEGER PRIMARY KEY, name TEXT, number REAL)")
    }
    try rate("single inserts", 300) {
        for number in 0..<300 {
            try database.writeWithoutTransaction { db in
                try db.execute(
                    "INSERT INTO swift(name, number) VALUES (\("name \(number)"), \(Double(number)))"
                )
            }
        }
    }
    try rate("rows inserted 1,000 in a transaction", 5000) {
        for _ in 0..<5 {
            try database.write { db in
                for number in 0..<1000 {
                    try db.execute(
                        "INSERT INTO swift(name, number) VALUES (\("name \(number)"), \(Double(number)))"
                    )
                }
            }
        }
    }
    try rate("point reads", 3000) {
        for id in 1...3000 {
            _ = try database.read { db in
                try db.row("SELECT name, number FROM swift WHERE id = \(id)")
            }
        }
    }
    try rate("rows read 1,000 at a time", 100_000) {
        for _ in 0..<100 {
            try database.read { db in
                let rows = try db.rows(
                    "SELECT id, name, number FROM swift LIMIT 1000", as: (Int, String, Double).self)
                precondition(rows.count == 1000)
            }
        }
    }
    try rate("point reads of 64 clients", 6400) {
        DispatchQueue.concurrentPerform(iterations: 1) { _ in
            let group = DispatchGroup()
            for client in 0..<64 {
                group.enter()
                Thread.detachNewThread {
                    for id in 1...100 {
                        let row = try? database.read { db in
                            try db.row("SELECT name, number FROM swift WHERE id = \(id + client)")
                        }
                        precondition(row != nil)
                    }
                    group.leave()
                }
            }
            group.wait()
        }
    }
    try rate("single inserts of 64 clients", 640) {
        let group = DispatchGroup()
        for client in 0..<64 {
            group.enter()
            Thread.detachNewThread {
                for number in 0..<10 {
                    let result: Int? = try? database.writeWithoutTransaction { db in
                        try db.execute(
                            "INSERT INTO swift(name, number) VALUES (\("name \(client)"), \(Double(number)))"
                        )
                    }
                    precondition(result == 1)
                }
                group.leave()
            }
        }
        group.wait()
    }
}

/// Nodes in processes of this program.
final class Nodes {
    let directory =
        NSTemporaryDirectory() + "cluster-benchmark-\(ProcessInfo.processInfo.processIdentifier)"
    var processes: [Int: Process] = [:]
    let addresses = (1...3).map { "127.0.0.1:\(9100 + $0)" }

    func start(_ id: Int) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments =
            ["node", "\(id)", addresses[id - 1], directory + "/\(id)"]
            + (id == 1 ? [] : addresses.filter { $0 != addresses[id - 1] })
        let output = Pipe()
        process.standardInput = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        processes[id] = process
        _ = output.fileHandleForReading.availableData
    }

    func kill(_ id: Int) {
        guard let process = processes.removeValue(forKey: id) else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    deinit {
        for id in processes.keys { kill(id) }
        try? FileManager.default.removeItem(atPath: directory)
    }
}

func runNode(_ arguments: [String]) throws {
    let node = try ClusterNode(
        id: UInt64(arguments[0]) ?? 0, address: arguments[1], directory: arguments[2],
        configuration: ClusterNode.Configuration {
            $0.join = Array(arguments.dropFirst(3))
            $0.networkLatency = .milliseconds(20)
        })
    try node.start()
    FileHandle.standardOutput.write(Data("ready\n".utf8))
    while readLine() != nil {}
    exit(0)
}

func failover(_ count: Int) throws {
    let nodes = Nodes()
    for id in 1...3 { try nodes.start(id) }
    let cluster = try Cluster(nodes: nodes.addresses)
    let database = try ClusterDatabase(cluster, name: "benchmark")
    try database.write { db in try db.execute("CREATE TABLE t(a)") }
    var times: [Double] = []
    for _ in 0..<count {
        try database.write { db in try db.execute("INSERT INTO t VALUES (1)") }
        let leader = Int(try cluster.status().leader.id)
        nodes.kill(leader)
        let start = DispatchTime.now().uptimeNanoseconds
        try database.write { db in try db.execute("INSERT INTO t VALUES (1)") }
        times.append(Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6)
        try nodes.start(leader)
    }
    times.sort()
    print(
        "failover of \(count): minimum \(Int(times[0])) ms, median \(Int(times[count / 2])) ms, maximum \(Int(times[count - 1])) ms"
    )
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "work": try work(Array(arguments.dropFirst()))
case "failover": try failover(Int(arguments[1]) ?? 50)
case "node": try runNode(Array(arguments.dropFirst()))
case "compare":
    // Both clients, with the same nodes.
    let nodes = Nodes()
    for id in 1...(Int(arguments[2]) ?? 3) { try nodes.start(id) }
    let addresses = Array(nodes.addresses.prefix(Int(arguments[2]) ?? 3))
    for _ in 0..<2 {
        show("-- DataLite")
        try work(addresses)
        show("-- go-dqlite")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: arguments[1])
        process.arguments = addresses
        try process.run()
        process.waitUntilExit()
    }
case "transports":
    let nodes = Nodes()
    try nodes.start(1)
    let cluster = try Cluster(nodes: [nodes.addresses[0]])
    let database = try ClusterDatabase(cluster, name: "benchmark")
    try database.write { db in
        try db.execute("CREATE TABLE swift(id INTEGER PRIMARY KEY, name TEXT, number REAL)")
        for id in 1...10 { try db.execute("INSERT INTO swift VALUES (\(id), 'name', 1.5)") }
    }
    try transports(port: 9101)
default:
    print(
        "usage: ClusterBenchmark work ADDRESS... | failover TIMES | compare GO-PROGRAM NODES | transports"
    )
}
