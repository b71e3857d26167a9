import Foundation

@testable import DataLiteCluster

// Sends statements to a node of this process, without the checks of the client. If a statement stops the node, this process
// ends by a signal, and the last line that it has printed is that statement.
//
//     StatementProbe ADDRESS DIRECTORY < statements
//
// Or it is a node for tests, until the standard input ends:
//
//     StatementProbe node NUMBER ADDRESS LISTEN-ADDRESS DIRECTORY [MEMBER...]

/// Without a buffer: what was printed last is known when the process has ended by a signal.
func show(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

if CommandLine.arguments[1] == "node" {
    let arguments = CommandLine.arguments.dropFirst(2).map { $0 }
    let node = try ClusterNode(
        id: UInt64(arguments[0]) ?? 0, address: arguments[1], directory: arguments[3],
        configuration: ClusterNode.Configuration {
            $0.listenAddress = arguments[2]
            $0.join = Array(arguments.dropFirst(4))
            let latency = ProcessInfo.processInfo.environment["NODE_LATENCY"].flatMap(Int.init)
            $0.networkLatency = .milliseconds(latency ?? 20)
        })
    try node.start()
    show("ready")
    while readLine() != nil {}
    node.stop()
    exit(0)
}

let node = try ClusterNode(
    id: 1, address: CommandLine.arguments[1], directory: CommandLine.arguments[2])
try node.start()
let cluster = try Cluster(nodes: [node.address])

func probe(_ sql: String) -> String {
    do {
        let session = try cluster.connect(to: "probe", ClusterCall(.seconds(5)))
        var idle = 0
        let wait: Session.Idle = { () throws(ConnectionLost) in
            idle += 1
            if idle > 10 { throw ConnectionLost("no answer") }
        }
        var results: [String] = []
        for (index, part) in sql.components(separatedBy: ";;").enumerated() {
            let isQuery = part.hasPrefix("?")
            let text = isQuery ? String(part.dropFirst()) : part
            if index > 0 { idle = 0 }
            try session.send(isQuery ? .querySQL(text, []) : .execSQL(text, []), wait)
            switch try session.receive(wait) {
            case .failure(let code, let message): results.append("\(code) \(message)")
            case .rows(let batch):
                if batch.isStuck { return "endless" }
                let stream = session.stream(batch)
                try stream.receiveAll(wait)
                results.append("rows")
            default: results.append("done")
            }
        }
        return results.joined(separator: ", ")
    } catch {
        return "lost: \(error)"
    }
}

show("= ready")
while let sql = readLine() {
    show("? \(sql)")
    show("= \(probe(sql))")
}
// Without this, the statements that were sent last might stop the node unnoticed.
show("? SELECT 1")
show("= \(probe("?SELECT 1"))")
