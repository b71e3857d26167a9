import DataLiteCore
import Testing

@Suite("A value of a row")
struct SQLiteRowValueTests {
    private let row: SQLiteRow = ["id": 1, "name": "Ada"]

    @Test("A value of a row can be read with the name of its type")
    func namedType() {
        #expect(row.lenientValue("id", as: Int.self) == 1)
        #expect(row.lenientValue(at: 1, as: String.self) == "Ada")
    }

    @Test("A value of a row is nil if it cannot be converted to the type")
    func otherType() {
        #expect(row.lenientValue("name", as: Int.self) == nil)
        #expect(row.lenientValue(at: 0, as: String.self) == nil)
    }
}
