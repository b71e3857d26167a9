import DataLiteCluster
import Foundation

/// Runs a node until the standard input ends, which happens when the process that started it ends.
func runNode(_ arguments: [String]) throws {
    guard arguments.count >= 3, let id = UInt64(arguments[0]) else {
        throw SQLiteError(
            .misuse, message: "usage: ClusterDemo node NUMBER ADDRESS DIRECTORY [MEMBER...]")
    }
    let node = try ClusterNode(
        id: id, address: arguments[1], directory: arguments[2],
        configuration: ClusterNode.Configuration {
            $0.join = Array(arguments.dropFirst(3))
            // An election after 300 ms, for nodes of one machine.
            $0.networkLatency = .milliseconds(20)
        })
    try node.start()
    // Without a buffer, because the process that started this one waits for the line.
    FileHandle.standardOutput.write(Data("node \(id) is ready at \(node.address)\n".utf8))
    while readLine() != nil {}
    node.stop()
}
