import Foundation
import Testing

@testable import DataLiteCluster

@Suite("The checker of histories")
struct AppendHistoryTests {
    typealias Operation = AppendHistory.Operation

    private static let history = [
        Operation(value: 1, start: 1, end: 3, outcome: .appended),
        Operation(value: 2, start: 2, end: 5, outcome: .appended),
        Operation(value: 3, start: 4, end: 6, outcome: .unknown),
        Operation(value: 4, start: 4, end: 6, outcome: .failed),
        Operation(value: nil, start: 4, end: 7, outcome: .read([1])),
        Operation(value: nil, start: 6, end: 9, outcome: .read([1, 2])),
        Operation(value: 5, start: 8, end: 10, outcome: .appended),
    ]

    @Test("The checker accepts what one order explains")
    func accepted() {
        let history = AppendHistory(operations: Self.history)
        #expect(history.violations(final: [1, 2, 5]) == [])
        // The append of unknown outcome took effect late.
        #expect(history.violations(final: [1, 2, 5, 3]) == [])
        #expect(history.violations(final: [1, 2, 3, 5]) == [])
    }

    @Test("The checker finds a lost, a repeated, a failed and a reordered append, and stale reads")
    func refused() {
        let history = AppendHistory(operations: Self.history)
        #expect(!history.violations(final: [1, 5]).isEmpty)
        #expect(!history.violations(final: [1, 2, 5, 5]).isEmpty)
        #expect(!history.violations(final: [1, 2, 4, 5]).isEmpty)
        #expect(!history.violations(final: [2, 1, 5]).isEmpty)
        #expect(!history.violations(final: [1, 5, 2]).isEmpty)
        var stale = history
        stale.operations.append(Operation(value: nil, start: 11, end: 12, outcome: .read([1, 2])))
        #expect(!stale.violations(final: [1, 2, 5]).isEmpty)
        var backwards = history
        backwards.operations.append(
            Operation(value: nil, start: 8, end: 9, outcome: .read([1, 2, 5])))
        backwards.operations.append(
            Operation(value: nil, start: 10, end: 11, outcome: .read([1, 2])))
        #expect(!backwards.violations(final: [1, 2, 5]).isEmpty)
        var early = AppendHistory()
        early.operations.append(Operation(value: nil, start: 1, end: 2, outcome: .read([1])))
        early.operations.append(Operation(value: 1, start: 3, end: 4, outcome: .appended))
        #expect(!early.violations(final: [1]).isEmpty)
    }
}

extension ClusterSuite {
    @Suite("When things fail")
    struct Faults {
        @Test("a connection that is cut at any byte of a write leaves all of it or nothing")
        func cutAtEachByte() throws {
            let cluster = try FaultyCluster(1)
            let database = try ClusterDatabase(cluster.client(), name: "test")
            try database.write { db in try db.execute("CREATE TABLE t(a INTEGER PRIMARY KEY)") }
            var (unknown, saved) = (0, 0)
            // More than the bytes of one write on a connection that exists. Three runs try all of them.
            for limit in stride(from: Int.random(in: 0..<3), through: 250, by: 3) {
                try database.read { db in _ = try db.rows("SELECT count(*) FROM t") }
                cluster.proxies[0].limit(limit)
                let value = limit + 1
                let timer = Locked(false)
                // The connection works again after a moment, so that the client can try again.
                Thread.detachNewThread {
                    while !timer.withLock({ $0 }) {
                        usleep(3_000)
                        cluster.proxies[0].limit(nil)
                    }
                }
                defer { timer.withLock { $0 = true } }
                do {
                    try database.write { db in try db.execute("INSERT INTO t VALUES (\(value))") }
                    saved += 1
                    #expect(try exists(value, database))
                } catch ClusterError.commitOutcomeUnknown {
                    unknown += 1
                }
                let count = try database.read { db in
                    try db.value("SELECT count(*) FROM t WHERE a = \(value)", as: Int.self)
                }
                #expect(count == 1 || count == 0)
            }
            print("cut at each byte: \(saved) saved, \(unknown) unknown")
            #expect(saved > 40)
        }

        private func exists(_ value: Int, _ database: ClusterDatabase) throws -> Bool {
            try database.read { db in
                try db.value("SELECT count(*) FROM t WHERE a = \(value)", as: Int.self)
            } == 1
        }

        @Test("a paused leader is left, and its stale answers are refused when it returns")
        func pausedLeader() throws {
            let cluster = try FaultyCluster()
            let database = try ClusterDatabase(cluster.client(), name: "test")
            let other = try ClusterDatabase(cluster.client(), name: "test")
            try database.write { db in try db.execute("CREATE TABLE t(a INTEGER PRIMARY KEY)") }
            _ = try other.read { db in try db.rows("SELECT * FROM t") }
            for value in 1...5 {
                let leader = try cluster.leader()
                cluster.pause(leader)
                // The outcome of a commit at the moment of an election may be unknown.
                try database.write(token: "\(value)") { db in
                    try db.execute("INSERT INTO t VALUES (\(value))")
                }
                cluster.resume(leader)
                // It has a connection to the node that was the leader.
                #expect(try exists(value, other))
            }
        }

