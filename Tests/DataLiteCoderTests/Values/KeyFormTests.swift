import DataLiteCoder
import DataLiteCore
import Foundation
import Testing

@Suite("A form of a date or UUID by key")
struct KeyFormTests {
    private struct Stamp: Codable, Equatable {
        var date: Date

        init(date: Date) { self.date = date }

        init(from decoder: any Decoder) throws {
            date = try decoder.singleValueContainer().decode(Date.self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(date)
        }
    }

    private struct Visit: Codable, Equatable {
        var id: UUID
        var guestID: UUID?
        var beganAt: Date
        var endedAt: Date?
        var seenAt: Date
        var stamp: Stamp
        var pauses: [Date]
    }

    private let coder = {
        var coder = SQLiteCoder()
        coder.keys = .snakeCase
        coder.dates = .unixSeconds
        coder.datesByKey = [
            "beganAt": .unixMilliseconds, "endedAt": .julianDay, "stamp": .iso8601,
            "pauses": .unixMilliseconds,
        ]
        coder.uuidsByKey["guestID"] = .blob
        return coder
    }()

    private let visit = Visit(
        id: UUID(), guestID: UUID(), beganAt: Date(timeIntervalSince1970: 43_200),
        endedAt: Date(timeIntervalSince1970: 43_200), seenAt: Date(timeIntervalSince1970: 60),
        stamp: Stamp(date: Date(timeIntervalSince1970: 1)),
        pauses: [Date(timeIntervalSince1970: 2)])

    @Test("Each property is written in the form of its key, and others in that of the coder")
    func writing() throws {
        let row = try RowEncoder(coder: coder).encode(visit)
        #expect(row["id"] == .text(visit.id.uuidString))
        #expect(try row["guest_id", as: Data.self].count == 16)
        #expect(row["began_at"] == .int(43_200_000))
        #expect(row["ended_at"] == .real(2_440_588))
        #expect(row["seen_at"] == .int(60))
        #expect(row["stamp"] == .text("1970-01-01T00:00:01.000Z"))
        #expect(row["pauses"] == .text("[2000]"))
    }

    @Test("A row is read as it was written, by every connection and from values")
    func reading() throws {
        let row = try RowEncoder(coder: coder).encode(visit)
        #expect(try coder.decode(Visit.self, from: row) == visit)
        let db = try Connection(location: .inMemory)
        try db.execute(
            "CREATE TABLE visits(id, guest_id, began_at, ended_at, seen_at, stamp, pauses)")
        var other = visit
        other.endedAt = nil
        other.guestID = nil
        try db.insert(
            contentsOf: [visit, other], into: "visits", encoder: RowEncoder(coder: coder))
        #expect(
            try db.rows("SELECT * FROM visits", as: Visit.self, coder: coder) == [visit, other])
    }

    @Test("A parameter has the form of its key")
    func parameters() throws {
        let db = try Connection(location: .inMemory)
        let dates = [
            "beganAt": Date(timeIntervalSince1970: 1), "now": Date(timeIntervalSince1970: 1),
        ]
        var coder = coder
        coder.keys = .unchanged
        let row: [Int] = try db.requiredRow(
            "SELECT :beganAt, :now", SQLParameters(dates, coder: coder))
        #expect(row == [1000, 1])
    }

    @Test("Columns with a prefix have the form of the nested key")
    func prefixes() throws {
        struct Pair: Decodable { var visit: Part }
        struct Part: Decodable { var beganAt: Date, seenAt: Date }
        var coder = coder
        coder.keys = .unchanged
        let pair = try coder.decode(
            Pair.self, from: ["visit.beganAt": 1000, "visit.seenAt": 1] as SQLiteRow)
        #expect(pair.visit.beganAt == pair.visit.seenAt)
    }

    @Test("A later change of the coder keeps the forms of its keys")
    func laterChange() throws {
        struct Value: Codable, Equatable { var day: Date, other: Date }
        var coder = SQLiteCoder()
        coder.datesByKey["day"] = .unixSeconds
        coder.dates = .unixMilliseconds
        let value = Value(
            day: Date(timeIntervalSince1970: 5), other: Date(timeIntervalSince1970: 5))
        #expect(
            try RowEncoder(coder: coder).encode(value) == ["day": 5, "other": 5000] as SQLiteRow)
        #expect(try coder.decode(from: ["day": 5, "other": 5000] as SQLiteRow) == value)
        coder.datesByKey["day"] = nil
        #expect(
            try RowEncoder(coder: coder).encode(value) == ["day": 5000, "other": 5000] as SQLiteRow)
    }
}
