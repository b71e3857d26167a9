import DataLiteQuery
import Testing

private struct Route: Codable, Sendable {
    struct Stop: Codable, Sendable {
        var name: String
        var minutes: Int
    }

    var stops: [Stop]
}

@Suite("An error in JSON that is decoded")
struct JSONMismatchTests {
    private let db: Connection

    init() throws { db = try Connection(location: .inMemory) }

    private func message<T: RowDecodable>(_ sql: SQL, as type: T.Type) -> String? {
        #expect(throws: SQLiteError.self) { try db.requiredRow(sql, as: type) }?.message
    }

    @Test("A member of another type is named by its path")
    func path() {
        let json = #"{"stops": [{"name": "A", "minutes": 1}, {"name": "B", "minutes": "2"}]}"#
        let message = message(
            "SELECT \(json) AS route", as: JSONRepresentation<Route>.self)
        #expect(message?.hasPrefix("column \"route\"") == true)
        #expect(message?.contains(": stops[1].minutes: ") == true)
    }

    @Test("A missing member is named")
    func missing() {
        let message = message(
            #"SELECT '{"stops": [{"name": "A"}]}' AS route"#, as: JSONRepresentation<Route>?.self)
        #expect(message?.contains(": stops[0]: ") == true)
        #expect(message?.contains("minutes") == true)
    }

    @Test("The binary form of JSON has the same errors")
    func binary() {
        let text = message(
            #"SELECT '{"stops": [{"name": 1}]}' AS route"#, as: JSONBRepresentation<Route>.self)
        #expect(text?.contains(": stops[0].name: ") == true)
        let bytes = message("SELECT x'FF' AS route", as: JSONBRepresentation<Route>.self)
        #expect(bytes?.hasSuffix("expected JSONBRepresentation<Route>, found BLOB X'FF'") == true)
    }

    @Test("Text that is not JSON, and NULL, are described")
    func otherValues() {
        let text = message("SELECT 'x' AS route", as: JSONRepresentation<Route>.self)
        #expect(text?.contains("found TEXT 'x': ") == true)
        let null = message("SELECT NULL AS route", as: JSONRepresentation<Route>.self)
        #expect(null?.hasSuffix("expected JSONRepresentation<Route>, found NULL") == true)
    }
}