        @Test(
            "a leader that does not hear of the next one answers stale reads only without confirmation",
            arguments: [true, false])
        func deafLeader(isTrusted: Bool) throws {
            // A long time before the old leader notices.
            let cluster = try FaultyCluster(latency: 200)
            let setup = try ClusterDatabase(cluster.client(), name: "test")
            try setup.write { db in try db.execute("CREATE TABLE t(a INTEGER PRIMARY KEY)") }
            let leader = try cluster.leader()
            let reader = try ClusterDatabase(cluster.client(), name: "test")
            if isTrusted { reader.cluster.trustLeader() }
            #expect(try !exists(1, reader))
            // The old leader sends, and receives nothing.
            cluster.proxies[leader].refuse([1, 2, 3])
            let next = (leader + 1) % 3
            Thread.detachNewThread {
                // The old leader does not learn that it has succeeded.
                try? cluster.client(.seconds(5)).transferLeadership(to: UInt64(next + 1))
            }
            let others = (1...2).map { cluster.addresses[(leader + $0) % 3] }
            let writer = try ClusterDatabase(
                Cluster(nodes: others, configuration: .init { $0.timeLimit = .seconds(20) }),
                name: "test")
            try writer.write(token: "1") { db in try db.execute("INSERT INTO t VALUES (1)") }
            #expect(try exists(1, reader) == !isTrusted)
            cluster.join()
        }

        @Test("a leader that is cut off from the other nodes answers no stale reads")
        func isolatedLeader() throws {
            // A long time without a leader: the old one believes that it leads while there is a new one.
            let cluster = try FaultyCluster(latency: 80)
            let setup = try ClusterDatabase(cluster.client(), name: "test")
            try setup.write { db in try db.execute("CREATE TABLE t(a INTEGER PRIMARY KEY)") }
            let history = Locked(AppendHistory())
            @Sendable func values(_ database: ClusterDatabase) throws -> [Int] {
                try database.read { db in try db.rows("SELECT a FROM t ORDER BY a", as: Int.self) }
            }
            @Sendable func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
            for round in 1...2 {
                let leader = try cluster.leader()
                // The reader has a connection to the leader; the writer finds the next one by the other nodes.
                let reader = try ClusterDatabase(cluster.client(), name: "test")
                _ = try values(reader)
                let others = cluster.addresses.enumerated().filter { $0.offset != leader }.map(
                    \.element)
                let writer = try ClusterDatabase(
                    Cluster(nodes: others, configuration: .init { $0.timeLimit = .seconds(20) }),
                    name: "test")
                let isOver = Locked(false)
                let group = DispatchGroup()
                group.enter()
                Thread.detachNewThread {
                    while !isOver.withLock({ $0 }) {
                        let start = now()
                        guard let list = try? values(reader) else { continue }
                        history.withLock {
                            $0.operations.append(
                                .init(value: nil, start: start, end: now(), outcome: .read(list)))
                        }
                    }
                    group.leave()
                }
                cluster.isolate(leader)
                for step in 1...3 {
                    let start = now()
                    let value = round * 10 + step
                    try writer.write(token: "\(value)") { db in
                        try db.execute("INSERT INTO t VALUES (\(value))")
                    }
                    history.withLock {
                        $0.operations.append(
                            .init(value: value, start: start, end: now(), outcome: .appended))
                    }
                }
                usleep(100_000)
                cluster.join()
                isOver.withLock { $0 = true }
                group.wait()
            }
            let final = try values(setup)
            #expect(history.withLock { $0.violations(final: final) } == [])
        }

        @Test("acknowledged writes stay, and reads are current, with kills, pauses and partitions")
        func histories() throws {
            let environment = ProcessInfo.processInfo.environment
            let seed =
                environment["DATALITE_FUZZ_SEED"].flatMap(UInt64.init) ?? .random(in: 0 ... .max)
            let faults = environment["DATALITE_CLUSTER_FAULTS"].flatMap(Int.init) ?? 12
            print("DATALITE_FUZZ_SEED=\(seed)")
            let run = try FaultRun(seed: seed)
            let (violations, summary) = try run.run { try run.cause(faults) }
            print(summary)
            #expect(violations == [])
        }
    }
}

/// Clients that append to lists and read them while nodes fail.
final class FaultRun: @unchecked Sendable {
    // SAFETY: the fields that change are in `Locked`.
    let cluster: FaultyCluster
    private let seed: UInt64
    private let isOver = Locked(false)
    private let histories = Locked([Int: AppendHistory]())
    private let list = Locked(0)
    private let next = Locked(0)
    private let problems = Locked([String]())
    private let counts = Locked([String: Int]())

    init(_ cluster: FaultyCluster? = nil, seed: UInt64) throws {
        self.seed = seed
        self.cluster = try cluster ?? FaultyCluster()
    }

    private func count(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }

