import DataLiteCoder
import DataLiteTestSupport
import Foundation
import Testing

@Suite("An encoding error")
struct EncodingErrorTests {
    private let connection: Connection
    private var coder: SQLiteCoder {
        var coder = SQLiteCoder()
        coder.nonConformingFloats = .error
        return coder
    }

    init() throws { connection = try .inMemory("CREATE TABLE t(name, ratio, inner)") }

    private struct Inner: Codable { var list: [Double] }
    private struct Item: Codable {
        var name: String
        var ratio: Double
        var inner = Inner(list: [])
    }

    private func failure(_ body: () throws -> Void) -> (path: [String], text: String) {
        let error = #expect(throws: EncodingError.self) { try body() }
        guard case .invalidValue(_, let context) = error else { return ([], "") }
        return (context.codingPath.map(\.stringValue), context.debugDescription)
    }

    @Test("An encoding error names the property")
    func property() {
        let encoder = RowEncoder(coder: coder)
        let one = failure { _ = try encoder.encode(Item(name: "a", ratio: .infinity)) }
        #expect(one.path == ["ratio"])
        #expect(one.text.hasPrefix(#"property "ratio": "#))
        let member = failure { _ = try encoder.encode(["x": Double.nan]) }
        #expect(member.path == ["x"])
        let inserted = failure {
            try connection.insert(
                Item(name: "a", ratio: .infinity), into: "t", encoder: encoder)
        }
        #expect(inserted.path == ["ratio"])
    }

    @Test("An encoding error names the element")
    func element() {
        let items = (0..<40).map { Item(name: "\($0)", ratio: $0 == 33 ? .nan : 1) }
        let encoder = RowEncoder(coder: coder)
        for failure in [
            failure { try connection.insert(contentsOf: items, into: "t", encoder: encoder) },
            failure { _ = try encoder.encode(contentsOf: items) },
        ] {
            #expect(failure.path == ["33", "ratio"])
            #expect(failure.text.hasPrefix(#"element 33: property "ratio": "#))
        }
        let list = failure { _ = try encoder.encode([1, 2, Double.infinity]) }
        #expect(list.path == ["2"])
        #expect(list.text.hasPrefix("element 2: "))
    }

    @Test("An encoding error in JSON names the column and the JSON path")
    func json() {
        let inner = failure {
            _ = try RowEncoder(coder: coder).encode(
                Item(name: "a", ratio: 1, inner: Inner(list: [1, .infinity])))
        }
        #expect(inner.path == ["inner", "list", "1"])
        #expect(inner.text.hasPrefix(#"property "inner": "#))
    }
}
