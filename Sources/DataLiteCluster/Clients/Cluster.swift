#if Cluster
    import Foundation

    /// The nodes of a cluster, as a client sees them: it finds the leader, and changes the members.
    ///
    /// ```swift
    /// let cluster = try Cluster(nodes: ["127.0.0.1:9001", "127.0.0.1:9002", "127.0.0.1:9003"])
    /// let database = try ClusterDatabase(cluster, name: "shop")
    /// try database.write { db in try db.execute("INSERT INTO orders(item) VALUES ('pen')") }
    /// ```
    ///
    /// Not all nodes have to be listed: the others are learned from those that answer.
    public final class Cluster: Sendable {
        /// How a client reaches the nodes.
        public struct Configuration: Sendable {
            /// The certificates of the client and of the authority; `nil` for connections without encryption.
            public var tls: ClusterTLS?

            /// Whether data may leave the machine without encryption.
            public var allowsPlainNetwork = false

            /// The file that keeps the members, so that a client finds the cluster when all nodes that the program lists
            /// were replaced; `nil` for none.
            public var membersFile: String?

            /// How long a call looks for a leader and waits for other writers, and how often it is repeated within.
            public var timeLimit: Duration = .seconds(30)

            /// How long connecting to one node may take.
            public var connectLimit: Duration = .seconds(2)

            /// The size of the largest message that a node may send, in bytes. A row is in one message.
            public var messageLimit = 256 << 20

            /// The number of calls of one database that read at the same time.
            public var readerLimit = 8

            /// Creates a configuration and changes it with a closure.
            public init(_ change: (inout Configuration) -> Void = { _ in }) { change(&self) }
        }

        /// The settings of the client.
        public let configuration: Configuration
        private let seeds: [String]
        private let state: Locked<State>

        private struct State {
            var leader: ClusterMember?
            var members: [ClusterMember] = []
            /// Nodes that did not answer, or claimed to be the leader and were not, and when.
            var suspects: [String: ContinuousClock.Instant] = [:]
            /// Connections for questions about the leader, by address.
            var probes: [String: [Link]] = [:]
            var counts = ClusterStatus.Counts()
        }

        /// Creates a client. Nothing is connected until it is needed.
        ///
        /// - Parameter nodes: The addresses of some nodes: `host:port`.
        /// - Throws: `SQLITE_MISUSE` for an address that cannot be read; `SQLITE_AUTH` for one on another machine, if
        ///   there is no TLS.
        public init(
            nodes: [String], configuration: Configuration = Configuration()
        ) throws(SQLiteError) {
            for node in nodes {
                try NodeAddress(node).requireProtection(
                    configuration.tls, allowsPlainNetwork: configuration.allowsPlainNetwork)
            }
            self.configuration = configuration
            seeds = nodes
            state = Locked(State())
            if let file = configuration.membersFile,
                let data = FileManager.default.contents(atPath: file),
                let members = try? JSONDecoder().decode([ClusterMember].self, from: data)
            {
                state.withLock { $0.members = members }
            }
        }

        // MARK: - The leader

        /// Connects to the leader and opens a database.
        func connect(to database: String, _ call: ClusterCall) throws -> Session {
            let (link, leader) = try leaderLink(call)
            let session = Session(link, leader, database)
            try session.open(call)
            learn(session.members)
            count { $0.connections += 1 }
            return session
        }

        /// A new connection to the leader. It asks one node after the other, until the call's time is over.
        private func leaderLink(_ call: ClusterCall) throws -> (Link, ClusterMember) {
            var delay = Duration.milliseconds(10)
            var reasons: [String: String] = [:]
            while true {
                var candidates = self.candidates()
                var asked: Set<String> = []
                while let address = candidates.popLast() {
                    guard asked.insert(address).inserted else { continue }
                    try call.requireTime { ClusterError.noLeader(Self.text(reasons)) }
                    do {
                        let link = try Link(
                            to: address, configuration,
                            within: min(configuration.connectLimit, call.remaining))
                        let (id, leader) = try Self.askLeader(link, patience: .milliseconds(600))
                        if id != 0, leader == address {
                            let member = ClusterMember(id: id, address: address)
                            state.withLock {
                                $0.leader = member
                                $0.suspects[address] = nil
                            }
                            return (link, member)
                        }
                        reasons[address] =
                            id == 0 ? "it knows no leader" : "its leader is \(leader)"
                        if id != 0, isUsable(leader) { candidates.append(leader) }
                    } catch let error as ConnectionLost {
                        reasons[address] = error.description
                        suspect(address)
                    }
                }
                try call.sleep(for: delay) { ClusterError.noLeader(Self.text(reasons)) }
                delay = min(delay * 2, .milliseconds(100))
            }
        }

        /// Whether a node may send a client to this address: it must be protected like the others.
        private func isUsable(_ address: String) -> Bool {
            (try? NodeAddress(address).requireProtection(
                configuration.tls, allowsPlainNetwork: configuration.allowsPlainNetwork)) != nil
        }

        private static func text(_ reasons: [String: String]) -> String {
            reasons.isEmpty
                ? "no node was asked in time"
                : reasons.sorted { $0.key < $1.key }.map { "\($0): \($1)" }.joined(separator: "; ")
        }

        /// The addresses to ask, in reverse order.
        private func candidates() -> [String] {
            let now = ContinuousClock.now
            let (all, suspects) = state.withLock { state in
                (
                    [state.leader?.address].compactMap { $0 }
                        + state.members.sorted { $0.role.rawValue < $1.role.rawValue }.map(
                            \.address)
                        + seeds,
                    state.suspects.filter { $0.value.duration(to: now) < .seconds(2) }
                )
            }
            return (all.filter { suspects[$0] == nil } + all.filter { suspects[$0] != nil })
                .filter(isUsable).reversed()
        }

        private static func askLeader(
            _ link: Link, patience: Duration
        ) throws(ConnectionLost) -> (id: UInt64, address: String) {
            link.enqueue(.leader)
            try link.flush()
            return try receiveLeader(link, patience: patience)
        }

        private static func receiveLeader(
            _ link: Link, patience: Duration
        ) throws(ConnectionLost) -> (id: UInt64, address: String) {
            let start = ContinuousClock.now
            let response = try link.receive { () throws(ConnectionLost) in
                guard start.duration(to: .now) < patience else {
                    throw ConnectionLost("\(link.address) does not answer")
                }
            }
            guard case .leader(let id, let address) = response else {
                throw ConnectionLost(
                    "\(link.address) gave no answer to the question for its leader")
            }
            return (id, address)
        }

        // MARK: - Confirming

        /// Checks that a majority of the voters follows a leader, so that no other leader can have committed anything
        /// before this call.
        ///
        /// A node that was paused or is separated from the others may believe for some seconds that it still is the
        /// leader. A voter that has elected another one no longer names it.
        func confirm(_ leader: ClusterMember, _ members: [ClusterMember]) throws(ConnectionLost) {
            let voters = members.filter { $0.role == .voter }
            var missing = voters.count / 2
            guard missing > 0 else { return }
            var others = sortedBySuspicion(voters.filter { $0.id != leader.id }.map(\.address))[...]
            while missing > 0 {
                guard others.count >= missing else {
                    suspect(leader.address)
                    throw ConnectionLost(
                        "\(leader.address) is not confirmed as the leader by a majority")
                }
                // As many as are needed, at the same time.
                let asked = others.prefix(missing)
                others = others.dropFirst(missing)
                let links = asked.map { address in (address, try? sendQuestion(to: address)) }
                for (address, link) in links {
                    guard let link else {
                        suspect(address)
                        continue
                    }
                    do {
                        let answer = try Self.receiveLeader(link, patience: .milliseconds(600))
                        keep(link)
                        if answer.id == leader.id { missing -= 1 }
                    } catch {
                        suspect(address)
                    }
                }
            }
            count { $0.confirmations += 1 }
        }

        /// Whether another node has become the leader, according to any voter.
        func isDeposed(_ leader: ClusterMember, _ members: [ClusterMember]) -> Bool {
            for member in members where member.role == .voter && member.id != leader.id {
                guard let link = try? sendQuestion(to: member.address),
                    let answer = try? Self.receiveLeader(link, patience: .milliseconds(300))
                else { continue }
                keep(link)
                if answer.id != 0, answer.id != leader.id { return true }
            }
            return false
        }

        private func sendQuestion(to address: String) throws -> Link {
            if let link = state.withLock({ $0.probes[address]?.popLast() }) {
                do {
                    link.enqueue(.leader)
                    try link.flush()
                    return link
                } catch {
                    // The node was restarted.
                }
            }
            let link = try Link(
                to: address, configuration,
                within: min(configuration.connectLimit, .milliseconds(600)))
            link.enqueue(.leader)
            try link.flush()
            return link
        }

        private func keep(_ link: Link) {
            state.withLock { $0.probes[link.address, default: []].append(link) }
        }

        private func sortedBySuspicion(_ addresses: [String]) -> [String] {
            let suspects = state.withLock { $0.suspects }
            return addresses.filter { suspects[$0] == nil }
                + addresses.filter { suspects[$0] != nil }
        }

        func suspect(_ address: String) {
            state.withLock {
                $0.suspects[address] = .now
                $0.probes[address] = nil
                if $0.leader?.address == address { $0.leader = nil }
            }
        }

        func count(_ change: (inout ClusterStatus.Counts) -> Void) {
            state.withLock { change(&$0.counts) }
        }

        /// Keeps the members that a leader has named, in memory and in the file.
        func learn(_ members: [ClusterMember]) {
            let isNew = state.withLock { state in
                defer { state.members = members }
                return state.members != members
            }
            guard isNew, let file = configuration.membersFile,
                let data = try? JSONEncoder().encode(members)
            else { return }
            // The client works without the file.
            try? data.write(to: URL(fileURLWithPath: file), options: .atomic)
        }

        // MARK: - Members

        /// The leader, the members, and what this client has done.
        ///
        /// - Throws: `ClusterError.noLeader` if no node becomes the leader within the time limit.
        public func status() throws -> ClusterStatus {
            try withLeader { link, leader, members in
                let start = ContinuousClock.now
                _ = try Self.askLeader(link, patience: .seconds(2))
                let counts = state.withLock { $0.counts }
                return ClusterStatus(
                    leader: leader, members: members, roundTrip: start.duration(to: .now),
                    counts: counts)
            }
        }

        /// Changes the role of a node.
        ///
        /// - Throws: ``ClusterError/node(_:)`` if the leader refuses the change; `ClusterError.noLeader`.
        public func assign(_ role: ClusterRole, to id: UInt64) throws {
            try change(.assign(id: id, role)) { $0.contains { $0.id == id && $0.role == role } }
        }

        /// Removes a node from the cluster. Stop it afterwards.
        ///
        /// - Throws: ``ClusterError/node(_:)`` if the leader refuses the change; `ClusterError.noLeader`.
        public func remove(_ id: UInt64) throws {
            try change(.remove(id: id)) { !$0.contains { $0.id == id } }
        }

        /// Makes another voter the leader.
        ///
        /// - Throws: ``ClusterError/node(_:)`` if the leader refuses; `ClusterError.noLeader`.
        public func transferLeadership(to id: UInt64) throws {
            try withLeader { link, leader, _ in
                guard leader.id != id else { return }
                try Self.run(.transfer(id: id), link)
                suspect(leader.address)
            }
        }

        /// Adds a node, and gives it its role.
        func add(_ member: ClusterMember) throws {
            try change(.add(id: member.id, address: member.address)) {
                $0.contains { $0.id == member.id && $0.address == member.address }
            }
            guard member.role != .spare else { return }
            try assign(member.role, to: member.id)
        }

        /// Runs a change unless it is already done.
        private func change(_ request: Request, _ isDone: ([ClusterMember]) -> Bool) throws {
            try withLeader { link, _, members in
                if !isDone(members) { try Self.run(request, link) }
            }
        }

        private static func run(_ request: Request, _ link: Link) throws {
            let start = ContinuousClock.now
            // A node that becomes a voter first receives all data.
            let response = try link.call(request) { () throws(ConnectionLost) in
                guard start.duration(to: .now) < .seconds(60) else {
                    throw ConnectionLost("\(link.address) does not answer")
                }
            }
            guard case .failure(let code, let message) = response else { return }
            let code32 = Int32(truncatingIfNeeded: code)
            if [SQLiteError.notLeader.rawValue, SQLiteError.leadershipLost.rawValue].contains(
                code32)
            {
                throw ConnectionLost(message)
            }
            // The leader changes one member at a time.
            if code32 == ResultCode.busy.rawValue { throw ConnectionLost(message) }
            throw ClusterError.node(
                "the leader \(link.address) refused a change of members: \(message)")
        }

        /// Calls a closure with a connection to the leader, again if it is lost: the changes can be repeated.
        private func withLeader<R>(
            _ body: (Link, ClusterMember, [ClusterMember]) throws -> R
        ) throws -> R {
            let call = ClusterCall(configuration.timeLimit)
            while true {
                let (link, leader) = try leaderLink(call)
                do {
                    let response = try link.call(.cluster) { () throws(ConnectionLost) in
                        guard call.remaining > .zero else { throw ConnectionLost("no answer") }
                    }
                    guard case .members(let members) = response else {
                        throw ConnectionLost("\(link.address) names no members")
                    }
                    learn(members)
                    return try body(link, leader, members)
                } catch let error as ConnectionLost {
                    try call.sleep(for: .milliseconds(100)) {
                        ClusterError.noLeader(error.description)
                    }
                }
            }
        }

        /// The files of a database: its content and its write-ahead log.
        func dump(_ database: String) throws -> [(name: String, content: Data)] {
            try withLeader { link, leader, members in
                try confirm(leader, members)
                let start = ContinuousClock.now
                let response = try link.call(.dump(database: database)) {
                    () throws(ConnectionLost) in
                    guard start.duration(to: .now) < configuration.timeLimit else {
                        throw ConnectionLost("\(link.address) does not answer")
                    }
                }
                switch response {
                case .files(let files): return files
                case .failure(_, let message):
                    throw ClusterError.node("the leader did not copy the database: \(message)")
                default: throw ConnectionLost("\(link.address) sent no files")
                }
            }
        }
    }

    // MARK: - Status

    /// The state of a cluster and of one client, for monitoring.
    public struct ClusterStatus: Hashable, Sendable {
        /// The leader.
        public let leader: ClusterMember
        /// All members, with their roles.
        public let members: [ClusterMember]
        /// The time of one question to the leader and its answer.
        public let roundTrip: Duration
        /// What this client has done since it was created.
        public let counts: Counts

        /// What a client has done.
        public struct Counts: Hashable, Sendable {
            /// Connections to a leader.
            public internal(set) var connections = 0
            /// Requests that were answered.
            public internal(set) var roundTrips = 0
            /// Reads and writes that were repeated, because the connection was lost.
            public internal(set) var retries = 0
            /// Times that a majority of the voters has confirmed the leader.
            public internal(set) var confirmations = 0
            /// Commits whose outcome is unknown.
            public internal(set) var unknownCommits = 0
        }
    }
#endif
