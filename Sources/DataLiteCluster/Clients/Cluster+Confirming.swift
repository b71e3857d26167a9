#if Cluster
    import Foundation

    extension Cluster {
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
    }
#endif
