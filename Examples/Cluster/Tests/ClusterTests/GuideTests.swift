import DataLiteCluster
import DataLiteTransfer
import Foundation
import Testing

extension ClusterSuite {
    /// The samples of Docs/Cluster.md.
    @Suite("The guide")
    struct Guide {
        @Test("starts two nodes, and writes and reads")
        func start() throws {
            let directory = NSTemporaryDirectory() + "guide-\(UUID().uuidString)"
            defer { try? FileManager.default.removeItem(atPath: directory) }
            let addresses = try FreePorts.take(2).map { "127.0.0.1:\($0)" }
            let migrator = orderMigrations
            let order = UUID()
            // sample: cluster
            let first = try ClusterNode(id: 1, address: addresses[0], directory: directory + "/1")
            try first.start()
            let second = try ClusterNode(
                id: 2, address: addresses[1], directory: directory + "/2",
                configuration: ClusterNode.Configuration { $0.join = [addresses[0]] })
            try second.start()

            let cluster = try Cluster(nodes: addresses)
            let database = try ClusterDatabase(cluster, name: "shop")
            try migrator.migrate(database)
            try database.write { db in try db.execute("INSERT INTO orders(item) VALUES ('pen')") }
            let count = try database.read { db in
                try db.requiredValue("SELECT count(*) FROM orders", as: Int.self)
            }
            // end
            #expect(count == 1)
            // sample: clusterToken
            try database.write(token: order.uuidString) { db in
                try db.execute("INSERT INTO orders(item) VALUES ('ink')")
            }
            // end
            #expect(try database.read { db in try db.value("SELECT count(*) FROM orders") } == 2)
        }

        @Test("adds a function, and reads certificates")
        func configurations() throws {
            let folder =
                Bundle.module.resourceURL?.appendingPathComponent("Certificates").path ?? ""
            let local = try LocalCluster(1) { settings in
                // sample: clusterFunction
                let configuration = ClusterNode.Configuration {
                    $0.onOpen = { connection in
                        try connection.add(function: "slug") { (text: String) in text.lowercased() }
                    }
                }
                // end
                settings.onOpen = configuration.onOpen
            }
            #expect(try local.database().read { db in try db.value("SELECT slug('A')") } == "a")
            // sample: clusterTLS
            let tls = try ClusterTLS(
                certificate: folder + "/node.pem", privateKey: folder + "/node.key",
                authority: folder + "/ca.pem")
            let configuration = Cluster.Configuration { $0.tls = tls }
            // end
            #expect(configuration.tls != nil)
        }

        @Test("moves a file into a cluster and back")
        func moving() throws {
            let file = try Connection(location: .inMemory)
            try file.execute(
                script:
                    "CREATE TABLE t(a, b BLOB); INSERT INTO t VALUES ('it''s', x'00ff'), (NULL, 1.5)"
            )
            let local = try LocalCluster()
            let database = try local.database()
            var dump = ""
            try file.dumpScript(to: &dump)
            try database.writeWithoutTransaction { db in try db.execute(script: dump) }
            let path = local.directory.appendingPathComponent("copy").path
            try database.backup(to: path)
            #expect(
                try Connection(path: path).rows("SELECT * FROM t") == file.rows("SELECT * FROM t"))
        }
    }
}
