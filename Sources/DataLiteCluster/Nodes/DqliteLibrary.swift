#if Cluster
    import Foundation

    /// The functions of libdqlite, which is opened when the first node is created: a program without the library runs.
    //
    // SAFETY: each symbol is looked up by the name that the comment gives, and has the type that dqlite.h declares for it.
    struct DqliteLibrary: @unchecked Sendable {
        typealias Node = OpaquePointer
        typealias ConnectFunction =
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafeMutablePointer<Int32>?
            ) -> Int32

        typealias Create =
            @convention(c) (
                UInt64, UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutablePointer<Node?>
            ) -> Int32
        typealias Simple = @convention(c) (Node) -> Int32
        typealias SetText = @convention(c) (Node, UnsafePointer<CChar>) -> Int32
        typealias GetText = @convention(c) (Node) -> UnsafePointer<CChar>?
        typealias SetConnect =
            @convention(c) (Node, ConnectFunction, UnsafeMutableRawPointer?) -> Int32
        typealias SetUnsigned = @convention(c) (Node, UInt32) -> Int32
        typealias SetLong = @convention(c) (Node, UInt64) -> Int32
        typealias SetTwo = @convention(c) (Node, UInt32, UInt32) -> Int32
        typealias Recover = @convention(c) (Node, UnsafeMutableRawPointer, Int32) -> Int32

        let create: Create  // dqlite_node_create
        let destroy: @convention(c) (Node) -> Void  // dqlite_node_destroy
        let setBindAddress: SetText  // dqlite_node_set_bind_address
        let bindAddress: GetText  // dqlite_node_get_bind_address
        let setConnect: SetConnect  // dqlite_node_set_connect_func
        let setLatency: SetUnsigned  // dqlite_node_set_network_latency_ms
        let setFailureDomain: SetLong  // dqlite_node_set_failure_domain
        let setSnapshots: SetTwo  // dqlite_node_set_snapshot_params
        let start: Simple  // dqlite_node_start
        let stop: Simple  // dqlite_node_stop
        let recover: Recover  // dqlite_node_recover_ext
        let message: GetText  // dqlite_node_errmsg
        let enableDiskMode: Simple?  // dqlite_node_enable_disk_mode, not in all versions
        let version: Int32  // dqlite_version_number

        private static let names = ["libdqlite.so.0", "libdqlite.so", "libdqlite.dylib"]

        private static let opened = Result<DqliteLibrary, ClusterError> { () throws(ClusterError) in
            try DqliteLibrary()
        }

        /// The library, opened once.
        ///
        /// - Throws: ``ClusterError/libraryMissing(_:)``.
        static func open() throws(ClusterError) -> DqliteLibrary { try opened.get() }

        private init() throws(ClusterError) {
            guard let library = Self.names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else {
                throw .libraryMissing(
                    "libdqlite cannot be loaded, which runs the nodes of a cluster: on Debian and Ubuntu, "
                        + "install libdqlite0 or libdqlite-dev")
            }
            func symbol<F>(_ name: String, _ type: F.Type) throws(ClusterError) -> F {
                guard let address = dlsym(library, name) else {
                    throw .libraryMissing(
                        "libdqlite has no function \(name): version 1.11 is needed")
                }
                // SAFETY: `address` is a C function of libdqlite, and each `F` below is the `@convention(c)` type that
                // `dqlite.h` of version 1.11 declares for this name. The library is never closed.
                return unsafeBitCast(address, to: F.self)
            }
            create = try symbol("dqlite_node_create", Create.self)
            destroy = try symbol("dqlite_node_destroy", (@convention(c) (Node) -> Void).self)
            setBindAddress = try symbol("dqlite_node_set_bind_address", SetText.self)
            bindAddress = try symbol("dqlite_node_get_bind_address", GetText.self)
            setConnect = try symbol("dqlite_node_set_connect_func", SetConnect.self)
            setLatency = try symbol("dqlite_node_set_network_latency_ms", SetUnsigned.self)
            setFailureDomain = try symbol("dqlite_node_set_failure_domain", SetLong.self)
            setSnapshots = try symbol("dqlite_node_set_snapshot_params", SetTwo.self)
            start = try symbol("dqlite_node_start", Simple.self)
            stop = try symbol("dqlite_node_stop", Simple.self)
            recover = try symbol("dqlite_node_recover_ext", Recover.self)
            message = try symbol("dqlite_node_errmsg", GetText.self)
            let versionNumber = try symbol(
                "dqlite_version_number", (@convention(c) () -> Int32).self)
            enableDiskMode = try? symbol("dqlite_node_enable_disk_mode", Simple.self)
            version = versionNumber()
        }

        /// The version as text: `1.11.1` for 11101.
        var versionText: String { "\(version / 10000).\(version / 100 % 100).\(version % 100)" }
    }
#endif