    /// Lets clients work while a closure causes faults, and checks what they have seen.
    func run(_ faults: () throws -> Void) throws -> (violations: [String], summary: String) {
        let setup = try ClusterDatabase(cluster.client(), name: "test")
        try setup.write { db in
            try db.execute("CREATE TABLE log(id INTEGER PRIMARY KEY, list INTEGER, value INTEGER)")
            try db.execute("CREATE INDEX log_list ON log(list)")
            try db.execute("CREATE TABLE filler(a)")
        }
        let group = DispatchGroup()
        for number in 0..<4 {
            let database = try ClusterDatabase(cluster.client(.seconds(10)), name: "test")
            for thread in 0..<2 {
                group.enter()
                Thread.detachNewThread { [self] in
                    work(database, SplitMix(state: seed &+ UInt64(number * 2 + thread) &* 7919))
                    group.leave()
                }
            }
        }
        let caused = Result { try faults() }
        isOver.withLock { $0 = true }
        group.wait()
        try caused.get()
        try cluster.restartCrashed()
        var violations = problems.withLock { $0 }
        for (list, history) in histories.withLock({ $0 }) {
            let final = try values(of: list, setup)
            violations += history.violations(final: final).map { "list \(list): \($0)" }
        }
        let summary = counts.withLock { $0.sorted { $0.key < $1.key } }
            .map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        return (violations, summary)
    }

    // MARK: - Clients

    private func work(_ database: ClusterDatabase, _ random: SplitMix) {
        var random = random
        while !isOver.withLock({ $0 }) {
            let list = list.withLock { $0 }
            var operation = AppendHistory.Operation(
                value: nil, start: DispatchTime.now().uptimeNanoseconds, end: 0, outcome: .failed)
            do {
                if Bool.random(using: &random) {
                    let value = next.withLock { next in
                        next += 1
                        return next
                    }
                    operation.value = value
                    operation.outcome = .appended
                    try database.write { db in
                        try db.execute("INSERT INTO log(list, value) VALUES (\(list), \(value))")
                        try db.execute("INSERT INTO log(list, value) VALUES (\(list), \(-value))")
                    }
                } else {
                    operation.outcome = .read(try values(of: list, database))
                }
                count(operation.value == nil ? "reads" : "writes")
            } catch ClusterError.commitOutcomeUnknown {
                operation.outcome = .unknown
                count("unknown")
            } catch ClusterError.noLeader {
                operation.outcome = .failed
                count("no leader")
            } catch {
                operation.outcome = .failed
                // Many writers wait for each other while nothing works.
                if (error as? SQLiteError)?.resultCode.primary == .busy {
                    count("busy")
                } else {
                    problems.withLock { $0.append("\(error)") }
                }
            }
            operation.end = DispatchTime.now().uptimeNanoseconds
            // A read that failed has seen nothing.
            if operation.value == nil, operation.outcome == .failed { continue }
            histories.withLock { $0[list, default: AppendHistory()].operations.append(operation) }
        }
    }

    /// The values of a list. Both rows of each write must be there, next to each other.
    private func values(of list: Int, _ database: ClusterDatabase) throws -> [Int] {
        let rows = try database.read { db in
            try db.rows("SELECT value FROM log WHERE list = \(list) ORDER BY id", as: Int.self)
        }
        for index in stride(from: 0, to: rows.count, by: 2)
        where index + 1 >= rows.count || rows[index] != -rows[index + 1] {
            problems.withLock { $0.append("a transaction is half visible in list \(list)") }
        }
        return rows.filter { $0 > 0 }
    }

    /// The next operations are on a new list, so that reads stay short.
    func beginList() { list.withLock { $0 += 1 } }

    /// How many writes were acknowledged.
    var writeCount: Int { counts.withLock { $0["writes"] ?? 0 } }

    // MARK: - Faults

    /// Causes a number of faults at random.
    func cause(_ faults: Int) throws {
        var random = SplitMix(state: seed)
        for fault in 0..<faults {
            try cause(&random)
            if fault % 3 == 2 { beginList() }
        }
    }

    private func cause(_ random: inout SplitMix) throws {
        let index =
            Bool.random(using: &random)
            ? (try? cluster.leader()) ?? 0 : Int.random(in: 0..<3, using: &random)
        let time = UInt32.random(in: 20_000...700_000, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            count("kills")
            cluster.stop(index)
            usleep(time)
            try cluster.start(index)
        case 1:
            count("pauses")
            cluster.pause(index)
            usleep(time)
            cluster.resume(index)
        case 2:
            count("partitions")
            cluster.proxies[index].block()
            usleep(time)
            cluster.proxies[index].unblock()
        case 3:
            count("separations")
            cluster.isolate(index)
            usleep(time)
            cluster.join()
        default:
            count("cut connections")
            cluster.proxies[index].cut()
        }
        if cluster.hasCrashed {
            count("crashes of nodes")
            try cluster.restartCrashed()
        }
        usleep(UInt32.random(in: 10_000...200_000, using: &random))
    }
}
