import CInterface
import DataLiteC
import Foundation

/// Reads a row of the wide table with the C interface.
struct CWideReader {
    let statement: OpaquePointer

    var record: WideRecord {
        WideRecord(
            id: sqlite3_column_int64(statement, 0), a: sqlite3_column_int64(statement, 1),
            b: optional(2, sqlite3_column_int64), c: sqlite3_column_double(statement, 3),
            d: optional(4, sqlite3_column_double), e: columnText(statement, 5),
            f: optional(6, columnText), g: columnText(statement, 7),
            h: Self.data(statement, 8), i: optional(9, Self.data),
            j: Self.date(statement, 10), k: optional(11, Self.date),
            l: sqlite3_column_int(statement, 12) != 0, m: sqlite3_column_int64(statement, 13))
    }

    @inline(__always)
    private func optional<T>(_ index: Int32, _ read: (OpaquePointer, Int32) -> T) -> T? {
        sqlite3_column_type(statement, index) == SQLITE_NULL ? nil : read(statement, index)
    }

    private static func data(_ statement: OpaquePointer, _ index: Int32) -> Data {
        guard let start = sqlite3_column_blob(statement, index) else { return Data() }
        return Data(bytes: start, count: Int(sqlite3_column_bytes(statement, index)))
    }

    /// Parses `YYYY-MM-DD HH:MM:SS.SSS`, and no other format.
    private static func date(_ statement: OpaquePointer, _ index: Int32) -> Date {
        let text = sqlite3_column_text(statement, index)!
        func number(_ range: Range<Int>) -> Int {
            range.reduce(0) { $0 * 10 + Int(text[$1]) - 48 }
        }
        // Days since 1970-01-01. A year begins in March here, so that it ends with the leap day.
        let month = (number(5..<7) + 9) % 12
        let year = number(0..<4) - month / 10
        let leapDays = year / 4 - year / 100 + year / 400
        let days = 365 * year + leapDays + (153 * month + 2) / 5 + number(8..<10) - 719_469
        let seconds = days * 86400 + number(11..<13) * 3600 + number(14..<16) * 60 + number(17..<19)
        return Date(timeIntervalSince1970: Double(seconds) + Double(number(20..<23)) / 1000)
    }
}
