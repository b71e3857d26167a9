import DataLiteC
import Foundation
import Testing

@testable import DataLiteCore

/// 2026-07-04 05:06:07 UTC, in seconds since 2001.
private let aSecond = 804_834_367.0

@Suite("A date written as text")
struct DateWritingTests {
    @Test(
        "A date is written with three fraction digits, or as many as it needs to read back",
        arguments: [
            (0, "2001-01-01 00:00:00.000"),
            (-1, "2000-12-31 23:59:59.000"),
            (-0.25, "2000-12-31 23:59:59.750"),
            (-1e-20, "2001-01-01 00:00:00.000"),
            (5.123, "2001-01-01 00:00:05.123"),
            (0.1 + 0.2, "2001-01-01 00:00:00.300"),
            (0.123456789123, "2001-01-01 00:00:00.123456789"),
            (1.0.nextDown, "2001-01-01 00:00:01.000"),
            (aSecond, "2026-07-04 05:06:07.000"),
            (aSecond + 0.123, "2026-07-04 05:06:07.123"),
            (aSecond + 0.1234, "2026-07-04 05:06:07.1234"),
            ((aSecond + 0.123).nextUp, "2026-07-04 05:06:07.1230001"),
            ((aSecond + 1).nextDown, "2026-07-04 05:06:07.9999999"),
            (-31_622_400, "2000-01-01 00:00:00.000"),
            (-26_524_800, "2000-02-29 00:00:00.000"),
            (-63_145_526_400, "0000-01-01 00:00:00.000"),
            (-63_145_526_400 + 59 * 86_400, "0000-02-29 00:00:00.000"),
            (252_423_993_599, "9999-12-31 23:59:59.000"),
            (252_423_993_600.nextDown, "9999-12-31 23:59:59.99997"),
        ] as [(TimeInterval, String)]
    )
    func form(interval: TimeInterval, text: String) {
        #expect(DateText.string(from: Date(timeIntervalSinceReferenceDate: interval)) == text)
    }

    @Test(
        "A date has no text outside the years 0000 to 9999",
        arguments: [
            .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
            (-63_145_526_400).nextDown, 252_423_993_600,
        ] as [TimeInterval]
    )
    func outOfRange(interval: TimeInterval) {
        #expect(DateText.string(from: Date(timeIntervalSinceReferenceDate: interval)) == nil)
    }

    @Test(
        "A date nearest to a whole millisecond is written with three digits",
        arguments: [
            0, 5, -77_777, 7_000_000, 10_000_000, aSecond, -aSecond, -60_000_000_000,
            200_000_000_000,
        ]
    )
    func milliseconds(second: TimeInterval) throws {
        for millisecond in 0..<1000 {
            let decimal = try #require(Double("\(Int(second) * 1000 + millisecond)e-3"))
            let written = try text(decimal)
            #expect(written.utf8.count == 23)
            #expect(try date(written) == Date(timeIntervalSinceReferenceDate: decimal))
        }
    }

    @Test("A date reads back equal if it is more than 100 days from 2001")
    func farRoundTrip() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<20_000 {
            let scale = Double.random(in: 1...29_000, using: &generator)
            let interval = 8_640_000 * scale * (Bool.random(using: &generator) ? 1 : -0.25)
            guard interval.magnitude > 8_640_000 else { continue }
            let read = try date(text(interval)).timeIntervalSinceReferenceDate
            #expect(read == interval)
        }
    }

    @Test("A date reads back within a nanosecond near 2001")
    func nearRoundTrip() throws {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<20_000 {
            let range = pow(10, Double.random(in: -12...7, using: &generator))
            let interval = Double.random(in: -range...range, using: &generator)
            let read = try date(text(interval)).timeIntervalSinceReferenceDate
            #expect(abs(read - interval) < 1e-9)
        }
    }

    @Test("The text of a date sorts as the date sorts", arguments: [1e-6, 1, 8_640_000, 8e8, 6e10])
    func order(range: TimeInterval) throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<4000 {
            let interval = Double.random(in: -range...range, using: &generator)
            let later = interval + Double.random(in: 0...1, using: &generator) * range / 1e6
            for other in [interval.nextUp, later] {
                let (first, second) = (try text(interval), try text(other))
                #expect(first <= second)
                if interval.magnitude > 8_650_000, interval < other { #expect(first < second) }
            }
        }
    }

    @Test("The text of a date has the same day as in SQLite on every day of 10,000 years")
    func days() throws {
        let days = (-730_851..<2_921_574)
        var expected = CivilDay(daysSince2001: days.lowerBound)
        var mismatches: [Int] = []
        for number in days {
            let day = CivilDay(daysSince2001: number)
            if day != expected || day.daysSince2001 != number { mismatches.append(number) }
            expected =
                CivilDay(year: day.year, month: day.month, day: day.day + 1)
                ?? CivilDay(year: day.year, month: day.month + 1, day: 1)
                ?? CivilDay(year: day.year + 1, month: 1, day: 1)
                ?? day
        }
        #expect(mismatches.isEmpty)

        let database = try ScratchDatabase()
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<500 {
            let interval = Double.random(in: -6.31e10...2.5e11, using: &generator).rounded()
            let unixTime = Int64(interval) + 978_307_200
            let sqlite = try database.value("datetime(\(unixTime), 'unixepoch') || '.000'")
            #expect(sqlite == .text(try text(interval)))
        }
    }

    @Test("The text of a date compares with datetime() as the times compare")
    func comparison() throws {
        let database = try ScratchDatabase()
        let now = try text(aSecond + 0.123)
        for (shift, expected) in [("-1 second", 1), ("+0 seconds", 1), ("+1 second", 0)] {
            let other = "datetime('2026-07-04 05:06:07', '\(shift)')"
            #expect(try database.value("'\(now)' > \(other)") == .integer(Int64(expected)))
        }
    }

    private func text(_ interval: TimeInterval) throws -> String {
        try #require(DateText.string(from: Date(timeIntervalSinceReferenceDate: interval)))
    }

    private func date(_ text: String) throws -> Date {
        try #require(read(text))
    }
}

