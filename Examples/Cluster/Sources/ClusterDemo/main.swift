import DataLiteCluster
import Foundation

// Three nodes, each in a process, and a client: the leader is killed, and the client continues with the next one.
//
//     swift run ClusterDemo
//     swift run ClusterDemo node 1 127.0.0.1:9001 /var/lib/shop/1
//     swift run ClusterDemo node 2 127.0.0.1:9002 /var/lib/shop/2 127.0.0.1:9001

let arguments = CommandLine.arguments.dropFirst()
do {
    if arguments.first == "node" {
        try runNode(Array(arguments.dropFirst()))
    } else {
        try Demo().run()
    }
} catch {
    print("error: \(error)")
    exit(1)
}
