import DataLiteCluster
import Foundation
import Testing

/// All tests, in order: elections depend on time, and many nodes at once on few cores would lose it.
@Suite(.serialized, .enabled(if: LocalCluster.isAvailable, "libdqlite is not installed"))
struct ClusterSuite {}

/// Nodes of this process.
final class LocalCluster: @unchecked Sendable {
    // SAFETY: a test changes nodes from one thread at a time.
    let directory: URL
    private(set) var nodes: [ClusterNode] = []
    let addresses: [String]
    private let change: (inout ClusterNode.Configuration) -> Void

    static let isAvailable: Bool = {
        do {
            _ = try ClusterNode(id: 1, address: "127.0.0.1:1", directory: "/tmp")
            return true
        } catch {
            return false
        }
    }()

    init(
        _ count: Int = 1, latency: Duration = .milliseconds(20),
        _ change: @escaping (inout ClusterNode.Configuration) -> Void = { _ in }
    ) throws {
        directory = URL(fileURLWithPath: NSTemporaryDirectory())
            .appendingPathComponent("cluster-\(UUID().uuidString)")
        addresses = try FreePorts.take(count).map { "127.0.0.1:\($0)" }
        self.change = {
            $0.networkLatency = latency
            change(&$0)
        }
        for index in 0..<count {
            nodes.append(try makeNode(index))
            try nodes[index].start()
        }
    }

    private func makeNode(_ index: Int) throws -> ClusterNode {
        try ClusterNode(
            id: UInt64(index + 1), address: addresses[index],
            directory: directory.appendingPathComponent("\(index + 1)").path,
            configuration: ClusterNode.Configuration {
                if index > 0 { $0.join = [addresses[0]] }
                change(&$0)
            })
    }

    deinit {
        for node in nodes.reversed() { node.stop() }
        try? FileManager.default.removeItem(at: directory)
    }

    func client(_ change: (inout Cluster.Configuration) -> Void = { _ in }) throws -> Cluster {
        try Cluster(
            nodes: addresses,
            configuration: Cluster.Configuration {
                $0.timeLimit = .seconds(20)
                change(&$0)
            })
    }

    func database(_ name: String = "test") throws -> ClusterDatabase {
        try ClusterDatabase(client(), name: name)
    }

    func stop(_ id: UInt64) { nodes[Int(id) - 1].stop() }

    func restart(_ id: UInt64) throws {
        nodes[Int(id) - 1] = try makeNode(Int(id) - 1)
        try nodes[Int(id) - 1].start()
    }
}

/// Free ports of this machine.
enum FreePorts {
    static func take(_ count: Int) throws -> [UInt16] {
        var sockets: [Int32] = []
        defer { for socket in sockets { close(socket) } }
        return try (0..<count).map { _ in
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            sockets.append(descriptor)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let code = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(descriptor, address, length) == 0
                        ? getsockname(descriptor, address, &length) : -1
                }
            }
            try #require(code == 0)
            return UInt16(bigEndian: address.sin_port)
        }
    }
}
