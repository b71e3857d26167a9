#if Cluster
    extension ClusterConnection {
        /// Begins the transaction of a read, and confirms that the node is the leader: no write that was acknowledged
        /// before is missing.
        func beginRead() throws(SQLiteError) {
            do throws(ConnectionLost) {
                session.link.enqueue(.cluster)
                session.link.enqueue(.execSQL("BEGIN", []))
                try session.link.flush()
                try cluster.confirm(session.leader, session.members)
                while session.link.pendingResponses > 2 { _ = try session.link.receive(waitLonger) }
                let members = session.members
                try session.receiveMembers(waitLonger)
                if members != session.members {
                    cluster.learn(session.members)
                    try cluster.confirm(session.leader, session.members)
                }
                if case .failure(_, let message) = try session.link.receive(waitLonger) {
                    throw ConnectionLost(message)
                }
            } catch {
                throw lose(error, nil)
            }
            transaction.didRun(.begin(.deferred))
        }

        /// Ends the transaction of a read, without waiting for the answer.
        func endRead() {
            guard loss == nil, transaction.isOpen, session.running == nil else {
                return session.breakOff()
            }
            do {
                try session.sendOnly("ROLLBACK", waitLonger)
            } catch {
                session.breakOff()
            }
        }

        /// Confirms that the node is the leader, unless a commit will prove it.
        func confirmUnlessChanged(_ sql: String?) throws(SQLiteError) {
            guard !hasChangedRows, !isConfirmed else { return }
            try confirm(sql)
            isConfirmed = true
        }

        /// Confirms that the node is the leader, unless that was done in this transaction.
        func confirmTransaction() throws(SQLiteError) {
            guard !isConfirmed else { return }
            try confirm(nil)
            isConfirmed = true
        }

        func confirm(_ sql: String?) throws(SQLiteError) {
            do throws(ConnectionLost) {
                try session.send(.cluster, waitLonger)
                while session.link.pendingResponses > 1 { _ = try session.link.receive(waitLonger) }
                try session.receiveMembers(waitLonger)
                try cluster.confirm(session.leader, session.members)
            } catch {
                throw lose(error, sql)
            }
        }
    }
#endif
