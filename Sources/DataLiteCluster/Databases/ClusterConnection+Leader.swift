#if Cluster
    extension ClusterConnection {
        /// Begins the transaction of a read, and confirms that the node is the leader: no write that was acknowledged
        /// before is missing.
        ///
        /// Usually, that is sent with the first statement, and confirmed while the node runs it.
        func beginRead() throws(SQLiteError) {
            session.link.enqueue(.cluster)
            session.link.enqueue(.execSQL("BEGIN", []))
            transaction.didRun(.begin(.deferred))
            guard cluster.confirmsFirst else {
                beganRead = .now
                return
            }
            do throws(ConnectionLost) {
                try session.link.flush()
                try confirmRead(followedBy: 0)
            } catch {
                throw lose(error, nil)
            }
        }

        /// Confirms the leader, and receives the responses to what ``beginRead()`` has sent.
        ///
        /// - Parameter count: The number of requests that were sent after it.
        private func confirmRead(followedBy count: Int) throws(ConnectionLost) {
            try cluster.confirm(session.leader, session.members)
            while session.link.pendingResponses > 2 + count {
                _ = try session.link.receive(waitLonger)
            }
            let members = session.members
            try session.receiveMembers(waitLonger)
            if members != session.members {
                cluster.learn(session.members)
                try cluster.confirm(session.leader, session.members)
            }
            if case .failure(_, let message) = try session.link.receive(waitLonger) {
                throw ConnectionLost(message)
            }
        }

        /// Confirms the leader while the first statement of a read runs.
        ///
        /// The statement may have run before the voters answered. Its node could have been deposed, and elected again
        /// before the answers: that takes longer than an election, so an answer in 10 milliseconds excludes it. After a
        /// slower one, the read is repeated, and reads confirm the leader first for a while.
        ///
        /// - Parameter readsData: Whether the statement was run, not only compiled.
        func confirmPendingRead(_ sql: String, readsData: Bool) throws(SQLiteError) {
            guard let began = beganRead else { return }
            beganRead = nil
            do throws(ConnectionLost) {
                try confirmRead(followedBy: 1)
                guard readsData, session.members.filter({ $0.role == .voter }).count > 1,
                    began.duration(to: .now) > .milliseconds(10)
                else { return }
                cluster.confirmFirst()
                throw ConnectionLost("the leader was confirmed too late")
            } catch {
                throw lose(error, sql)
            }
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
