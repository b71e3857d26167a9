#if Cluster
    public import DataLiteDatabase
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

            /// What receives the calls and statements of the databases, for logs, metrics and traces. An asynchronous call
            /// always waits: for a thread. There are no checkpoints.
            public var instruments: [any DatabaseInstrument] = []

            /// Creates a configuration and changes it with a closure.
            public init(_ change: (inout Configuration) -> Void = { _ in }) { change(&self) }
        }

        /// The settings of the client.
        public let configuration: Configuration
        let seeds: [String]
        let state: Locked<State>
        /// The confirmations of reads that run at the same time, and of reads that confirm the leader first.
        let confirmations = SharedConfirmation()
        let earlyConfirmations = SharedConfirmation()

        struct State {
            var leader: ClusterMember?
            var members: [ClusterMember] = []
            /// The leader that has named the members, when it was asked, and whether a read is asking it again.
            var naming: (leader: UInt64, asked: ContinuousClock.Instant, isAskedAgain: Bool)?
            /// The reads whose first statement is running.
            var readCount = 0
            /// Nodes that did not answer, or claimed to be the leader and were not, and when.
            var suspects: [String: ContinuousClock.Instant] = [:]
            /// Connections for questions about the leader, by address.
            var probes: [String: [Link]] = [:]
            /// Until when reads confirm the leader before they run.
            var confirmsFirstUntil: ContinuousClock.Instant?
            var counts = ClusterStatus.Counts()
            var trustsLeader = false
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
            let asked = ContinuousClock.now
            try session.open(call)
            learn(session.members, from: leader, asked: asked)
            count { $0.connections += 1 }
            return session
        }

        /// A new connection to the leader. It asks one node after the other, until the call's time is over.
        func leaderLink(_ call: ClusterCall) throws -> (Link, ClusterMember) {
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
        func isUsable(_ address: String) -> Bool {
            (try? NodeAddress(address).requireProtection(
                configuration.tls, allowsPlainNetwork: configuration.allowsPlainNetwork)) != nil
        }

        static func text(_ reasons: [String: String]) -> String {
            reasons.isEmpty
                ? "no node was asked in time"
                : reasons.sorted { $0.key < $1.key }.map { "\($0): \($1)" }.joined(separator: "; ")
        }

        /// The addresses to ask, in reverse order.
        func candidates() -> [String] {
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

        static func askLeader(
            _ link: Link, patience: Duration
        ) throws(ConnectionLost) -> (id: UInt64, address: String) {
            link.enqueue(.leader)
            try link.flush()
            return try receiveLeader(link, patience: patience)
        }

        static func receiveLeader(
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
    }
#endif
