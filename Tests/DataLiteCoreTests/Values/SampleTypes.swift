import DataLiteCore
import Foundation

// Types that a program might define.

enum Mood: String, SQLiteRepresentable {
    case calm
    case quoted = "it's"
}

enum Level: Int, SQLiteRepresentable {
    case low = -1
    case high = 9_223_372_036_854_775_807
}

struct Mask: OptionSet, SQLiteRepresentable {
    let rawValue: UInt64

    static let wide = Mask(rawValue: .max)
}

/// Raw values may be anything that SQLite can represent, including NULL.
struct Deadline: RawRepresentable, Hashable, SQLiteRepresentable {
    let rawValue: Date?
}

/// The two members that a type must implement.
struct Celsius: Hashable, SQLiteRepresentable {
    var degrees: Double

    init(degrees: Double) { self.degrees = degrees }

    var sqliteValue: SQLiteValue { .real(degrees) }

    init?(_ value: SQLiteValue) {
        guard case .real(let degrees) = value, degrees >= -273.15 else { return nil }
        self.degrees = degrees
    }
}

/// Reads its byte in place.
struct Initial: Hashable, SQLiteRepresentable {
    var letter: UInt8

    init(letter: UInt8) { self.letter = letter }

    var sqliteValue: SQLiteValue { .text(String(UnicodeScalar(letter))) }

    init?(_ value: SQLiteValue) { self.init(SQLiteValueView(value)) }

    init?(_ view: borrowing SQLiteValueView) {
        guard let first = view.withTextBytes({ $0.count == 1 ? $0.first : nil }), let letter = first
        else { return nil }
        self.letter = letter
    }
}
