#if Cluster
    public import DataLiteDatabase
    import Foundation

    extension ClusterDatabase {
        /// The results of a fetch: one at the beginning, and one after each commit of this client, whatever it changes. For
        /// the commits of other clients, the version of the database is read at the interval of the options.
        public func values<Value: Sendable>(
            _ options: ObservationOptions, isDuplicate: (@Sendable (Value, Value) -> Bool)?,
            fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value
        ) -> ObservedValues<Value> {
            ObservedValues(options, isDuplicate: isDuplicate) { [weak self, observers] in
                ClusterSource(
                    observers, options.pollInterval,
                    { [weak self] in try await self?.observe(fetch) },
                    version: { [weak self] in try await self?.version() })
            }
        }

        func observe<Value: Sendable>(
            _ fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value
        ) async throws -> Value {
            try await run(.observation, on: readerThreads) { try self.reading($0, fetch) }
        }

        /// A number that changes with each commit of any client. Only numbers of one connection can be compared.
        func version() async throws -> ClusterVersion {
            try await CallActor(ThreadExecutor(readerThreads)).run {
                let call = ClusterCall(self.cluster.configuration.timeLimit)
                return try self.running(call, self.readers) { try self.readVersion(call) }
            }
        }

        func readVersion(_ call: ClusterCall) throws -> ClusterVersion {
            let kept = sessions.withLock { state in
                defer { state.watching = nil }
                return Unchecked(state.watching)
            }
            let session = try kept.value ?? cluster.connect(to: name, call)
            let connection = ClusterConnection(session, cluster, call, isReadonly: true)
            defer { connection.end() }
            let number = try connection.requiredValue("PRAGMA data_version", as: Int64.self)
            guard !session.isBroken else { return ClusterVersion() }
            let unchecked = Unchecked(session)
            return sessions.withLock { state in
                if kept.value == nil { state.watchCount += 1 }
                if !state.isClosed { state.watching = unchecked.value }
                return ClusterVersion(connection: state.watchCount, number: number)
            }
        }

        // MARK: - Copies

        /// Copies the database into a new file, which SQLite can open.
        ///
        /// - Throws: `SQLITE_CANTOPEN` if the file exists; ``ClusterError/node(_:)``; `ClusterError.noLeader`; the errors of
        ///   writing the file.
        public func backup(to path: String) throws {
            guard !FileManager.default.fileExists(atPath: path) else {
                throw SQLiteError(.cantOpen, message: "the file \"\(path)\" exists already")
            }
            let files = try cluster.dump(name)
            let part = path + ".part"
            defer {
                for suffix in ["", "-wal", "-shm"] {
                    try? FileManager.default.removeItem(atPath: part + suffix)
                }
            }
            for (file, content) in files {
                let suffix = file.hasSuffix("-wal") ? "-wal" : ""
                try content.write(to: URL(fileURLWithPath: part + suffix))
            }
            let connection = try Connection(path: part)
            try connection.setJournalMode(.delete)
            try connection.close()
            try FileManager.default.moveItem(atPath: part, toPath: path)
        }
    }
#endif
