import DataLiteCoder
import DataLiteTestSupport
import Foundation
import Testing

@Suite("The depth of a value that is encoded")
struct EncodingDepthTests {
    enum Form: CaseIterable {
        case property, element, single, nested, nestedList, emptyNested, superclass
    }

    /// A value with nested values, created during encoding.
    private struct Deep: Encodable {
        enum Keys: CodingKey { case next }
        let form: Form
        let depth: Int

        private var inner: Deep { Deep(form: form, depth: depth - 1) }

        func encode(to encoder: any Encoder) throws {
            switch form {
            case .property:
                var container = encoder.container(keyedBy: Keys.self)
                if depth > 0 { try container.encode(inner, forKey: .next) }
            case .element:
                var container = encoder.unkeyedContainer()
                if depth > 0 { try container.encode(inner) }
            case .single:
                var container = encoder.singleValueContainer()
                if depth > 0 { try container.encode(inner) } else { try container.encode(1) }
            case .nested, .emptyNested:
                var container = encoder.container(keyedBy: Keys.self)
                for _ in 0..<depth {
                    container = container.nestedContainer(keyedBy: Keys.self, forKey: .next)
                }
                if form == .nested { try container.encode(1, forKey: .next) }
            case .nestedList:
                var container = encoder.unkeyedContainer()
                for _ in 0..<depth { container = container.nestedUnkeyedContainer() }
            case .superclass:
                var encoder = encoder
                for _ in 0..<depth {
                    var container = encoder.container(keyedBy: Keys.self)
                    encoder = container.superEncoder(forKey: .next)
                }
                var container = encoder.singleValueContainer()
                try container.encode(1)
            }
        }
    }

    private struct Row: Encodable { let value: Deep }

    @Test("A column value can be encoded with 99 nested levels", arguments: Form.allCases)
    func allowed(form: Form) throws {
        let row = try onSmallStack {
            try RowEncoder().encode(Row(value: Deep(form: form, depth: 99)))
        }
        #expect(row.count == 1)
        guard case .text(let json)? = row["value"] else {
            #expect(row == ["value": 1])
            return #expect(form == .single)
        }
        let (objects, lists) = (json.count { $0 == "{" }, json.count { $0 == "[" })
        switch form {
        case .single: Issue.record("a single value was written as \(json)")
        case .element, .nestedList: #expect(lists == 100)
        case .property, .nested, .emptyNested: #expect(objects == 100)
        case .superclass: #expect(objects == 99)
        }
    }

    @Test("Encoding deeper nesting is an error", arguments: Form.allCases, [101, 20_000])
    func limited(form: Form, depth: Int) throws {
        let deep = Deep(form: form, depth: depth)
        let writes: [() throws -> Void] = [
            { _ = try RowEncoder().encode(Row(value: deep)) },
            { _ = try RowEncoder().encode([deep]) },
            {
                try Connection.inMemory("CREATE TABLE t(value)").insert(Row(value: deep), into: "t")
            },
            {
                let connection = try Connection(location: .inMemory)
                do throws(SQLiteError) {
                    try connection.execute("SELECT :value", SQLParameters(Row(value: deep)))
                } catch {
                    throw error.underlyingError ?? error
                }
            },
        ]
        for (number, write) in writes.enumerated() {
            let error = #expect(throws: EncodingError.self, "write \(number)") {
                try onSmallStack(write)
            }
            guard case .invalidValue(_, let context) = error else { continue }
            #expect(context.debugDescription.contains("nested more than 100 levels deep"))
        }
    }

    @Test("Encoding a row of nested single values is limited in depth")
    func row() throws {
        let error = #expect(throws: EncodingError.self) {
            try onSmallStack { try RowEncoder().encode(Deep(form: .single, depth: 20_000)) }
        }
        guard case .invalidValue(_, let context) = error else { return }
        #expect(context.debugDescription.contains("nested more than 100 levels deep"))
    }
}
