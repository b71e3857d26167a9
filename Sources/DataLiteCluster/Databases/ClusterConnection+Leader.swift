#if Cluster
    /// What a read has sent.
    enum ReadPhase {
        case new
        /// A statement without a transaction: alone, it sees one state of the database.
        case single(ClusterSQL)
        /// The beginning of a transaction, and its first statement.
        case transaction(ClusterSQL)
    }

    /// What belongs to the first statement of a read.
    struct ReadStart {
        /// Whether a transaction begins before the statement.
        let beginsTransaction: Bool
        /// The confirmation of the leader while it runs the statement; `nil` if the leader was confirmed before.
        var check: LeaderCheck?
    }

    struct LeaderCheck {
        /// The members of the cluster, and when they were asked for.
        let members: [ClusterMember]
        let asked: ContinuousClock.Instant
        /// Whether the leader names the members before it runs the statement.
        let namesMembers: Bool
        let began: ContinuousClock.Instant
        var questions: VoterQuestions?
    }

    extension ClusterConnection {
        // MARK: - Reads

        /// Begins a read, which sends nothing before its first statement.
        ///
        /// - Parameter needsTransaction: Whether a transaction begins before the first statement. Otherwise, a statement
        ///   that was the only one of the last read runs without.
        func beginRead(needsTransaction: Bool) {
            transaction.didRun(.begin(.deferred))
            readPhase = .new
            self.needsTransaction = needsTransaction
        }

        /// Ends a read, without waiting for the answer.
        func endRead() {
            guard loss == nil, transaction.isOpen, session.running == nil else {
                return session.breakOff()
            }
            guard case .transaction(let first)? = readPhase else { return }
            if first.use == .unknown { first.use = .single }
            do {
                try session.sendOnly("ROLLBACK", waitLonger)
            } catch {
                session.breakOff()
            }
        }

        /// Called before the request of a statement: if it is the first of a read, enqueues what is sent before it.
        ///
        /// No write that was acknowledged before may be missing in what the closure of a read gets: so a majority of the
        /// voters confirms the leader, before the statement runs or at the same time.
        ///
        /// - Returns: `nil` if the statement is not the first of a read.
        func startRead(
            with request: Request, _ text: ClusterSQL
        ) throws(SQLiteError) -> ReadStart? {
            switch readPhase {
            case nil: return nil
            case .transaction(let first)?:
                first.use = .followed
                return nil
            case .single(let first)?:
                // The second statement could see another state of the database.
                first.use = .followed
                needsTransaction = true
                let reason = "the read is repeated in a transaction"
                loss = reason
                throw SQLiteError.lost(reason, sql: text.original)
            case .new?: break
            }
            let isSingle = request.readsData && text.use == .single && !needsTransaction
            readPhase = isSingle ? .single(text) : .transaction(text)
            var start = ReadStart(beginsTransaction: !isSingle)
            if cluster.confirmsFirst {
                do throws(ConnectionLost) {
                    try cluster.earlyConfirmations.run(
                        session.leader.id, since: .now, call, confirmNow)
                } catch {
                    throw lose(error, text.original)
                }
            } else {
                let recent = cluster.recentMembers(of: session.leader)
                let now = ContinuousClock.now
                start.check = LeaderCheck(
                    members: recent?.members ?? session.members, asked: recent?.asked ?? now,
                    namesMembers: recent == nil, began: now)
                if recent == nil { session.link.enqueue(.cluster) }
            }
            if start.beginsTransaction { session.link.enqueue(.execSQL("BEGIN", [])) }
            return start
        }

        /// Receives the response to the first statement of a read, which was sent.
        func receiveFirst(_ start: ReadStart) throws(ConnectionLost) -> Response {
            var check = start.check
            let isOneOfFew = cluster.beginRead()
            defer { cluster.endRead() }
            if isOneOfFew, let members = check?.members {
                check?.questions = cluster.askVoters(session.leader, members)
            }
            let expected =
                1 + (check?.namesMembers == true ? 1 : 0) + (start.beginsTransaction ? 1 : 0)
            while session.link.pendingResponses > expected {
                _ = try session.link.receive(waitLonger)
            }
            if let check, check.namesMembers { try receiveMembers(asked: check.asked) }
            if start.beginsTransaction,
                case .failure(_, let message) = try session.link.receive(waitLonger)
            {
                throw ConnectionLost(message)
            }
            let response = try session.link.receive(waitLonger)
            if let check { try finish(check) }
            return response
        }

        private func receiveMembers(asked: ContinuousClock.Instant) throws(ConnectionLost) {
            try session.receiveMembers(waitLonger)
            cluster.learn(session.members, from: session.leader, asked: asked)
        }

        /// Receives the answers of the voters.
        ///
        /// The statement may have run before the voters answered, and the members may have changed since they were asked
        /// for. A node that was no longer the leader then, and is the leader according to the voters, was elected in
        /// between: that takes longer than an election. So after a slower answer, the read is repeated, and reads confirm
        /// the leader first for a while.
        private func finish(_ check: LeaderCheck) throws(ConnectionLost) {
            if let questions = check.questions {
                try cluster.finish(questions)
            } else {
                try cluster.confirmations.run(session.leader.id, since: check.began, call) {
                    () throws(ConnectionLost) in
                    try cluster.confirm(session.leader, check.members)
                }
            }
            if check.namesMembers, session.members != check.members {
                try cluster.confirm(session.leader, session.members)
            }
            let isAlone = check.namesMembers && session.members.count { $0.role == .voter } == 1
            guard !isAlone, check.asked.duration(to: .now) > Cluster.electionLimit else { return }
            cluster.confirmFirst()
            throw ConnectionLost("the leader was confirmed too late")
        }

        // MARK: - Compiling

        /// Whether the node has begun no transaction.
        var isOutsideTransaction: Bool {
            if case .new? = readPhase { true } else { isAutocommit }
        }

        /// Confirms the leader, and lets it apply what was committed: a node compiles a statement with an old schema if it
        /// has just become the leader, or is none. It waits for the latest transactions only when it runs a statement.
        func catchUp(_ sql: String) throws(SQLiteError) {
            do throws(ConnectionLost) {
                try confirmNow()
                try session.send(.querySQL("SELECT 1", []), waitLonger)
                if case .failure(_, let message) = try session.receive(waitLonger) {
                    throw ConnectionLost(message)
                }
            } catch {
                throw lose(error, sql)
            }
        }

        // MARK: - Writes

        /// Confirms that the node is the leader, unless a commit will prove it.
        func confirmUnlessChanged(_ sql: String?) throws(SQLiteError) {
            if !hasChangedRows { try confirmTransaction(sql) }
        }

        /// Confirms that the node is the leader, unless that was done in this transaction.
        func confirmTransaction(_ sql: String?) throws(SQLiteError) {
            guard !isConfirmed else { return }
            try confirm(sql)
            isConfirmed = true
        }

        func confirm(_ sql: String?) throws(SQLiteError) {
            do throws(ConnectionLost) {
                try confirmNow()
            } catch {
                throw lose(error, sql)
            }
        }

        /// Asks the leader for the members, and a majority of the voters for the leader.
        func confirmNow() throws(ConnectionLost) {
            let asked = ContinuousClock.now
            try session.send(.cluster, waitLonger)
            while session.link.pendingResponses > 1 { _ = try session.link.receive(waitLonger) }
            try receiveMembers(asked: asked)
            try cluster.confirm(session.leader, session.members)
        }
    }
#endif
