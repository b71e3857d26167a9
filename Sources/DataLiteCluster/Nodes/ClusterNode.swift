#if Cluster
    import Foundation
    public import ServiceLifecycle

    /// A node of a cluster, which runs in the process: it stores the databases, and takes part in elections.
    ///
    /// ```swift
    /// let node = try ClusterNode(id: 1, address: "127.0.0.1:9001", directory: "/var/lib/shop/1")
    /// try node.start()
    /// ```
    ///
    /// The node with the number 1 begins a new cluster if its directory is empty. Every other node joins: set `join` in its
    /// configuration. The engine is libdqlite, which is loaded when a node is created.
    ///
    /// A node ignores the signal `SIGPIPE` in the process, unless the program handles it: a closed connection must not end
    /// the process.
    public final class ClusterNode: Service {
        /// How a node runs.
        public struct Configuration: Sendable {
            /// The addresses of members of the cluster to join; empty for the first node. A node that is a member already
            /// does not join again.
            public var join: [String] = []

            /// The address on which the node itself listens, if others reach it by another: behind a forwarded port, for
            /// example. `nil` for the address of the node.
            public var listenAddress: String?

            /// What the node does after it has joined.
            public var role = ClusterRole.voter

            /// The certificates of the node and of the authority; `nil` for connections without encryption.
            public var tls: ClusterTLS?

            /// Whether data may leave the machine without encryption.
            public var allowsPlainNetwork = false

            /// The time of a message to another node, at least 5 milliseconds. A follower begins an election after 15 times this time without a
            /// message of the leader. `nil` for dqlite's default: an election after 3 seconds.
            public var networkLatency: Duration?

            /// A number for what fails together, such as a rack: for programs that choose roles.
            public var failureDomain: UInt64 = 0

            /// After how many transactions a node saves a snapshot, and how many it keeps for others that are behind.
            /// `nil` for dqlite's defaults: 1024 and 8192.
            public var snapshots: (threshold: UInt32, trailing: UInt32)?

            /// Whether databases are in files instead of the memory, which not all versions of dqlite can do.
            public var usesDisk = false

            /// The size of the largest text, BLOB and row on this node, in bytes: a statement with a larger one throws
            /// `SQLITE_TOOBIG`. A node does not answer while it copies one, and with hundreds of megabytes loses its
            /// leadership.
            public var valueLimit = 64 << 20

            /// Called with each connection that the node opens, to add functions and collations. It runs on the thread of
            /// the node, and must not run SQL or keep the connection.
            ///
            /// Nodes copy pages, not statements: a function runs on the leader only. So it must be the same on every node if
            /// an index, a generated column or a `CHECK` uses it, or results would change with the leader.
            public var onOpen: (@Sendable (Connection) throws -> Void)?

            /// Creates a configuration and changes it with a closure.
            public init(_ change: (inout Configuration) -> Void = { _ in }) { change(&self) }
        }

        /// The number of the node, which never changes.
        public let id: UInt64
        /// The host and port on which others reach the node.
        public let address: String
        private let directory: String
        private let configuration: Configuration
        private let state = Locked(State())

        private struct State {
            var handle: NodeHandle?
            var relay: TLSRelay.Listener?
        }

        /// Creates a node, which is started by ``start()`` or ``run()``.
        ///
        /// - Parameters:
        ///   - id: A number that no other node of the cluster has or had; 1 for the first node.
        ///   - address: The host and port. Without TLS, the host must be a number of IPv4.
        ///   - directory: The directory of the node, which is created if it is missing. Only one node may use it.
        /// - Throws: ``ClusterError/libraryMissing(_:)``; `SQLITE_MISUSE` for an address that cannot be used;
        ///   `SQLITE_AUTH` for one on a network without TLS.
        public init(
            id: UInt64, address: String, directory: String,
            configuration: Configuration = Configuration()
        ) throws {
            _ = try DqliteLibrary.open()
            guard id > 0 else { throw SQLiteError.misuse("the number of a node is at least 1") }
            guard id != 1 || configuration.join.isEmpty else {
                throw SQLiteError.misuse(
                    "node 1 begins a cluster and cannot join one: give the new node another number")
            }
            let node = try NodeAddress(configuration.listenAddress ?? address)
            for address in [node, try NodeAddress(address)] {
                try address.requireProtection(
                    configuration.tls, allowsPlainNetwork: configuration.allowsPlainNetwork)
            }
            guard configuration.tls != nil || node.isIPv4 else {
                throw SQLiteError.misuse(
                    "\(node): without TLS, dqlite needs the host of a node as a number of IPv4")
            }
            self.id = id
            self.address = address
            self.directory = directory
            self.configuration = configuration
        }

        /// Starts the node, and lets it join the cluster if it is new.
        ///
        /// - Throws: ``ClusterError/node(_:)`` if the engine does not start; `ClusterError.noLeader` if no member accepts the
        ///   node; in both cases the node is stopped.
        public func start() throws {
            ignoreBrokenPipes()
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true)
            try state.withLock { state in
                guard state.handle == nil else {
                    throw SQLiteError.misuse("the node \(id) has been started already")
                }
                let handle = try makeHandle()
                do {
                    try handle.start()
                    if let tls = configuration.tls {
                        state.relay = try TLSRelay.listen(
                            on: NodeAddress(listenAddress), tls, forwardingTo: handle.bindAddress)
                    }
                } catch {
                    handle.stop()
                    throw error
                }
                state.handle = handle
            }
            guard !configuration.join.isEmpty else { return }
            do {
                try client(of: configuration.join).add(
                    ClusterMember(id: id, address: address, role: configuration.role))
            } catch {
                halt()
                throw error
            }
        }

        /// Hands leadership over if another voter can take it, and stops the node.
        public func stop() {
            guard state.withLock({ $0.handle != nil }) else { return }
            handOver()
            halt()
        }

        /// Starts the node, and stops it when the service group shuts down or the task is cancelled.
        public func run() async throws {
            try await onOwnThread { try self.start() }
            try? await gracefulShutdown()
            try await onOwnThread { self.stop() }
        }

        private func onOwnThread(_ body: @escaping @Sendable () throws -> Void) async throws {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
            }
        }

        private func makeHandle() throws -> NodeHandle {
            let handle = try NodeHandle(id: id, address: address, directory: directory)
            try handle.apply(configuration, listenAddress)
            return handle
        }

        private var listenAddress: String { configuration.listenAddress ?? address }

        private func halt() {
            let (handle, relay) = state.withLock { state in
                defer { state = State() }
                return (state.handle, state.relay)
            }
            relay?.close()
            handle?.stop()
        }

        private func client(of nodes: [String]) throws -> Cluster {
            try Cluster(
                nodes: nodes,
                configuration: Cluster.Configuration {
                    $0.tls = configuration.tls
                    $0.allowsPlainNetwork = configuration.allowsPlainNetwork
                    $0.timeLimit = .seconds(20)
                })
        }

        private func handOver() {
            let quick = try? Cluster(
                nodes: [address],
                configuration: Cluster.Configuration {
                    $0.tls = configuration.tls
                    $0.allowsPlainNetwork = configuration.allowsPlainNetwork
                    $0.timeLimit = .seconds(2)
                })
            guard let quick, let status = try? quick.status(), status.leader.id == id else {
                return
            }
            for member in status.members where member.role == .voter && member.id != id {
                // The next one may be up if this one is down.
                if (try? quick.transferLeadership(to: member.id)) != nil { return }
            }
        }

        private func ignoreBrokenPipes() {
            var action = sigaction()
            guard sigaction(SIGPIPE, nil, &action) == 0 else { return }
            #if canImport(Glibc)
                let isDefault = action.__sigaction_handler.sa_handler == nil
            #else
                let isDefault = action.__sigaction_u.__sa_handler == nil
            #endif
            if isDefault { signal(SIGPIPE, SIG_IGN) }
        }

        // MARK: - Recovery

        /// Gives a node that is not running a new list of members, after the majority of the voters was lost for good.
        ///
        /// Transactions that only lost nodes had are lost. Before this: stop every node; find the one whose data is the
        /// newest, and use this on that node only. After it: copy the directory of this node over those of the other members
        /// in the list, and start all of them. If a node that is not in the list comes back, it can begin a second cluster
        /// with the old data: delete its directory first. C: `dqlite_node_recover_ext`.
        ///
        /// - Parameter members: The nodes that are left, including this one.
        /// - Throws: ``ClusterError/node(_:)`` if the engine refuses; `SQLITE_MISUSE` while the node is running.
        public func recover(members: [ClusterMember]) throws {
            guard state.withLock({ $0.handle == nil }) else {
                throw SQLiteError.misuse("stop the node before it is recovered")
            }
            let handle = try NodeHandle(id: id, address: address, directory: directory)
            defer { handle.stop() }
            try handle.recover(members)
        }
    }
#endif
