import DataLiteCoder
import Testing

@Suite("A row of an array") struct ArrayRowTests {
    private struct Mixed: Encodable {
        enum CodingKeys: String, CodingKey { case one = "1" }

        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            try list.encode("a")
            var keyed = encoder.container(keyedBy: CodingKeys.self)
            try keyed.encode("b", forKey: .one)
            try list.encode("c")
        }
    }

    @Test("has a column for each element, also after rows of other lengths")
    func columns() throws {
        let rows = try RowEncoder().encode(contentsOf: [[1, 2], [3], [4, 5, 6]])
        #expect(rows == [["0": 1, "1": 2], ["0": 3], ["0": 4, "1": 5, "2": 6]])
        #expect(try RowEncoder(excluding: ["0"]).encode([1, 2]) == ["1": 2])
    }

    @Test("has the last value of a column that a key and an element name")
    func keysAndElements() throws {
        #expect(try RowEncoder().encode(Mixed()) == ["0": "a", "1": "c"])
    }

    @Test("is encoded in linear time", .timeLimit(.minutes(20)))
    func manyElements() throws {
        let row = try RowEncoder().encode(Array(0..<200_000))
        #expect(row.count == 200_000)
        #expect(row["199999"] == 199_999)
    }
}
