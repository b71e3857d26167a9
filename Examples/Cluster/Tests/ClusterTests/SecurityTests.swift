import DataLiteCluster
import Foundation
import Testing

extension ClusterSuite {
    @Suite("Mutual TLS")
    struct Security {
        static func tls(_ name: String, authority: String = "ca") throws -> ClusterTLS {
            let folder =
                Bundle.module.resourceURL?.appendingPathComponent("Certificates").path ?? ""
            return try ClusterTLS(
                certificate: "\(folder)/\(name).pem", privateKey: "\(folder)/\(name).key",
                authority: "\(folder)/\(authority).pem")
        }

        private func client(_ local: LocalCluster, _ tls: ClusterTLS?) throws -> ClusterDatabase {
            try ClusterDatabase(
                local.client {
                    $0.tls = tls
                    $0.timeLimit = .milliseconds(1500)
                }, name: "test")
        }

        @Test("protects clients and nodes, and three nodes fail over")
        func failover() throws {
            let tls = try Self.tls("node")
            let local = try LocalCluster(3) { $0.tls = tls }
            let database = try ClusterDatabase(local.client { $0.tls = tls }, name: "test")
            try database.write { db in
                try db.execute("CREATE TABLE t(a)")
                try db.execute("INSERT INTO t VALUES (\(String(repeating: "a", count: 3_000_000)))")
            }
            let length = try database.read { db in
                try db.value("SELECT length(a) FROM t", as: Int.self)
            }
            #expect(length == 3_000_000)
            let value = try database.read { db in try db.value("SELECT a FROM t", as: String.self) }
            #expect(value?.utf8.count == 3_000_000)
            let leader = try database.cluster.status().leader
            local.stop(leader.id)
            try database.write { db in try db.execute("INSERT INTO t VALUES ('b')") }
            #expect(try database.read { db in try db.value("SELECT count(*) FROM t") } == 2)
            #expect(try database.cluster.status().leader.id != leader.id)
        }

        @Test(
            "refuses a client without a certificate, of another authority, or whose certificate has expired"
        )
        func refusedClients() throws {
            let tls = try Self.tls("node")
            let local = try LocalCluster { $0.tls = tls }
            try client(local, tls).write { db in try db.execute("CREATE TABLE t(a)") }
            let others: [ClusterTLS?] = [
                nil, try Self.tls("stranger"), try Self.tls("expired"),
                try Self.tls("stranger", authority: "ca2"),
            ]
            for other in others {
                let error = #expect(throws: ClusterError.self) {
                    try client(local, other).read { db in try db.rows("SELECT * FROM t") }
                }
                guard case .noLeader? = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
            }
        }

        @Test("refuses a node whose certificate has expired", arguments: ["expired", "stranger"])
        func refusedNodes(name: String) throws {
            let bad = try Self.tls(name)
            let local = try LocalCluster { $0.tls = bad }
            let error = #expect(throws: ClusterError.self) {
                try client(local, Self.tls("node")).read { db in try db.rows("SELECT 1") }
            }
            #expect(error?.description.contains("TLS") == true)
        }

        @Test("is required for addresses of other machines")
        func plainNetwork() throws {
            let client = #expect(throws: SQLiteError.self) {
                _ = try Cluster(nodes: ["10.0.0.1:9001"])
            }
            #expect(client?.resultCode == .auth)
            #expect(throws: SQLiteError.self) {
                _ = try ClusterNode(id: 1, address: "10.0.0.1:9001", directory: "/tmp/unused")
            }
            _ = try Cluster(
                nodes: ["10.0.0.1:9001"], configuration: .init { $0.allowsPlainNetwork = true })
            _ = try Cluster(nodes: ["localhost:9001", "127.0.0.2:9001", "[::1]:9001"])
            let missing = #expect(throws: ClusterError.self) {
                _ = try ClusterTLS(
                    certificate: "/missing", privateKey: "/missing", authority: "/missing")
            }
            guard case .security? = missing else {
                Issue.record("\(String(describing: missing))")
                return
            }
        }
    }
}
