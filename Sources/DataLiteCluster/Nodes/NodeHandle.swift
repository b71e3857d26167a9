#if Cluster
    import Foundation

    /// A node of libdqlite.
    //
    // SAFETY: `dqlite_node` may be used by any thread, one at a time: its owner calls this while it holds a lock, or is the
    // only one that has it. `arguments` lives as long as the handle, which outlives the threads of the node.
    final class NodeHandle: @unchecked Sendable {
        private let library: DqliteLibrary
        private let node: DqliteLibrary.Node
        private let vfs: String?
        private var connector: Connector?
        private var isRunning = false
        private var isDestroyed = false

        /// Nodes are created one at a time, so that the file system of each is known.
        private static let creation = Locked(())

        init(id: UInt64, address: String, directory: String) throws(ClusterError) {
            let library = try DqliteLibrary.open()
            self.library = library
            var created: DqliteLibrary.Node?
            var code: Int32 = 0
            vfs = Self.creation.withLock { _ in
                let before = ForeignConnections.fileSystems()
                code = library.create(id, address, directory, &created)
                return ForeignConnections.fileSystems().subtracting(before).first
            }
            guard let created, code == 0 else {
                throw .node(
                    "node \(id) cannot be created (error \(code)): is its directory \"\(directory)\" in use, or "
                        + "of another version of dqlite?")
            }
            node = created
        }

        deinit { stop() }

        /// The address on which the engine itself listens.
        var bindAddress: String { library.bindAddress(node).map { String(cString: $0) } ?? "" }

        func apply(_ configuration: ClusterNode.Configuration, _ address: String) throws {
            if let tls = configuration.tls {
                // Only this process can connect to it.
                try check(library.setBindAddress(node, "@"), "set its address")
                let connector = Connector(tls)
                self.connector = connector
                try check(
                    library.setConnect(
                        node, Connector.function, Unmanaged.passUnretained(connector).toOpaque()),
                    "set its connect function")
            } else {
                try check(library.setBindAddress(node, address), "listen on \(address)")
            }
            if let latency = configuration.networkLatency {
                let (seconds, attoseconds) = latency.components
                let milliseconds = max(5, seconds * 1000 + attoseconds / 1_000_000_000_000_000)
                try check(
                    library.setLatency(node, UInt32(clamping: milliseconds)),
                    "set its network latency")
            }
            try check(
                library.setFailureDomain(node, configuration.failureDomain),
                "set its failure domain")
            if let (threshold, trailing) = configuration.snapshots {
                try check(library.setSnapshots(node, threshold, trailing), "set its snapshots")
            }
            if configuration.usesDisk {
                guard let enable = library.enableDiskMode else {
                    throw ClusterError.libraryMissing(
                        "libdqlite \(library.versionText) cannot keep databases on the disk: it has no "
                            + "dqlite_node_enable_disk_mode")
                }
                try check(enable(node), "use the disk")
            }
            guard let vfs else {
                throw ClusterError.node(
                    "the connections of the node cannot be set up: it has no VFS")
            }
            let (limit, onOpen) = (configuration.valueLimit, configuration.onOpen)
            try ForeignConnections.setUp(vfs: vfs) { connection in
                try connection.setLimit(.length, limit)
                try onOpen?(connection)
            }
        }

        func start() throws(ClusterError) {
            try check(library.start(node), "start")
            isRunning = true
        }

        /// Stops the node, if it is running, and frees it.
        func stop() {
            guard !isDestroyed else { return }
            isDestroyed = true
            if isRunning { _ = library.stop(node) }
            library.destroy(node)
            if let vfs { ForeignConnections.remove(vfs: vfs) }
        }

        func recover(_ members: [ClusterMember]) throws(ClusterError) {
            /// C: `struct dqlite_node_info_ext`
            struct Info {
                var size = UInt64(MemoryLayout<Info>.size)
                var id: UInt64
                var address: UInt64
                var role: UInt64
            }
            let addresses = members.map { strdup($0.address) }
            defer { for address in addresses { free(address) } }
            var infos = zip(members, addresses).map { member, address in
                Info(
                    id: member.id, address: UInt64(UInt(bitPattern: address)),
                    role: member.role.rawValue)
            }
            let code = infos.withUnsafeMutableBytes { bytes in
                bytes.baseAddress.map { library.recover(node, $0, Int32(members.count)) } ?? 2
            }
            try check(code, "recover")
        }

        private func check(_ code: Int32, _ what: String) throws(ClusterError) {
            guard code != 0 else { return }
            let message = library.message(node).map { String(cString: $0) } ?? ""
            throw .node("the node could not \(what) (error \(code)) \(message)")
        }
    }

    /// Connects the node to others through TLS. The engine calls it on a thread of its own, and waits.
    private final class Connector {
        private let tls: ClusterTLS

        init(_ tls: ClusterTLS) { self.tls = tls }

        static let function: DqliteLibrary.ConnectFunction = { argument, address, descriptor in
            guard let argument, let address, let descriptor else { return 1 }
            let connector = Unmanaged<Connector>.fromOpaque(argument).takeUnretainedValue()
            do {
                descriptor.pointee = try TLSRelay.connect(
                    to: NodeAddress(String(cString: address)), connector.tls, within: .seconds(2))
                return 0
            } catch {
                return 1
            }
        }
    }
#endif
