#if Cluster
    // What needs SQLite in this process. The errors say what to do instead.

    extension ClusterConnection {
        public func add(function definition: Function.Registration) throws(SQLiteError) {
            throw Self.onNodes("functions", "add(function:)")
        }

        public func remove(function name: String, argc: Int32) throws(SQLiteError) {
            throw Self.onNodes("functions", "remove(function:)")
        }

        public func add(collation: Collation) throws(SQLiteError) {
            throw Self.onNodes("collations", "add(collation:)")
        }

        public func remove(collation name: String) throws(SQLiteError) {
            throw Self.onNodes("collations", "remove(collation:)")
        }

        private static func onNodes(_ what: String, _ call: String) -> SQLiteError {
            SQLiteError.misuse(
                "\(what) of a cluster run on its nodes: call \(call) in onOpen of the configuration of each "
                    + "ClusterNode")
        }

        public func add(delegate: any ConnectionDelegate) throws(SQLiteError) {
            throw SQLiteError.misuse(
                "a ClusterConnection has no delegates: to follow commits, use values of the ClusterDatabase"
            )
        }

        public func remove(delegate: any ConnectionDelegate) throws(SQLiteError) {}

        public func add(traceDelegate: any ConnectionTraceDelegate) throws(SQLiteError) {
            throw SQLiteError.misuse(
                "a ClusterConnection has no trace delegates: statements run on the nodes")
        }

        public func remove(traceDelegate: any ConnectionTraceDelegate) throws(SQLiteError) {}

        public func apply(_ key: Connection.Key, name: String?) throws(SQLiteError) {
            throw SQLiteError.misuse(
                "a database of a cluster has no key: encrypt the disks of the nodes, and connections with TLS"
            )
        }

        public func rekey(_ key: Connection.Key, name: String?) throws(SQLiteError) {
            try apply(key, name: name)
        }
    }
#endif
