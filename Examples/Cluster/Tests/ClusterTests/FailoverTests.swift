import Foundation
import Testing

@testable import DataLiteCluster

extension ClusterSuite {
    @Suite("Three nodes")
    struct Failover {
        let local: LocalCluster
        let database: ClusterDatabase

        init() throws {
            local = try LocalCluster(3)
            database = try local.database()
            try database.write { db in
                try db.execute("CREATE TABLE log(id INTEGER PRIMARY KEY, who TEXT)")
            }
        }

        private func add(_ who: String, _ database: ClusterDatabase? = nil) throws {
            try (database ?? self.database).write { db in
                try db.execute("INSERT INTO log(who) VALUES (\(who))")
            }
        }

        private func names(_ database: ClusterDatabase? = nil) throws -> [String] {
            try (database ?? self.database).read { db in
                try db.rows("SELECT who FROM log ORDER BY id", as: String.self)
            }
        }

        @Test("have their roles, which can be changed")
        func roles() throws {
            let cluster = try local.client()
            let status = try cluster.status()
            #expect(status.members.map(\.id).sorted() == [1, 2, 3])
            #expect(status.members.allSatisfy { $0.role == .voter })
            let other = try #require(status.members.first { $0.id != status.leader.id })
            try cluster.assign(.standBy, to: other.id)
            #expect(try cluster.status().members.first { $0.id == other.id }?.role == .standBy)
            try cluster.assign(.spare, to: other.id)
            #expect(try cluster.status().members.first { $0.id == other.id }?.role == .spare)
            try cluster.assign(.voter, to: other.id)
            try cluster.transferLeadership(to: other.id)
            #expect(try cluster.status().leader.id == other.id)
            try cluster.remove(other.id == 3 ? 2 : 3)
            #expect(try cluster.status().members.count == 2)
            let refused = #expect(throws: ClusterError.self) { try cluster.assign(.voter, to: 99) }
            guard case .node? = refused else {
                Issue.record("\(String(describing: refused))")
                return
            }
        }

        @Test("are asked who leads: a node is no leader without a majority of them")
        func confirmation() throws {
            let cluster = try local.client()
            let status = try cluster.status()
            try cluster.confirm(status.leader, status.members)
            for member in status.members where member.id != status.leader.id {
                #expect(throws: ConnectionLost.self) {
                    try cluster.confirm(member, status.members)
                }
                local.stop(member.id)
            }
            #expect(throws: ConnectionLost.self) {
                try cluster.confirm(status.leader, status.members)
            }
        }

        @Test("continue when the leader stops, and when it returns")
        func leaderStops() throws {
            for round in 0..<3 {
                try add("before \(round)")
                let leader = try database.cluster.status().leader
                local.stop(leader.id)
                try add("after \(round)")
                #expect(try database.cluster.status().leader.id != leader.id)
                try local.restart(leader.id)
                #expect(try names().count == 2 * round + 2)
            }
        }

        @Test("find the leader from the addresses of followers, and from the file of members")
        func discovery() throws {
            let status = try database.cluster.status()
            let follower = try #require(status.members.first { $0.id != status.leader.id })
            let file = local.directory.appendingPathComponent("members.json").path
            let cluster = try Cluster(
                nodes: [follower.address], configuration: .init { $0.membersFile = file })
            try add("a", ClusterDatabase(cluster, name: "test"))
            let saved = try Cluster(
                nodes: ["127.0.0.1:1"], configuration: .init { $0.membersFile = file })
            #expect(try names(ClusterDatabase(saved, name: "test")) == ["a"])
        }

        @Test("throw noLeader without a majority, and save nothing")
        func majorityLost() throws {
            let leader = try database.cluster.status().leader
            for id: UInt64 in 1...3 where id != leader.id { local.stop(id) }
            let short = try ClusterDatabase(
                local.client { $0.timeLimit = .milliseconds(1500) }, name: "test")
            let write = #expect(throws: ClusterError.self) { try add("lost", short) }
            let read = #expect(throws: ClusterError.self) { try names(short) }
            guard case .noLeader? = read else {
                Issue.record("\(String(describing: read))")
                return
            }
            for id: UInt64 in 1...3 where id != leader.id { try local.restart(id) }
            let found = try names()
            switch write {
            case .noLeader: #expect(found == [])
            // The leader had accepted the commit before it noticed.
            case .commitOutcomeUnknown: break
            default: Issue.record("\(String(describing: write))")
            }
        }

        @Test("repeat a write with a token once")
        func token() throws {
            #expect(
                try database.write(token: "a") { db in
                    try db.execute("INSERT INTO log(who) VALUES ('x')")
                })
            #expect(
                try !database.write(token: "a") { db in
                    try db.execute("INSERT INTO log(who) VALUES ('x')")
                })
            #expect(try names() == ["x"])
        }

        @Test("let one client migrate while others wait")
        func migrations() async throws {
            let names = try await withThrowingTaskGroup(of: [String].self) { [local] group in
                for _ in 0..<4 {
                    let database = try local.database("migrated")
                    group.addTask { try await orderMigrations.migrate(database) }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(names.sorted() == ["create orders", "index items"])
        }

        @Test("tell observers of the commits of this client and of others")
        func observation() async throws {
            let other = try local.database()
            var values = database.values { db in
                try db.requiredValue("SELECT count(*) FROM log", as: Int.self)
            }.makeAsyncIterator()
            #expect(try await values.next() == 0)
            try add("own")
            #expect(try await values.next() == 1)
            try add("other", other)
            #expect(try await values.next() == 2)
            try await database.close()
            #expect(try await values.next() == nil)
        }

        @Test("copy a database into a file")
        func backup() throws {
            try database.write { db in
                for number in 0..<2000 {
                    try db.execute("INSERT INTO log(who) VALUES (\("name \(number)"))")
                }
            }
            let path = local.directory.appendingPathComponent("copy.sqlite").path
            try database.backup(to: path)
            let copy = try Connection(path: path)
            #expect(try copy.value("SELECT count(*) FROM log") == 2000)
            #expect(try copy.value("PRAGMA integrity_check") == "ok")
        }

        @Test("cancel a task, and interrupt nothing else")
        func cancellation() async throws {
            let started = AsyncStream<Void>.makeStream()
            let task = Task { [database] in
                try await database.write { db in
                    try db.execute("INSERT INTO log(who) VALUES ('cancelled')")
                    started.continuation.yield()
                    while true { _ = try db.rows("SELECT * FROM log") }
                }
            }
            for await _ in started.stream { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try names() == [])
            try add("next")
            #expect(try names() == ["next"])
        }
    }
}
