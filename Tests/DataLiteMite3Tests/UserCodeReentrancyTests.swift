import DataLiteMite3
import DataLiteTestSupport
import DataLiteCore
import DataLiteTesting
import Foundation
import Testing

/// Types whose code keeps its containers, or releases the cursor and connection that it is decoded
/// from.
@Suite("The code of a Codable type")
struct UserCodeReentrancyTests {
    /// A connection and a coder that references it.
    final class Store: @unchecked Sendable {
        // SAFETY: used by one test, on its own thread.
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

    @Test("A coder that references the connection is released", arguments: Use.allCases)
    func coderWithConnection(use: Use) throws {
        weak var weakStore: Store?
        do {
            let store = try Store()
            weakStore = store
            try use.run(store)
        }
        #expect(weakStore == nil)
    }

    @Test("A coder is released after its run")
    func coderAfterRun() throws {
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

    /// Keeps the container of its first row, and reads through it in later rows.
    struct Keeper: Decodable {
        struct State {
            var kept: KeyedDecodingContainer<CodingKeys>?
            var seen: [Int] = []
        }
        enum CodingKeys: CodingKey { case a }
        var a: Int
        init(from decoder: any Decoder) throws {
            let box = try TestInfo.box(State.self, in: decoder)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            a = try container.decode(Int.self, forKey: .a)
            if let kept = box.value.kept {
                if let a = try? kept.decode(Int.self, forKey: .a) { box.value.seen.append(a) }
            } else {
                box.value.kept = container
            }
        }
    }

    @Test("A container of another run cannot be read")
    func retainedDecodingContainer() throws {
        let connection = try Connection(location: .inMemory)
        let box = TestBox(Keeper.State())
        let coder = TestInfo.coder(box)
        for k in [10, 20] {
            _ = try connection.query("SELECT \(k) AS a", as: Keeper.self, coder: coder)
        }
        #expect(box.value.kept != nil)
        #expect(box.value.seen == [])
    }

    /// Keeps its container the first time, and writes through it the second time.
    struct KeepingWriter: Encodable {
        let box: TestBox<KeyedEncodingContainer<CodingKeys>?>
        enum CodingKeys: CodingKey { case a, b }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            if var kept = box.value {
                try? kept.encode(666, forKey: .a)
                try container.encode(2, forKey: .b)
            } else {
                try container.encode(1, forKey: .a)
                box.value = container
            }
        }
    }

    @Test("A container of another row cannot be written to")
    func retainedEncodingContainer() throws {
        let connection = try Connection.inMemory("CREATE TABLE t(a, b)")
        let writer = KeepingWriter(box: TestBox(nil))
        try connection.insert(writer, into: "t")
        try connection.insert(writer, into: "t")
        #expect(
            try connection.query("SELECT a, b FROM t", as: [SQLiteValue].self) == [
                [1, .null], [.null, 2],
            ])
    }

    /// Keeps its binder the first time, and binds through it the second time.
    struct KeepingBinder: ParameterBindable {
        struct State {
            var kept: ParameterBinder?
            var isRefused = false
        }
        let box: TestBox<State>
        func encode(to encoder: any Encoder) throws {}
        func bind(to binder: ParameterBinder) throws {
            if let kept = box.value.kept {
                do { try kept.bind(666) } catch { box.value.isRefused = true }
            } else {
                box.value.kept = binder
            }
            try binder.bind(1)
        }
    }

    @Test("A binder of another run rejects values")
    func retainedBinder() throws {
        let connection = try Connection(location: .inMemory)
        let value = KeepingBinder(box: TestBox(.init()))
        #expect(try connection.queryInt("SELECT ?", params: value) == 1)
        #expect(try connection.queryInt("SELECT ?", params: value) == 1)
        #expect(value.box.value.isRefused)
    }

    /// Closes its cursor in the middle of its row, and opens another cursor on the same statement.
    struct Mix: Decodable {
        struct State {
            var cursor: DecodedCursor<Mix>?
            var other: DecodedCursor<Plain>?
            let connection: Connection
        }
        enum CodingKeys: CodingKey { case a, b }
        var a: Int, b: Int
        init(from decoder: any Decoder) throws {
            let box = try TestInfo.box(State.self, in: decoder)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            a = try container.decode(Int.self, forKey: .a)
            try box.value.cursor?.close()
            box.value.other = try box.value.connection.decodedCursor(
                sql: UserCodeReentrancyTests.mixSQL, params: 100, as: Plain.self)
            _ = try box.value.other?.nextRow()
            b = try container.decode(Int.self, forKey: .b)
        }
    }
    struct Plain: Decodable { var a: Int, b: Int }
    static let mixSQL = "SELECT ?1 AS a, ?1 + 1 AS b"

    @Test("Replacing a cursor in the middle of a row does not mix two rows")
    func mixedRow() throws {
        let connection = try Connection(location: .inMemory)
        let box = TestBox(Mix.State(connection: connection))
        box.value.cursor = try connection.decodedCursor(
            sql: Self.mixSQL, params: 1, coder: TestInfo.coder(box))
        #expect(throws: DecodingError.self) { try box.value.cursor?.nextRow() }
        box.value.cursor = nil
    }

    @Test("A key can be looked up during the lookup of another key")
    func nestedKeys() throws {
        struct Inner: Decodable {
            enum CodingKeys: CodingKey { case a, b, c }
            init(from decoder: any Decoder) throws {
                let box = try TestInfo.box(
                    KeyedDecodingContainer<CodingKeys>?.self, in: decoder)
                let container = try decoder.container(keyedBy: CodingKeys.self)
                box.value = container
                defer { box.value = nil }
                #expect(try container.decode(Int.self, forKey: .a) == 1)
            }
        }
        let connection = try Connection(location: .inMemory)
        let box = TestBox<KeyedDecodingContainer<Inner.CodingKeys>?>(nil)
        var coder = TestInfo.coder(box)
        coder.keys = .custom { name in
            if name == "a" { #expect((try? box.value?.decode(Int.self, forKey: .b)) == 2) }
            if name == "b" { #expect((try? box.value?.decode(Int.self, forKey: .c)) == 3) }
            return name
        }
        _ = try connection.get("SELECT 1 AS a, 2 AS b, 3 AS c", as: Inner.self, coder: coder)
    }

    /// Keeps its container.
    struct Row: Decodable {
        struct State {
            var cursor: DecodedCursor<Row>?
            var connection: Connection?
        }
        enum CodingKeys: CodingKey { case a, b }
        let container: KeyedDecodingContainer<CodingKeys>
        init(from decoder: any Decoder) throws {
            container = try decoder.container(keyedBy: CodingKeys.self)
        }
    }

    /// Releases the cursor and the connection that it is decoded from.
    struct Dropper: Decodable {
        var a: Int
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let box = try TestInfo.box(Row.State.self, in: decoder)
            box.value = Row.State()
            a = (try? container.decode(Int.self)) ?? -1
        }
    }

    @Test("A row can release its cursor and its connection")
    func release() throws {
        let box = TestBox(Row.State(connection: try Connection(location: .inMemory)))
        box.value.cursor = try box.value.connection?.decodedCursor(
            "SELECT 1 AS a, 2 AS b", coder: TestInfo.coder(box))
        let row = try #require(try box.value.cursor?.nextRow())
        #expect(try row.container.decode(Dropper.self, forKey: .a).a == -1)
    }
}
