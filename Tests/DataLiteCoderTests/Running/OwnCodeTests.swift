import DataLiteCoder
import DataLiteCore
import DataLiteTesting
import Foundation
import Testing

/// Types whose own code keeps what it is lent, or lets go of what it comes from.
@Suite("Codable and the code of a type")
struct OwnCodeTests {
    final class Store: @unchecked Sendable {
        static let key = CodingUserInfoKey(rawValue: "store")
        let connection: Connection
        init() throws {
            connection = try .inMemory("CREATE TABLE t(a); INSERT INTO t VALUES (1)")
        }
        var coder: SQLiteCoder {
            var coder = SQLiteCoder()
            if let key = Self.key { coder.userInfo[key] = self }
            return coder
        }
    }
    struct A: Codable { var a: Int }

    enum Use: CaseIterable {
        case query, parameters, insertion

        func run(_ store: Store) throws {
            switch self {
            case .query:
                _ = try store.connection.query("SELECT a FROM t", as: A.self, coder: store.coder)
            case .parameters:
                try store.connection.exec(
                    "INSERT INTO t VALUES (:a)", params: A(a: 2), coder: store.coder)
            case .insertion:
                try store.connection.insert(
                    A(a: 1), into: "t", encoder: RowEncoder(coder: store.coder))
            }
        }
    }

    @Test("lets a coder go that holds the connection", arguments: Use.allCases)
    func leak(use: Use) throws {
        weak var weakStore: Store?
        do {
            let store = try Store()
            weakStore = store
            try use.run(store)
        }
        #expect(weakStore == nil)
    }

    @Test("lets a coder go when its run has ended")
    func coderOutlivesItsRun() throws {
        final class Token: Sendable {}
        let connection = try Connection(location: .inMemory)
        weak var weakToken: Token?
        do {
            let token = Token()
            weakToken = token
            var coder = SQLiteCoder()
            coder.dates = .custom(
                encode: { _ in
                    _ = token
                    return .null
                }, decode: { _ in nil })
            _ = try connection.query("SELECT 1 AS a", as: A.self, coder: coder)
        }
        #expect(weakToken == nil)
    }

