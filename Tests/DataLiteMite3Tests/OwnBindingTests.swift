import DataLiteMite3
import Testing

@Suite("A parameter")
struct OwnBindingTests {
    private let connection: Connection

    init() throws { connection = try Connection(location: .inMemory) }

    private struct Pair: ParameterBindable {
        var low = 1
        var high = 2
        func bind(to binder: ParameterBinder) throws {
            try binder.bind(low)
            try binder.bind(high)
            try binder.bind("both", name: "what")
        }
    }

    @Test("A parameter can bind itself")
    func binder() throws {
        let row: [SQLiteValue] = try connection.get("SELECT ?, ?, :what", params: Pair())
        #expect(row == [1, 2, "both"])
    }

    private struct Item: Codable {
        var name: String
        var ratio: Double
    }

    @Test("A parameter that cannot be encoded is named by its position")
    func failure() throws {
        var coder = SQLiteCoder()
        coder.nonConformingFloats = .error
        let property = #expect(throws: EncodingError.self) {
            try connection.exec(
                "SELECT :ratio", params: ["a": 1], Item(name: "a", ratio: .nan), coder: coder)
        }
        guard case .invalidValue(_, let context)? = property else {
            Issue.record("another error")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["1", "ratio"])
        #expect(context.debugDescription.hasPrefix(#"parameter 2: property "ratio": "#))
        let simple = #expect(throws: EncodingError.self) {
            try connection.exec("SELECT ?", params: Double.nan, coder: coder)
        }
        guard case .invalidValue(_, let context)? = simple else {
            Issue.record("another error")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["0"])
    }
}
