import DataLiteCluster
import Foundation
import Testing

extension ClusterSuite {
    @Suite("A node")
    struct Nodes {
        @Test("runs Swift functions, aggregates and collations on every connection")
        func functions() throws {
            final class Longest: Function.Aggregate {
                override class var name: String { "longest" }
                override class var argc: Int32 { 1 }
                var value: String?
                override func step(args: any ArgumentsProtocol) throws {
                    guard let text = args[0] as String? else { return }
                    if text.count > value?.count ?? -1 { value = text }
                }
                override func finalize() throws -> (any SQLiteRepresentable)? { value }
            }
            let local = try LocalCluster(3) {
                $0.onOpen = { connection in
                    try connection.add(function: "twice") { (number: Int) in number * 2 }
                    try connection.add(function: Longest.self)
                    try connection.add(
                        collation: Collation("length") { lhs, rhs in
                            lhs.count < rhs.count
                                ? .orderedAscending
                                : lhs.count > rhs.count ? .orderedDescending : .orderedSame
                        })
                    try connection.add(function: "failing") { (_: Int) -> Int in throw Failure() }
                }
            }
            struct Failure: Error, CustomStringConvertible { let description = "not today" }
            let database = try local.database()
            try database.write { db in
                try db.execute(
                    "CREATE TABLE t(a INTEGER, b TEXT COLLATE length, c INTEGER AS (a + 1))")
                try db.execute(
                    "INSERT INTO t(a, b) VALUES (twice(4), 'ccc'), (twice(5), 'a'), (twice(6), 'bb')"
                )
            }
            func check() throws {
                let names = try database.read { db in
                    try db.rows("SELECT b FROM t ORDER BY b", as: String.self)
                }
                #expect(names == ["a", "bb", "ccc"])
                #expect(
                    try database.read { db in try db.value("SELECT longest(b) FROM t") } == "ccc")
                #expect(
                    try database.read { db in try db.value("SELECT sum(twice(a)) FROM t") } == 60)
            }
            try check()
            let error = #expect(throws: SQLiteError.self) {
                try database.read { db in try db.rows("SELECT failing(1)") }
            }
            #expect(error?.message.contains("not today") == true, "\(String(describing: error))")
            // The pages were copied: the other node has the results, and its own functions.
            let leader = try database.cluster.status().leader
            local.stop(leader.id)
            try check()
            try database.write { db in
                try db.execute("INSERT INTO t(a, b) VALUES (twice(0), 'dddd')")
            }
            #expect(try database.read { db in try db.value("SELECT longest(b) FROM t") } == "dddd")
        }

        @Test("keeps its data when it stops and starts")
        func restart() throws {
            let local = try LocalCluster()
            let database = try local.database()
            try orderMigrations.migrate(database)
            try database.write { db in try db.execute("INSERT INTO orders(item) VALUES ('a')") }
            local.stop(1)
            try local.restart(1)
            #expect(try database.read { db in try db.value("SELECT item FROM orders") } == "a")
        }

        @Test("is a service, which stops when its task is cancelled")
        func service() async throws {
            let local = try LocalCluster()
            let address = "127.0.0.1:\(try FreePorts.take(1)[0])"
            let node = try ClusterNode(
                id: 2, address: address, directory: local.directory.path + "/2",
                configuration: .init {
                    $0.join = local.addresses
                    $0.role = .standBy
                    $0.networkLatency = .milliseconds(20)
                })
            let task = Task { try await node.run() }
            let cluster = try local.client()
            while try cluster.status().members.first(where: { $0.id == 2 })?.role != .standBy {
                try await Task.sleep(for: .milliseconds(20))
            }
            task.cancel()
            try await task.value
            try cluster.remove(2)
            #expect(try cluster.status().members.map(\.id) == [1])
        }

        @Test("recovers after the majority is lost")
        func recovery() throws {
            let local = try LocalCluster(3)
            let database = try local.database()
            try database.write { db in
                try db.execute("CREATE TABLE t(a)")
                try db.execute("INSERT INTO t VALUES (1)")
            }
            let last = try database.cluster.status().leader
            for id: UInt64 in 1...3 where id != last.id { local.stop(id) }
            local.stop(last.id)
            #expect(throws: SQLiteError.self) {
                let running = try LocalCluster()
                try running.nodes[0].recover(members: [])
            }
            try local.nodes[Int(last.id) - 1].recover(members: [last])
            try local.restart(last.id)
            #expect(try database.read { db in try db.value("SELECT a FROM t") } == 1)
            try database.write { db in try db.execute("INSERT INTO t VALUES (2)") }
            #expect(try database.cluster.status().members == [last])
        }

        // A node that stopped tried to hand over to stopped nodes, too, which could end the process.
        @Test("does not hand leadership over to a node that is stopped")
        func stoppedSuccessor() throws {
            let local = try LocalCluster(3)
            local.stop(3)
            let error = #expect(throws: ClusterError.self) {
                try local.client().transferLeadership(to: 3)
            }
            #expect(error == .node("\(local.addresses[2]) does not answer"))
            #expect(try local.client().status().leader.id == 1)
        }

        @Test("refuses what it cannot do, and says why")
        func refusals() throws {
            #expect(throws: SQLiteError.self) {
                _ = try ClusterNode(
                    id: 1, address: "127.0.0.1:9", directory: "/tmp/unused",
                    configuration: .init { $0.join = ["127.0.0.1:8"] })
            }
            #expect(throws: SQLiteError.self) {
                _ = try ClusterNode(id: 2, address: "localhost:9", directory: "/tmp/unused")
            }
            let local = try LocalCluster()
            let taken = try ClusterNode(
                id: 7, address: local.addresses[0], directory: local.directory.path + "/7")
            let error = #expect(throws: ClusterError.self) { try taken.start() }
            #expect(error?.description.contains(local.addresses[0]) == true)
            let disk = try ClusterNode(
                id: 8, address: "127.0.0.1:\(FreePorts.take(1)[0])",
                directory: local.directory.path + "/8",
                configuration: .init { $0.usesDisk = true })
            let missing = #expect(throws: ClusterError.self) { try disk.start() }
            guard case .libraryMissing(let reason)? = missing else {
                Issue.record("\(String(describing: missing))")
                return
            }
            #expect(reason.contains("dqlite_node_enable_disk_mode"))
        }
    }
}
