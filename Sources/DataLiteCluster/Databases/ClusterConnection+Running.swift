#if Cluster
    import DataLiteSyntax

    extension ClusterConnection {
        /// Runs a statement.
        ///
        /// - Returns: Its rows; `nil` if it returns none.
        func run(_ text: ClusterSQL, _ values: [SQLiteValue]) throws(SQLiteError) -> RowStream? {
            try requireUsable(text.original)
            if let refusal = transaction.scopes.refusal(of: text.original) { throw refusal }
            if isReadonly, text.writes {
                throw SQLiteError(
                    .readonly, message: "attempt to write a readonly database", sql: text.original)
            }
            try requireSendable(values, text)
            idleTurns = 0
            if text.isQuery { return try query(text, values) }
            if text.isReturning { return try returning(text, values) }
            try execute(text, values)
            return nil
        }

        func requireSendable(
            _ values: [SQLiteValue], _ text: ClusterSQL
        ) throws(SQLiteError) {
            for (position, value) in values.enumerated() {
                guard case .text(let string) = value, string.utf8.contains(0) else { continue }
                throw SQLiteError(
                    .mismatch,
                    message:
                        "parameter \(position + 1): dqlite ends a text at its first NUL character: "
                        + "bind the bytes as a BLOB", sql: text.original)
            }
        }

        func request(
            _ text: ClusterSQL, _ values: [SQLiteValue], isQuery: Bool
        ) throws(SQLiteError) -> Request {
            guard text.isPrepared else {
                let expands = values.count > Wire.parameterLimit
                let sql = expands ? text.expanded(values) : text.sql
                let sent = expands ? [] : values
                return isQuery ? .querySQL(sql, sent) : .execSQL(sql, sent)
            }
            let id = if let id = session.statement(for: text.sql) { id } else { try prepare(text) }
            return isQuery ? .query(statement: id, values) : .exec(statement: id, values)
        }

        func query(
            _ text: ClusterSQL, _ values: [SQLiteValue]
        ) throws(SQLiteError) -> RowStream {
            let request = try request(text, values, isQuery: true)
            // A read has confirmed the leader when it began.
            if isAutocommit { try confirm(text.original) }
            return try stream(self.request(request, text), text)
        }

        func stream(
            _ response: Response, _ text: ClusterSQL
        ) throws(SQLiteError) -> RowStream {
            guard case .rows(let batch) = response else {
                throw lose(ConnectionLost("\(session.link.address) sent no rows"), text.original)
            }
            guard batch.isStuck else { return session.stream(batch) }
            throw refuseResult(
                "the names of the columns take more than 4000 bytes together, and dqlite cannot send such a "
                    + "result: select fewer columns, or give them short names with AS",
                text.original)
        }

        func advance(_ stream: RowStream, _ text: ClusterSQL) throws(SQLiteError) -> Bool {
            guard state == .open else { throw SQLiteError.connectionUsedAfterClosure }
            let outcome: RowStream.Outcome
            do throws(ConnectionLost) {
                outcome = try stream.advance(waitLonger)
            } catch {
                throw lose(error, text.original)
            }
            switch outcome {
            case .row: return true
            case .end: return false
            case .failure(let code, let message): throw failure(code, message, text)
            }
        }

        /// Runs a statement that changes rows and returns them. The protocol commits only statements without rows, so it
        /// is always in a transaction.
        func returning(
            _ text: ClusterSQL, _ values: [SQLiteValue]
        ) throws(SQLiteError) -> RowStream {
            let isAlone = isAutocommit
            if isAlone { try execute(session.parsed("BEGIN IMMEDIATE"), []) }
            do throws(SQLiteError) {
                let request = try request(text, values, isQuery: true)
                let rows: RowStream
                do throws(SQLiteError) {
                    rows = try stream(self.request(request, text), text)
                    try receiveAll(rows, text)
                } catch {
                    try noteFailure(error)
                    throw error
                }
                try readCounters(text)
                if isAlone { try execute(session.parsed("COMMIT"), []) }
                return rows
            } catch {
                if isAlone, !isAutocommit { try? execute(session.parsed("ROLLBACK"), []) }
                throw error
            }
        }

        func receiveAll(_ rows: RowStream, _ text: ClusterSQL) throws(SQLiteError) {
            do throws(ConnectionLost) {
                try rows.receiveAll(waitLonger)
            } catch {
                throw lose(error, text.original)
            }
        }

        func readCounters(_ text: ClusterSQL) throws(SQLiteError) {
            let rows = try stream(
                request(.querySQL("SELECT changes(), last_insert_rowid()", []), text), text)
            guard try advance(rows, text) else { return }
            noteChanges(Int64(rows.value(at: 0)) ?? 0, rowID: Int64(rows.value(at: 1)) ?? 0)
            while try advance(rows, text) {}
        }

        func noteChanges(_ count: Int64, rowID: Int64) {
            changes = count
            totalChanges += count
            lastInsertRowID = rowID
            if count > 0 { hasChangedRows = true }
        }

        // MARK: - Statements without rows

        func execute(_ text: ClusterSQL, _ values: [SQLiteValue]) throws(SQLiteError) {
            defer { reportClosures() }
            let commits = transaction.isCommit(text.kind) || isAutocommit && text.writes
            // The commit of a transaction that has changed no row does not prove that the node is the leader.
            if transaction.isCommit(text.kind), !isReadonly {
                try confirmUnlessChanged(text.original)
            }
            let request = try request(text, values, isQuery: false)
            let response: Response
            do throws(SQLiteError) {
                response = commits ? try commit(request, text) : try self.request(request, text)
            } catch {
                if text.writes || transaction.isCommit(text.kind) { try noteFailure(error) }
                throw error
            }
            guard case .result(let rowID, let count) = response else {
                throw lose(ConnectionLost("\(session.link.address) sent no result"), text.original)
            }
            let wasAutocommit = isAutocommit
            if text.changesSettings { session.breakOff() }
            if text.kind == .write {
                noteChanges(Int64(clamping: count), rowID: rowID)
            }
            noteTransaction(text.kind)
            guard commits else { return }
            hasCommitted = true
            let isProven = hasChangedRows
            hasChangedRows = false
            isConfirmed = false
            if wasAutocommit, !isProven {
                // Nothing may have been replicated: an update of no row succeeds on a node that was the leader.
                do throws(ConnectionLost) {
                    try confirmNow()
                } catch {
                    throw loseOutcome(error.description, text.original)
                }
            }
        }

        /// Sends a request that commits.
        func commit(_ request: Request, _ text: ClusterSQL) throws(SQLiteError) -> Response {
            while true {
                // An incomplete request does not run.
                try send(request, text)
                let response: Response
                do throws(ConnectionLost) {
                    response = try session.receive(waitLonger)
                } catch {
                    throw loseOutcome(error.description, text.original)
                }
                cluster.count { $0.roundTrips += 1 }
                guard case .failure(let code, let message) = response else { return response }
                let error = SQLiteError(
                    ResultCode(rawValue: Int32(truncatingIfNeeded: code)), message: message,
                    sql: text.original)
                if error.resultCode == SQLiteError.notLeader || error.isRefusedReplication {
                    throw lose(ConnectionLost(message), text.original)
                }
                guard error.isKnownToFail else {
                    throw loseOutcome("\(message) (\(code))", text.original)
                }
                if error.isLossOfLeader { throw lose(ConnectionLost(message), text.original) }
                guard error.resultCode.primary == .busy else { throw error }
                try wait(for: error)
            }
        }

        func noteTransaction(_ kind: SQLScanner.Kind) {
            closures.didRun(kind)
            let wasOpen = transaction.isOpen
            let commits = transaction.isCommit(kind)
            transaction.didRun(kind)
            if !wasOpen, transaction.isOpen {
                hasChangedRows = false
                isConfirmed = false
            }
            if wasOpen, !transaction.isOpen { closures.transactionDidEnd(isCommitted: commits) }
            if !wasOpen, !transaction.isOpen, kind == .write || kind == .schema {
                closures.transactionDidEnd(isCommitted: true)
            }
        }

        func transactionEnded(isCommitted: Bool) {
            transaction.end(isCommitted ? .committed : .rolledBack)
            closures.transactionDidEnd(isCommitted: isCommitted)
        }

        /// After some errors, SQLite has rolled the transaction back: a node is asked whether it has.
        func noteFailure(_ error: SQLiteError) throws(SQLiteError) {
            guard transaction.isOpen, loss == nil, unknownOutcome == nil else { return }
            let response: Response
            do throws(ConnectionLost) {
                try session.send(.execSQL("BEGIN", []), waitLonger)
                response = try session.receive(waitLonger)
            } catch {
                throw lose(error, nil)
            }
            guard case .result = response else { return }
            transactionEnded(isCommitted: false)
            do throws(ConnectionLost) {
                try session.sendOnly("ROLLBACK", waitLonger)
            } catch {
                throw lose(error, nil)
            }
        }
    }
#endif
