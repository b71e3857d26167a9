import DataLiteCoder
import DataLiteTestSupport
import Testing

@Suite("A cached inserter")
struct InserterReuseTests {
    private let connection: Connection

    init() throws {
        connection = try .inMemory(
            """
            CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT DEFAULT 'none');
            CREATE TABLE u(b TEXT, a INTEGER, "c_d" INTEGER);
            """)
    }

    private struct Row: Codable, Equatable {
        var a: Int
        var b: String?
    }

    private struct Other: Encodable {
        enum CodingKeys: String, CodingKey { case b = "a", a = "b" }
        var a = "other"
        var b = 100
    }

    private func rows() throws -> [SQLiteRow] { try connection.rows("SELECT * FROM t ORDER BY a") }

    @Test("Cached inserters are separate per table, type, coder and nil handling")
    func kinds() throws {
        struct Camel: Encodable { var cD: Int }
        var coder = SQLiteCoder()
        coder.keys = .snakeCase
        let omitting = RowEncoder(omitsNil: true)
        for k in 0..<3 {
            try connection.insert(Row(a: k, b: "x"), into: "t")
            try connection.insert(Row(a: k, b: nil), into: "t", or: .replace)
            let ofRule = try connection.insert(Row(a: k, b: nil), into: "t", or: .replace)
            #expect(ofRule == Int64(k))
            try connection.insert(Row(a: k, b: nil), into: "t", or: .replace, encoder: omitting)
            try connection.insert(Row(a: k, b: "x"), into: "t", or: .ignore, encoder: omitting)
            try connection.insert(Row(a: k, b: "u"), into: "u")
            try connection.insert(Other(b: 100 + k), into: "t")
            try connection.insert(Camel(cD: k), into: "u", encoder: RowEncoder(coder: coder))
            try connection.upsert(Row(a: k + 200, b: "up"), into: "t", onConflict: "a")
            try connection.upsert(Row(a: k + 200, b: "upped"), into: "t", onConflict: "a")
        }
        #expect(
            try rows().map { $0.map(\.value) } == [
                [0, "none"], [1, "none"], [2, "none"], [100, "other"], [101, "other"],
                [102, "other"], [200, "upped"], [201, "upped"], [202, "upped"],
            ])
        #expect(
            try connection.rows("SELECT b, a, c_d FROM u ORDER BY rowid").map { $0.map(\.value) }
                == (0..<3).flatMap { [["u", .int($0), nil], [nil, nil, .int($0)]] })
    }

    @Test("A cached inserter keeps no rows after a failure")
    func failure() throws {
        struct Refused: Error {}
        struct Picky: Encodable {
            enum CodingKeys: CodingKey { case a, b }
            let a: Int
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(a, forKey: .a)
                if a == 3 { throw Refused() }
                try container.encode("p", forKey: .b)
            }
        }
        for base in [10, 20] {
            #expect(throws: Refused.self) {
                try connection.insert(contentsOf: (1...5).map { Picky(a: $0) }, into: "t")
            }
            #expect(throws: Refused.self) { try connection.insert(Picky(a: 3), into: "t") }
            #expect(try connection.insert(Picky(a: base), into: "t") == base)
            #expect(throws: SQLiteError.self) { try connection.insert(Picky(a: base), into: "t") }
            #expect(
                try connection.insert(
                    contentsOf: [Picky(a: base + 1), Picky(a: base + 2)], into: "t") == 2)
        }
        #expect(try rows().map { $0["a"] } == [10, 11, 12, 20, 21, 22])
    }

    /// Inserts another row while it is being written.
    private struct Nested: Encodable {
        enum CodingKeys: CodingKey { case a, b }
        let connection: Connection
        let a: Int
        let depth: Int

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(a, forKey: .a)
            if depth > 0 {
                try connection.insert(
                    Nested(connection: connection, a: a * 10, depth: depth - 1), into: "t")
            }
            try container.encode("\(depth)", forKey: .b)
        }
    }

    @Test("A cached inserter is not used for a row within a row")
    func nested() throws {
        for _ in 0..<2 {
            try connection.execute(sql: "DELETE FROM t")
            let values = [1, 2].map { Nested(connection: connection, a: $0, depth: 2) }
            try connection.insert(contentsOf: values, into: "t")
            #expect(
                try rows().map { $0.map(\.value) } == [
                    [1, "2"], [2, "2"], [10, "1"], [20, "1"], [100, "0"], [200, "0"],
                ])
        }
    }

    /// Keeps its container, so that a test can write to it later.
    private struct Keeper: Encodable {
        struct State {
            var kept: (any UnkeyedEncodingContainer)?
            var refusals = 0
        }
        enum CodingKeys: CodingKey { case a, b }
        let box: TestBox<State>
        let a: Int

        static func write(_ box: TestBox<State>) {
            do {
                try box.value.kept?.encode("from before")
            } catch is EncodingError {
                box.value.refusals += 1
            } catch {}
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(a, forKey: .a)
            try container.encode("k", forKey: .b)
            box.value.kept = encoder.unkeyedContainer()
        }
    }

    @Test("A cached inserter rejects values between two rows")
    func between() throws {
        let box = TestBox(Keeper.State())
        let values = (1...3).lazy.map { k in
            Keeper.write(box)
            return Keeper(box: box, a: k)
        }
        try connection.insert(contentsOf: values, into: "t")
        Keeper.write(box)
        #expect(box.value.refusals > 2)
        #expect(try rows().map { $0.map(\.value) } == [[1, "k"], [2, "k"], [3, "k"]])
    }

    /// The keys of the class and of its superclass are of two types, whose bytes are the same.
    private class Animal: Encodable {
        enum CodingKeys: CodingKey { case a }
        let a: Int
        init(a: Int) { self.a = a }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(a, forKey: .a)
        }
    }

    private final class Bird: Animal {
        enum CodingKeys: CodingKey { case b }
        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode("bird", forKey: .b)
        }
    }

    @Test("A cached inserter distinguishes the keys of a class and its superclass")
    func classes() throws {
        let animals = [Bird(a: 1), Animal(a: 2), Animal(a: 3), Bird(a: 4), Bird(a: 5)]
        #expect(try connection.insert(contentsOf: animals, into: "t") == 5)
        for animal in animals {
            try connection.upsert(animal, into: "t", onConflict: "a")
            try connection.execute("UPDATE t SET b = b || '!' WHERE a = :a", SQLParameters(animal))
        }
        #expect(
            try rows().map { $0.map(\.value) } == [
                [1, "bird!"], [2, "none!"], [3, "none!"], [4, "bird!"], [5, "bird!"],
            ])
        #expect(
            try RowEncoder().encode(contentsOf: animals).map(\.count) == [2, 1, 1, 2, 2])
    }
}