@Suite("Text read as a date")
struct DateReadingTests {
    @Test(
        "Text of a date can have a time, a fraction and an offset",
        arguments: [
            ("2026-07-04", aSecond - 18_367),
            ("2026-07-04 05:06", aSecond - 7),
            ("2026-07-04 05:06:07", aSecond),
            ("2026-07-04T05:06:07", aSecond),
            ("2026-07-04t05:06:07z", aSecond),
            ("2026-07-04T05:06:07Z", aSecond),
            ("2026-07-04 05:06:07.5", aSecond + 0.5),
            ("2026-07-04 05:06:07.1230000000000", aSecond + 0.123),
            ("2026-07-04 05:06:07.0000000009999999999999999999", aSecond),
            ("2026-07-04 07:06:07+02:00", aSecond),
            ("2026-07-03 23:36:07.000 -05:30", aSecond),
            ("2026-07-04T05:06Z", aSecond - 7),
            ("2026-07-04 05:06:07   Z", aSecond),
            ("2026-07-04 20:05:07+14:59", aSecond),
            ("2001-01-01 00:00:00.000000001", 1e-9),
            ("2000-02-29", -26_524_800),
            ("0000-01-01", -63_145_526_400),
            ("9999-12-31 23:59:59", 252_423_993_599),
        ] as [(String, TimeInterval)]
    )
    func form(text: String, interval: TimeInterval) {
        #expect(read(text) == Date(timeIntervalSinceReferenceDate: interval))
    }

    @Test(
        "Text of a date is the same moment as in SQLite",
        arguments: [
            "2026-07-04", "2026-07-04 05:06", "2026-07-04T05:06:07", "2026-07-04 05:06:07 Z",
            "2026-07-04 05:06:07+14:59", "2026-07-04 05:06:07.000   -00:30",
        ]
    )
    func likeSQLite(text: String) throws {
        let date = try #require(read(text))
        let unixTime = try ScratchDatabase().value("CAST(strftime('%s', '\(text)') AS INTEGER)")
        #expect(unixTime == .integer(Int64(date.timeIntervalSince1970)))
    }

    @Test(
        "Other text read as a date is nil",
        arguments: [
            "", " ", "now", "2026", "2026-07", "2026-07-", "2026-7-04", "2026-07-4", "20260704",
            "2026/07/04", "02026-07-04", "-2026-07-04", "+2026-07-04", " 2026-07-04",
            "2026-07-04 ", "2026-07-04x", "2026-07-04T", "2026-07-04Z", "2026-07-04+01:00",
            "2026-00-04", "2026-13-04", "2026-07-00", "2026-07-32", "2026-06-31", "2026-02-29",
            "1900-02-29", "2026-07-04 5:06", "2026-07-04 05", "2026-07-04 05:", "2026-07-04 24:00",
            "2026-07-04 05:60", "2026-07-04 05:06:60", "2026-07-04 05:06:", "2026-07-04 05:06:7",
            "2026-07-04 05:06.5", "2026-07-04 05:06:07.", "2026-07-04 05:06:07.Z",
            "2026-07-04 05:06:07,5", "2026-07-04  05:06:07", "2026-07-04_05:06:07",
            "2026-07-04 05:06:07 ", "2026-07-04 05:06:07ZZ", "2026-07-04 05:06:07Z ",
            "2026-07-04 05:06:07+", "2026-07-04 05:06:07+0200", "2026-07-04 05:06:07+02",
            "2026-07-04 05:06:07+15:00", "2026-07-04 05:06:07+02:60", "2026-07-04 05:06:07\0",
            "05:06:07", "2461225.7", "٢٠٢٦-٠٧-٠٤",
        ]
    )
    func junk(text: String) {
        #expect(read(text) == nil)
    }

    @Test("Text of a date is the same in the fast path and with a time zone")
    func commonFormat() {
        var generator = SeededGenerator(seed: 23)
        let model = Array("2024-02-29 23:59:58.987".utf8)
        let likely = Array("0123456789-:.T/".utf8)
        var dates = 0
        for _ in 0..<50_000 {
            var bytes = model
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[index] = likely.randomElement(using: &generator) ?? 0
            }
            let usual = bytes.withUnsafeBufferPointer(DateText.date(from:))
            bytes.append(UInt8(ascii: "Z"))
            #expect(usual == bytes.withUnsafeBufferPointer(DateText.date(from:)))
            dates += usual == nil ? 0 : 1
        }
        #expect(10_000..<40_000 ~= dates)
    }

    @Test("Text read as a date never traps, whatever its bytes")
    func fuzz() throws {
        var generator = SeededGenerator(seed: 5)
        let model = Array("2026-07-04 05:06:07.123456789 +02:00".utf8)
        for _ in 0..<20_000 {
            var bytes = Array(model.prefix(Int.random(in: 0...model.count, using: &generator)))
            for _ in 0..<Int.random(in: 0...3, using: &generator) where !bytes.isEmpty {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[index] = UInt8.random(in: 0...255, using: &generator)
            }
            _ = bytes.withUnsafeBufferPointer(DateText.date(from:))
        }
        #expect(DateText.date(from: UnsafeBufferPointer(start: nil, count: 0)) == nil)
    }
}

private func read(_ text: String) -> Date? {
    var text = text
    return text.withUTF8(DateText.date(from:))
}
