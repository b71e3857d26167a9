import DataLiteCoder
import DataLiteTestSupport
import DataLiteCore
import DataLiteTesting
import Foundation
import Testing

@Suite("A type that decodes itself")
struct CustomDecodableTests {
    private let connection: Connection

    init() throws {
        connection = try .inMemory(
            """
            CREATE TABLE parents(id, name);
            INSERT INTO parents VALUES (1, 'a'), (2, 'b'), (3, 'c');
            """)
    }

    /// A number, or an object.
    private enum Either: Codable, Equatable {
        case number(Int)
        case object(name: String)

        private struct Object: Codable { var name: String }

        init(from decoder: any Decoder) throws {
            if let number = try? decoder.singleValueContainer().decode(Int.self) {
                self = .number(number)
            } else {
                self = .object(name: try Object(from: decoder).name)
            }
        }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .number(let number):
                var container = encoder.singleValueContainer()
                try container.encode(number)
            case .object(let name): try Object(name: name).encode(to: encoder)
            }
        }
    }

    private struct Holder: Codable, Equatable { var either: Either }

    @Test("A type can decode a value in one row and an object in another")
    func either() throws {
        let values = [Either.object(name: "x"), .number(1), .object(name: "y"), .number(2)]
            .map(Holder.init)
        let rows = try RowEncoder().encode(contentsOf: values)
        #expect(try SQLiteCoder.default.decode(Holder.self, from: rows) == values)
        #expect(
            try connection.rows("VALUES (1, '{\"name\":\"x\"}'), (2, 5)", as: [Either].self) == [
                [.number(1), .object(name: "x")], [.number(2), .number(5)],
            ])
    }

    /// An object if there is one, otherwise a string.
    private enum ObjectOrText: Decodable, Equatable {
        case object(String)
        case text(String)

        private enum Keys: String, CodingKey { case name }

        init(from decoder: any Decoder) throws {
            if let container = try? decoder.container(keyedBy: Keys.self) {
                self = .object(try container.decode(String.self, forKey: .name))
            } else {
                self = .text(try decoder.singleValueContainer().decode(String.self))
            }
        }
    }

    private struct Choice: Decodable, Equatable { var it: ObjectOrText }

    @Test("A type can try an object first and fall back to text")
    func choice() throws {
        let back = try connection.rows(
            "SELECT column1 AS it FROM (VALUES ('plain'), ('{\"name\":\"x\"}'), ('more'))",
            as: Choice.self)
        #expect(back.map(\.it) == [.text("plain"), .object("x"), .text("more")])
    }

    /// Reads the row by name, by position and as one value.
    private struct Several: Decodable {
        init(from decoder: any Decoder) throws {
            enum Keys: String, CodingKey { case id, name }
            let keyed = try decoder.container(keyedBy: Keys.self)
            var list = try decoder.unkeyedContainer()
            #expect(try list.decode(Int.self) == keyed.decode(Int.self, forKey: .id))
            #expect(try list.decode(String.self) == keyed.decode(String.self, forKey: .name))
            #expect(list.isAtEnd)
            #expect(try decoder.singleValueContainer().decode(Int.self) > 0)
        }
    }

    @Test("A type can request several containers")
    func several() throws {
        #expect(try connection.rows("SELECT * FROM parents", as: Several.self).count == 3)
    }

    /// Runs the query that it is decoded from.
    private struct Nested: Decodable {
        struct State {
            let connection: Connection
            var depth = 0
        }
        var id: Int
        var others: Int
        var name: String

        init(from decoder: any Decoder) throws {
            enum Keys: String, CodingKey { case id, name }
            let container = try decoder.container(keyedBy: Keys.self)
            id = try container.decode(Int.self, forKey: .id)
            let state = try TestInfo.box(State.self, in: decoder).value
            others =
                state.depth > 1
                ? 0
                : try state.connection.rows(
                    SQL(raw: CustomDecodableTests.sql), as: Nested.self,
                    coder: TestInfo.coder(
                        TestBox(State(connection: state.connection, depth: state.depth + 1)))
                ).count
            name = try container.decode(String.self, forKey: .name)
        }
    }

    private static let sql = "SELECT * FROM parents ORDER BY id"

    @Test("A type can run queries while it is decoded, including its own query")
    func reentrance() throws {
        let coder = TestInfo.coder(TestBox(Nested.State(connection: connection)))
        let all = try connection.rows(SQL(raw: Self.sql), as: Nested.self, coder: coder)
        #expect(all.map(\.id) == [1, 2, 3])
        #expect(all.map(\.name) == ["a", "b", "c"])
        #expect(all.map(\.others) == [3, 3, 3])
        try connection.close()
    }

    private struct Leveled: Decodable {
        enum Level: Int, Decodable { case low = 1 }
        var id: Int
        var level: Level
    }

    private struct Outer: Decodable {
        struct Inner: Decodable { var a: Int }
        var inner: Inner
    }

    private struct Even: Decodable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard try container.decode(Int.self).isMultiple(of: 2) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "an odd number")
            }
        }
    }

    private static var errors: [(any Decodable.Type, String, String)] {
        [
            (
                Leveled.self, "SELECT 1 AS id, 1 AS level UNION ALL SELECT 2, 9",
                "column \"level\" of row 2"
            ),
            (
                Outer.self, "SELECT '{\"a\":1}' AS inner UNION ALL SELECT '{\"b\":1}'",
                "column \"inner\" of row 2"
            ),
            (Outer.self, "SELECT '{\"a\":\"x\"}' AS inner", "column \"inner\" of row 1"),
            (Outer.self, "SELECT '{\"a\":' AS inner", "column \"inner\" of row 1"),
            (Outer.self, "SELECT NULL AS inner", "column \"inner\" of row 1"),
            (Leveled.Level.self, "VALUES (1), (9)", "row 2"),
            (Even.self, "VALUES (0), (2), (3)", "row 3: an odd number"),
        ]
    }

    @Test("A decoding error names the column, row and SQL", arguments: 0..<7)
    func errors(index: Int) {
        let (type, sql, start) = Self.errors[index]
        func message(_ type: (some Decodable).Type) -> (String, [String]) {
            do {
                _ = try connection.rows(SQL(raw: sql), as: type)
                return ("nothing was thrown", [])
            } catch DecodingError.typeMismatch(_, let context),
                DecodingError.valueNotFound(_, let context),
                DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context)
            {
                return (context.debugDescription, context.codingPath.map(\.stringValue))
            } catch {
                return ("\(error)", [])
            }
        }
        let (text, path) = message(type)
        #expect(text.hasPrefix(start))
        #expect(text.hasSuffix(sql))
        #expect(path.first == (index == 0 ? "level" : index < 5 ? "inner" : nil))
    }

    private struct Id: Decodable { var id: Int }

    @Test("A decoding error names the row number even if the rows' columns differ")
    func rowNumbers() {
        let rows: [SQLiteRow] = [["id": 1], ["id": 2, "x": 0], ["id": "x", "y": 0]]
        do {
            _ = try SQLiteCoder.default.decode(Id.self, from: rows)
            Issue.record("nothing was thrown")
        } catch {
            #expect("\(error)".contains("of row 3"))
        }
    }

    /// Keeps its encoder.
    private final class Keeper: Encodable {
        var encoder: (any Encoder)?
        func encode(to encoder: any Encoder) throws {
            self.encoder = encoder
            var container = encoder.singleValueContainer()
            try container.encode(1)
        }
    }

    @Test("A retained single-value encoder rejects values")
    func retainedEncoder() throws {
        let keeper = Keeper()
        _ = try RowEncoder().encode(keeper)
        var container = try #require(keeper.encoder).singleValueContainer()
        #expect(throws: EncodingError.self) { try container.encode(2) }
        #expect(try connection.requiredRow("SELECT ?", SQLParameters(keeper)) == 1)
        container = try #require(keeper.encoder).singleValueContainer()
        let error = #expect(throws: SQLiteError.self) { try container.encode(2) }
        #expect(error?.resultCode == .misuse)
    }

    /// Asks its coder for a name.
    private struct Asking: Codable {
        static let key = CodingUserInfoKey(rawValue: "name")
        var name: String?

        init() {}
        init(from decoder: any Decoder) throws { name = Self.name(in: decoder.userInfo) }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(Self.name(in: encoder.userInfo))
        }

        private static func name(in info: [CodingUserInfoKey: Any]) -> String? {
            key.flatMap { info[$0] as? String }
        }
    }

    private struct Asked: Codable {
        var column = Asking()
        var list = [Asking()]
    }

    @Test("A type finds the coder's user info")
    func userInfo() throws {
        var coder = SQLiteCoder()
        coder.userInfo = [try #require(Asking.key): "Ada"]
        let row = try RowEncoder(coder: coder).encode(Asked())
        #expect(row == ["column": #"["Ada"]"#, "list": #"[["Ada"]]"#])
        let back = try coder.decode(Asked.self, from: row)
        #expect(back.column.name == "Ada")
        #expect(back.list.map(\.name) == ["Ada"])
        #expect(try RowEncoder(coder: coder).encode(Asking()) == ["0": "Ada"])
        #expect(try coder.decode(Asking.self, from: row).name == "Ada")
        #expect(try SQLiteCoder.default.decode(Asking.self, from: row).name == nil)
    }
}
