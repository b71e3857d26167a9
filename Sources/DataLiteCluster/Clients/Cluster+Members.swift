#if Cluster
    import Foundation

    extension Cluster {
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
        /// - Throws: ``ClusterError/node(_:)`` if the leader refuses, or if the voter does not answer;
        ///   `ClusterError.noLeader`.
        public func transferLeadership(to id: UInt64) throws {
            try withLeader { link, leader, members in
                guard leader.id != id else { return }
                // If raft cannot send its message to the next leader, it uses the message after freeing it.
                if let next = members.first(where: { $0.id == id }), !answers(next.address) {
                    throw ClusterError.node("\(next.address) does not answer")
                }
                try Self.run(.transfer(id: id), link)
                suspect(leader.address)
            }
        }

        private func answers(_ address: String) -> Bool {
            // A connection that was kept may be older than a restart of the node.
            (0..<2).contains { _ in
                guard let link = try? sendQuestion(to: address),
                    (try? Self.receiveLeader(link, patience: .milliseconds(600))) != nil
                else { return false }
                keep(link)
                return true
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
        func change(_ request: Request, _ isDone: ([ClusterMember]) -> Bool) throws {
            try withLeader { link, _, members in
                if !isDone(members) { try Self.run(request, link) }
            }
        }

        static func run(_ request: Request, _ link: Link) throws {
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
            // The leader changes one member at a time, and the next leader may have been too slow.
            if code32 == ResultCode.busy.rawValue || message == "leadership transfer failed" {
                throw ConnectionLost(message)
            }
            throw ClusterError.node(
                "the leader \(link.address) refused a change of members: \(message)")
        }

        /// Calls a closure with a connection to the leader, again if it is lost: the changes can be repeated.
        func withLeader<R>(
            _ body: (Link, ClusterMember, [ClusterMember]) throws -> R
        ) throws -> R {
            let call = ClusterCall(configuration.timeLimit)
            while true {
                let (link, leader) = try leaderLink(call)
                do {
                    let asked = ContinuousClock.now
                    let response = try link.call(.cluster) { () throws(ConnectionLost) in
                        guard call.remaining > .zero else { throw ConnectionLost("no answer") }
                    }
                    guard case .members(let members) = response else {
                        throw ConnectionLost("\(link.address) names no members")
                    }
                    learn(members, from: leader, asked: asked)
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
