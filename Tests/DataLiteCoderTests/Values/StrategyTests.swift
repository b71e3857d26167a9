import DataLiteCoder
import DataLiteCore
import Foundation
import Testing

@Suite("A coder's strategies")
struct StrategyTests {
    private struct Value: Codable, Equatable {
        var madeAt: Date
        var seenAt: Date?
        var uuid: UUID
        var otherUUID: UUID?
        var ratio: Double
        var maybeRatio: Double?
        var small: Float
        var maybeSmall: Float?
        var big: UInt64
        var maybeBig: UInt64?
        var word: UInt?
        var huge: Int128
        var maybeHuge: UInt128?
    }

    private static let dates: [SQLiteCoder.DateForm] = [
        .text, .iso8601, .unixSeconds, .unixMilliseconds, .julianDay,
        .custom(
            encode: { .real($0.timeIntervalSinceReferenceDate) },
            decode: { Double($0).map(Date.init(timeIntervalSinceReferenceDate:)) }),
    ]

    private static let coders: [SQLiteCoder] = dates.flatMap { dates in
        [SQLiteCoder.UUIDForm.text, .lowerText, .blob].flatMap { uuids in
            [SQLiteCoder.KeyForm.unchanged, .snakeCase, .custom { "x_\($0)" }].flatMap { keys in
                [SQLiteCoder.BigIntegerForm.integerWherePossible, .text].map { integers in
                    var coder = SQLiteCoder()
                    coder.dates = dates
                    coder.uuids = uuids
                    coder.keys = keys
                    coder.bigIntegers = integers
                    coder.nonConformingFloats = .text(
                        infinity: "inf", negativeInfinity: "-inf", nan: "nan")
                    return coder
                }
            }
        }
    }

    private let values = [
        Value(
            madeAt: Date(timeIntervalSince1970: 1_795_176_000),
            seenAt: Date(timeIntervalSince1970: -86400), uuid: UUID(), otherUUID: UUID(),
            ratio: .infinity, maybeRatio: -.infinity, small: -.infinity, maybeSmall: 1.5,
            big: .max, maybeBig: 0, word: .max, huge: .min, maybeHuge: .max),
        Value(
            madeAt: Date(timeIntervalSince1970: 0), uuid: UUID(), ratio: 0.1, small: .infinity,
            big: 7, huge: 7),
    ]

    @Test("Every strategy reads values back from rows, tables and parameters", arguments: 0..<108)
    func roundTrip(index: Int) throws {
        let coder = Self.coders[index]
        let connection = try Connection(location: .inMemory)
        let encoder = RowEncoder(coder: coder)
        let rows = try encoder.encode(contentsOf: values)
        #expect(try coder.decode(Value.self, from: rows) == values)

        let names = rows[0].columns.names
        let columns = names.map { "\"\($0)\"" }.joined(separator: ", ")
        try connection.execute(sql: "CREATE TABLE t(\(columns))")
        try connection.insert(contentsOf: values, into: "t", encoder: encoder)
        #expect(try connection.rows("SELECT * FROM t", coder: coder) == values)

        let selected = names.map { ":\($0) AS \"\($0)\"" }.joined(separator: ", ")
        for value in values {
            #expect(
                try connection.requiredRow(
                    SQL(raw: "SELECT \(selected)"), SQLParameters(value, coder: coder), coder: coder
                ) == value)
        }
    }

    @Test("Strategies apply to single values, arrays and dictionaries", arguments: 0..<108)
    func alone(index: Int) throws {
        let coder = Self.coders[index]
        let connection = try Connection(location: .inMemory)
        func check<T: Codable & Equatable>(_ value: T) throws {
            #expect(
                try connection.requiredRow(
                    "SELECT ?", SQLParameters(value, coder: coder), coder: coder) == value)
            #expect(
                try connection.requiredRow(
                    "SELECT ?, ?", SQLParameters([value, value], coder: coder), coder: coder)
                    == [value, value])
            #expect(
                try connection.requiredRow(
                    "SELECT :aB AS aB", SQLParameters(["aB": value], coder: coder), coder: coder)
                    == ["aB": value])
            let row = try RowEncoder(coder: coder).encode(value)
            #expect(row.columns.names == ["value"])
            #expect(try coder.decode(T.self, from: row) == value)
            #expect(try coder.decode(T?.self, from: row) == value)
        }
        try check(values[0].madeAt)
        try check(values[0].uuid)
        try check(Double.infinity)
        try check(-Float.infinity)
        try check(UInt64.max)
        try check(UInt.max)
        try check(Int128.min)
        try check(UInt128.max)
        try check(SQLiteValue.blob(Data([0, 1])))
        try check("text")
        try check(URL(string: "https://example.org/?q=1")!)
        try check(Decimal(string: "-1.05")!)
    }

    @Test(
        "Date strategies do not trap for any date",
        arguments: [
            .infinity, -.infinity, .nan, 1e300, -1e300, 9.3e18, 253_402_300_800, -62_167_219_200.5,
            -62_135_769_600, 64_092_211_200,
        ] as [Double])
    func extremes(seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        for dates in Self.dates {
            var coder = SQLiteCoder()
            coder.dates = dates
            let isText =
                if case .text = dates { true } else if case .iso8601 = dates { true } else { false }
            if case .custom = dates, seconds.isNaN { continue }
            guard !seconds.isNaN, !isText || (-62_167_219_200..<253_402_300_800) ~= seconds else {
                #expect(throws: EncodingError.self) {
                    try RowEncoder(coder: coder).encode(["at": date])
                }
                continue
            }
            let row = try RowEncoder(coder: coder).encode(["at": date])
            // Not compared in `#expect`, because Foundation cannot print dates that are far away.
            let back = try? coder.decode([String: Date].self, from: row)
            let difference = back?["at"].map { abs($0.timeIntervalSince1970 - seconds) }
            let isSame = back?["at"] == date
            #expect(isSame || (difference ?? .nan) < max(1, abs(seconds) * 1e-12), "\(row)")
        }
    }

    @Test(
        "The snake case strategy finds columns of keys with an acronym",
        arguments: ["user_id", "USER_ID"])
    func snakeCase(column: String) throws {
        struct Record: Codable, Equatable {
            var userID: Int
        }
        var coder = SQLiteCoder()
        coder.keys = .snakeCase
        #expect(
            try coder.decode(Record.self, from: [column: 1])
                == Record(userID: 1))
    }
}
