#if Cluster
    // The protocol between clients and nodes: https://dqlite.io/docs/protocol. All numbers are little-endian, and all
    // parts of a message are padded to words of eight bytes.

    /// The role of a node in its cluster.
    public enum ClusterRole: UInt64, Hashable, Sendable, CaseIterable, Codable {
        /// It stores the data, votes, and can become the leader.
        case voter = 0
        /// It stores the data and does not vote.
        case standBy = 1
        /// It neither stores data nor votes.
        case spare = 2
    }

    /// A node of a cluster, as the nodes know it.
    public struct ClusterMember: Hashable, Sendable, Codable {
        /// The number of the node, which never changes.
        public var id: UInt64
        /// The host and the port on which other nodes and clients reach it.
        public var address: String
        /// What it does in the cluster.
        public var role: ClusterRole

        /// Creates a member; see the properties.
        public init(id: UInt64, address: String, role: ClusterRole = .voter) {
            self.id = id
            self.address = address
            self.role = role
        }
    }

    enum Wire {
        /// The first word of a connection: the version of the protocol.
        static let version: UInt64 = 1
        static let headerSize = 8

        static let rowsFollow: UInt64 = 0xeeee_eeee_eeee_eeee
        static let rowsEnd: UInt64 = 0xffff_ffff_ffff_ffff

        /// The number of parameters is one byte.
        static let parameterLimit = 255

        /// The types of values. The types above 5 depend on the declared type of a column.
        enum ValueType {
            static let integer: UInt8 = 1
            static let real: UInt8 = 2
            static let text: UInt8 = 3
            static let blob: UInt8 = 4
            static let null: UInt8 = 5
            static let unixTime: UInt8 = 9
            static let isoDate: UInt8 = 10
            static let boolean: UInt8 = 11
        }
    }

    /// A request of a client.
    enum Request {
        case leader
        case open(database: String)
        case prepare(sql: String)
        case exec(statement: UInt32, [SQLiteValue])
        case query(statement: UInt32, [SQLiteValue])
        case finalize(statement: UInt32)
        case execSQL(String, [SQLiteValue])
        case querySQL(String, [SQLiteValue])
        case add(id: UInt64, address: String)
        case assign(id: UInt64, ClusterRole)
        case remove(id: UInt64)
        case dump(database: String)
        case cluster
        case transfer(id: UInt64)

        /// Whether the request runs a statement.
        var runs: Bool {
            switch self {
            case .exec, .execSQL: true
            default: readsData
            }
        }

        /// Whether the response has rows.
        var readsData: Bool {
            switch self {
            case .query, .querySQL: true
            default: false
            }
        }

        var code: UInt8 {
            switch self {
            case .leader: 0
            case .open: 3
            case .prepare: 4
            case .exec: 5
            case .query: 6
            case .finalize: 7
            case .execSQL: 8
            case .querySQL: 9
            case .add: 12
            case .assign: 13
            case .remove: 14
            case .dump: 15
            case .cluster: 16
            case .transfer: 17
            }
        }
    }

    // MARK: - Writing

    /// The bytes of requests.
    struct WireWriter {
        private(set) var bytes: [UInt8] = []

        mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

        mutating func write(_ word: UInt64) {
            withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
        }

        mutating func write(_ number: UInt32) {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }

        private mutating func pad() {
            while bytes.count % 8 != 0 { bytes.append(0) }
        }

        /// Text ends with a zero byte, so it cannot contain one: the callers refuse it.
        mutating func write(_ text: String) {
            bytes.append(contentsOf: text.utf8)
            bytes.append(0)
            pad()
        }

        mutating func write(_ request: Request) {
            let start = bytes.count
            write(UInt64(0))
            writeBody(request)
            let words = UInt32((bytes.count - start - Wire.headerSize) / 8)
            withUnsafeBytes(of: words.littleEndian) { words in
                for (offset, byte) in words.enumerated() { bytes[start + offset] = byte }
            }
            bytes[start + 4] = request.code
        }

        private mutating func writeBody(_ request: Request) {
            switch request {
            case .leader: write(UInt64(0))
            case .open(let database):
                write(database)
                write(UInt64(0))
                write("")
            case .prepare(let sql):
                write(UInt64(0))
                write(sql)
            case .exec(let statement, let values), .query(let statement, let values):
                write(UInt32(0))
                write(statement)
                write(values)
            case .finalize(let statement):
                write(UInt32(0))
                write(statement)
            case .execSQL(let sql, let values), .querySQL(let sql, let values):
                write(UInt64(0))
                write(sql)
                write(values)
            case .add(let id, let address):
                write(id)
                write(address)
            case .assign(let id, let role):
                write(id)
                write(role.rawValue)
            case .remove(let id), .transfer(let id): write(id)
            case .dump(let database): write(database)
            case .cluster: write(UInt64(1))
            }
        }

        /// The values of parameters: their number and types, a byte each, and then the values.
        mutating func write(_ values: [SQLiteValue]) {
            guard !values.isEmpty else { return }
            bytes.append(UInt8(truncatingIfNeeded: values.count))
            for value in values { bytes.append(value.wireType) }
            pad()
            for value in values {
                switch value {
                case .int(let number): write(UInt64(bitPattern: number))
                case .real(let number): write(number.bitPattern)
                case .text(let text): write(text)
                case .blob(let data):
                    write(UInt64(data.count))
                    bytes.append(contentsOf: data)
                    pad()
                case .null: write(UInt64(0))
                }
            }
        }
    }

    extension SQLiteValue {
        fileprivate var wireType: UInt8 {
            switch self {
            case .int: Wire.ValueType.integer
            // As SQLite stores it.
            case .real(let number): number.isNaN ? Wire.ValueType.null : Wire.ValueType.real
            case .text: Wire.ValueType.text
            case .blob: Wire.ValueType.blob
            case .null: Wire.ValueType.null
            }
        }
    }
#endif
