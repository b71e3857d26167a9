import DataLiteCoder
import Foundation
import Testing

@Suite("A date in ISO 8601")
struct DateFormTests {
    private var coder: SQLiteCoder {
        var coder = SQLiteCoder()
        coder.dates = .iso8601
        return coder
    }

    private func text(_ seconds: Double) throws -> String? {
        let row = try RowEncoder(coder: coder).encode(
            Date(timeIntervalSinceReferenceDate: seconds))
        return String(row["value"] ?? .null)
    }

    @Test(
        "An ISO 8601 date has exactly three fraction digits",
        arguments: [
            (0, "2001-01-01T00:00:00.000Z"), (0.5, "2001-01-01T00:00:00.500Z"),
            (0.123_456_789, "2001-01-01T00:00:00.123Z"), (0.9996, "2001-01-01T00:00:01.000Z"),
            (-0.0001, "2001-01-01T00:00:00.000Z"), (-0.001, "2000-12-31T23:59:59.999Z"),
            (813_935_104.123, "2026-10-17T13:05:04.123Z"),
            (-63_145_526_400, "0000-01-01T00:00:00.000Z"),
            (252_423_993_599.999, "9999-12-31T23:59:59.999Z"),
        ] as [(Double, String)])
    func width(seconds: Double, text expected: String) throws {
        #expect(try text(seconds) == expected)
    }

    @Test("ISO 8601 dates sort as text in date order")
    func sorting() throws {
        let seconds = (0..<400).map { Double($0) * 0.000_37 + 813_935_104 }
        let texts = try seconds.map { try #require(try text($0)) }
        #expect(texts == texts.sorted())
        #expect(Set(texts.map(\.count)) == [24])
    }
}