    @Test("inserts into the table of that name, not into one that looks alike")
    func canonicalTable() throws {
        let connection = try Connection(location: .inMemory)
        let nfc = "caf\u{e9}", nfd = "cafe\u{301}"
        try connection.execute(sql: "CREATE TABLE \"\(nfc)\"(a); CREATE TABLE \"\(nfd)\"(a)")
        try connection.insert(A(a: 1), into: nfc)
        try connection.insert(A(a: 2), into: nfd)
        #expect(try connection.queryInt(sql: "SELECT count(*) FROM \"\(nfd)\"") == 1)
    }
    @Test("inserts into the column of that name, not into one that looks alike")
    func canonicalColumn() throws {
        let connection = try Connection(location: .inMemory)
        let nfc = "caf\u{e9}", nfd = "cafe\u{301}"
        try connection.execute(sql: "CREATE TABLE t(\"\(nfc)\", \"\(nfd)\")")
        try connection.insert([nfc: 1], into: "t")
        try connection.insert([nfd: 2], into: "t")
        #expect(try connection.queryInt(sql: "SELECT count(\"\(nfd)\") FROM t") == 1)
    }
    @Test("reads the column of that name, not one that looks alike")
    func canonicalColumnRead() throws {
        let connection = try Connection(location: .inMemory)
        let nfc = "caf\u{e9}", nfd = "cafe\u{301}"
        let sql = "SELECT 1 AS \"\(nfc)\", 2 AS \"\(nfd)\""
        struct K: CodingKey {
            var stringValue: String; var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        struct R: Decodable {
            var v: Int
            init(from decoder: any Decoder) throws {
                v = try decoder.container(keyedBy: K.self).decode(
                    Int.self, forKey: K(stringValue: "cafe\u{301}"))
            }
        }
        #expect(try connection.get(sql: sql, as: R.self).v == 2)
    }

    struct Mixed: Encodable {
        enum CodingKeys: CodingKey { case firstName, other }
        var dictionary: [String: Int]?
        func encode(to encoder: any Encoder) throws {
            if let dictionary {
                var single = encoder.singleValueContainer()
                try single.encode(dictionary)
            }
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode("x", forKey: .firstName)
        }
    }
    var snake: SQLiteCoder { var c = SQLiteCoder(); c.keys = .snakeCase; return c }
    @Test("takes the names of a dictionary as they are, and only those")
    func namesAfterDictionaryOnce() throws {
        let row = try RowEncoder(coder: snake).encode(Mixed(dictionary: ["d": 1]))
        #expect(row.map(\.column) == ["d", "first_name"])
    }
    @Test("takes the names of a dictionary as they are, also in the next run")
    func namesAfterDictionaryReuse() throws {
        let connection = try Connection(location: .inMemory)
        let coder = snake
        let sql = "SELECT :first_name, :firstName, :d"
        var c2 = coder; c2.missingParameters = .null
        let first = try connection.get(
            sql: sql, params: Mixed(dictionary: ["d": 1]), as: [SQLiteValue].self, coder: c2)
        let second = try connection.get(
            sql: sql, params: Mixed(), as: [SQLiteValue].self, coder: c2)
        #expect(first == ["x", .null, 1])
        #expect(second == ["x", .null, .null])
    }

    struct Keeper: Decodable {
        nonisolated(unsafe) static var kept: KeyedDecodingContainer<CodingKeys>?
        nonisolated(unsafe) static var seen: [Int] = []
        enum CodingKeys: CodingKey { case a }
        var a: Int
        init(from decoder: any Decoder) throws {
            let c = try decoder.container(keyedBy: CodingKeys.self)
            a = try c.decode(Int.self, forKey: .a)
            if let kept = Self.kept {
                if let v = try? kept.decode(Int.self, forKey: .a) { Self.seen.append(v) }
            } else {
                Self.kept = c
            }
        }
    }
    @Test("refuses to read through a container of another run")
    func keptContainerReadsOtherRun() throws {
        let connection = try Connection(location: .inMemory)
        Keeper.kept = nil; Keeper.seen = []
        for k in [10, 20] { _ = try connection.query("SELECT \(k) AS a", as: Keeper.self) }
        #expect(Keeper.seen == [])
        Keeper.kept = nil
    }
    struct KeepW: Encodable {
        nonisolated(unsafe) static var kept: KeyedEncodingContainer<CodingKeys>?
        enum CodingKeys: CodingKey { case a, b }
        func encode(to encoder: any Encoder) throws {
            if var kept = Self.kept {
                try? kept.encode(666, forKey: .a)
                var c = encoder.container(keyedBy: CodingKeys.self)
                try c.encode(2, forKey: .b)
            } else {
                var c = encoder.container(keyedBy: CodingKeys.self)
                try c.encode(1, forKey: .a)
                Self.kept = c
            }
        }
    }
    @Test("refuses to write through a container of another row")
    func keptContainerWritesOtherRun() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute(sql: "CREATE TABLE t(a, b)")
        KeepW.kept = nil
        try connection.insert(KeepW(), into: "t")
        try connection.insert(KeepW(), into: "t")
        KeepW.kept = nil
        #expect(
            try connection.query("SELECT a, b FROM t", as: [SQLiteValue].self) == [
                [1, .null], [.null, 2],
            ])
    }
    struct BindKeep: ParameterBindable {
        nonisolated(unsafe) static var kept: ParameterBinder?
        nonisolated(unsafe) static var refused = false
        func encode(to encoder: any Encoder) throws {}
        func bind(to binder: ParameterBinder) throws {
            if let kept = Self.kept {
                do { try kept.bind(666) } catch { Self.refused = true }
            } else {
                Self.kept = binder
            }
            try binder.bind(1)
        }
    }
    @Test("refuses to bind through a binder of another run")
    func keptBinder() throws {
        let connection = try Connection(location: .inMemory)
        BindKeep.kept = nil; BindKeep.refused = false
        let a = try connection.queryInt("SELECT ?", params: BindKeep())
        let b = try connection.queryInt("SELECT ?", params: BindKeep())
        BindKeep.kept = nil
        #expect(a == 1 && b == 1 && BindKeep.refused)
    }

    struct Mix: Decodable {
        nonisolated(unsafe) static var cursor: DecodedCursor<Mix>?
        nonisolated(unsafe) static var other: DecodedCursor<Plain>?
        nonisolated(unsafe) static var connection: Connection?
        enum CodingKeys: CodingKey { case a, b }
        var a: Int, b: Int
        init(from decoder: any Decoder) throws {
            let c = try decoder.container(keyedBy: CodingKeys.self)
            a = try c.decode(Int.self, forKey: .a)
            try Self.cursor?.close()
            Self.other = try Self.connection?.decodedCursor(
                sql: OwnCodeTests.mixSQL, params: 100, as: Plain.self)
            _ = try Self.other?.nextRow()
            b = try c.decode(Int.self, forKey: .b)
        }
    }
    struct Plain: Decodable { var a: Int, b: Int }
    static let mixSQL = "SELECT ?1 AS a, ?1 + 1 AS b"
    @Test("does not mix two rows where a cursor is closed and opened in the middle of one")
    func mixedRow() throws {
        Mix.connection = try Connection(location: .inMemory)
        Mix.cursor = try Mix.connection?.decodedCursor(sql: Self.mixSQL, params: 1)
        #expect(throws: DecodingError.self) { try Mix.cursor?.nextRow() }
        Mix.cursor = nil; Mix.other = nil; Mix.connection = nil
    }

    struct Row: Decodable {
        nonisolated(unsafe) static var kept: KeyedDecodingContainer<CodingKeys>?
        enum CodingKeys: CodingKey { case a, b }
        init(from decoder: any Decoder) throws {
            Self.kept = try decoder.container(keyedBy: CodingKeys.self)
        }
    }
    struct Dropper: Decodable {
        nonisolated(unsafe) static var cursor: DecodedCursor<Row>?
        nonisolated(unsafe) static var connection: Connection?
        var v: Int
        init(from decoder: any Decoder) throws {
            let c = try decoder.singleValueContainer()
            Self.cursor = nil
            Self.connection = nil
            v = (try? c.decode(Int.self)) ?? -1
        }
    }
    @Test("survives that a row lets go of its cursor and its connection")
    func useAfterFree() throws {
        Dropper.connection = try Connection(location: .inMemory)
        Dropper.cursor = try Dropper.connection?.decodedCursor("SELECT 1 AS a, 2 AS b")
        _ = try Dropper.cursor?.nextRow()
        #expect(try Row.kept?.decode(Dropper.self, forKey: .a).v == -1)
        Row.kept = nil
    }
}
