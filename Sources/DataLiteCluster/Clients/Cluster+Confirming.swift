#if Cluster
    import Foundation

    extension Cluster {
        /// Less than the time in which nodes can elect another leader: a follower waits for at least 75 milliseconds.
        static let electionLimit = Duration.milliseconds(50)

        /// Whether the leader must be confirmed before a read runs, because answers were slow.
        var confirmsFirst: Bool {
            state.withLock { state in
                guard let end = state.confirmsFirstUntil else { return false }
                if end < .now { state.confirmsFirstUntil = nil }
                return true
            }
        }

        /// Lets reads confirm the leader first for a while.
        func confirmFirst() { state.withLock { $0.confirmsFirstUntil = .now + .seconds(10) } }

        /// The members that a leader has named a moment ago, and when it was asked; `nil` if it must be asked again.
        func recentMembers(
            of leader: ClusterMember
        ) -> (members: [ClusterMember], asked: ContinuousClock.Instant)? {
            state.withLock { state in
                guard let naming = state.naming, naming.leader == leader.id else { return nil }
                let age = naming.asked.duration(to: .now)
                guard age < Self.electionLimit / 2 else { return nil }
                if age > Self.electionLimit / 5, !naming.isAskedAgain {
                    // By this read; the others continue with what is known.
                    state.naming?.isAskedAgain = true
                    return nil
                }
                return (state.members, naming.asked)
            }
        }

        /// Counts the reads whose first statement is running.
        ///
        /// - Returns: Whether there are only a few: each of them confirms the leader itself, at once.
        func beginRead() -> Bool {
            state.withLock { state in
                state.readCount += 1
                return state.readCount <= 4
            }
        }

        func endRead() { state.withLock { $0.readCount -= 1 } }

        /// Checks that a majority of the voters follows a leader, so that no other leader can have committed anything
        /// before this call.
        ///
        /// A node that was paused or is separated from the others may believe for some seconds that it still is the
        /// leader. A voter that has elected another one no longer names it.
        func confirm(_ leader: ClusterMember, _ members: [ClusterMember]) throws(ConnectionLost) {
            try finish(askVoters(leader, members))
        }

        /// Sends the questions of ``confirm(_:_:)``, so that voters answer them while the leader does something else.
        func askVoters(_ leader: ClusterMember, _ members: [ClusterMember]) -> VoterQuestions {
            let voters = members.filter { $0.role == .voter }
            var questions = VoterQuestions(leader: leader, missing: voters.count / 2)
            if state.withLock({ $0.trustsLeader }) { questions.missing = 0 }
            guard questions.missing > 0 else { return questions }
            questions.others =
                sortedBySuspicion(
                    voters.filter { $0.id != leader.id }.map(\.address))[...]
            ask(&questions)
            return questions
        }

        /// Asks as many voters as are needed, at the same time.
        private func ask(_ questions: inout VoterQuestions) {
            let asked = questions.others.prefix(questions.missing)
            questions.others = questions.others.dropFirst(questions.missing)
            questions.sent = asked.map { address in (address, try? sendQuestion(to: address)) }
        }

        /// Receives the answers, and asks other voters in place of those that do not name the leader.
        func finish(_ questions: VoterQuestions) throws(ConnectionLost) {
            var questions = questions
            guard questions.missing > 0 else { return }
            while true {
                for (address, link) in questions.sent {
                    guard let link else {
                        suspect(address)
                        continue
                    }
                    do {
                        let answer = try Self.receiveLeader(link, patience: .milliseconds(600))
                        keep(link)
                        if answer.id == questions.leader.id { questions.missing -= 1 }
                    } catch {
                        suspect(address)
                    }
                }
                guard questions.missing > 0 else { break }
                guard questions.others.count >= questions.missing else {
                    suspect(questions.leader.address)
                    throw ConnectionLost(
                        "\(questions.leader.address) is not confirmed as the leader by a majority")
                }
                ask(&questions)
            }
            count { $0.confirmations += 1 }
        }

        /// Lets the client believe a node that it is the leader, for the test that shows what the confirmation is for.
        func trustLeader() { state.withLock { $0.trustsLeader = true } }

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

        func sendQuestion(to address: String) throws -> Link {
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

        func keep(_ link: Link) {
            state.withLock { $0.probes[link.address, default: []].append(link) }
        }

        func sortedBySuspicion(_ addresses: [String]) -> [String] {
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
        ///
        /// - Parameter asked: When the leader was asked.
        func learn(
            _ members: [ClusterMember], from leader: ClusterMember, asked: ContinuousClock.Instant
        ) {
            let isNew = state.withLock { state in
                // Answers can arrive in another order.
                if let known = state.naming, known.asked > asked { return false }
                defer { (state.members, state.naming) = (members, (leader.id, asked, false)) }
                return state.members != members
            }
            guard isNew, let file = configuration.membersFile,
                let data = try? JSONEncoder().encode(members)
            else { return }
            // The client works without the file.
            try? data.write(to: URL(fileURLWithPath: file), options: .atomic)
        }
    }

    /// Questions to voters for the leader, whose answers were not received yet.
    struct VoterQuestions {
        let leader: ClusterMember
        /// How many voters still have to name the leader: with it, they are a majority.
        fileprivate(set) var missing: Int
        /// The voters that were not asked.
        fileprivate(set) var others: ArraySlice<String> = []
        /// The connections of those that were asked; `nil` if there is none.
        fileprivate(set) var sent: [(address: String, link: Link?)] = []

        fileprivate init(leader: ClusterMember, missing: Int) {
            self.leader = leader
            self.missing = missing
        }
    }
#endif
