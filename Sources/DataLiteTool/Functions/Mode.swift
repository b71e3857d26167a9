import DataLiteCore

/// `mode(x)`: the most frequent value; if there are several, the first of them in the order of `ORDER BY`.
///
/// NULL is ignored, and the mode of no values is NULL. 1 and 1.0 are the same value, as in SQL. TEXT
/// values are the same if they are canonically equivalent.
final class Mode: Function.Aggregate {
    override class var name: String { "mode" }
    override class var argc: Int32 { 1 }
    override class var options: Function.Options { [.deterministic, .innocuous] }

    private var counts: [SQLiteValue: Int] = [:]

    override func step(args: any ArgumentsProtocol) throws {
        let value = Self.normalized(args[0])
        guard !value.isNull else { return }
        counts[value, default: 0] += 1
    }

    override func finalize() throws -> (any SQLiteRepresentable)? {
        counts.max { lhs, rhs in
            lhs.value == rhs.value
                ? Self.precedes(rhs.key, lhs.key) : lhs.value < rhs.value
        }?.key
    }

    /// The value, with a REAL that is a whole number as an INTEGER.
    private static func normalized(_ value: SQLiteValue) -> SQLiteValue {
        guard case .real(let real) = value, let integer = Int64(exactly: real) else { return value }
        return .int(integer)
    }

    /// Compares different values in the order of SQL: numbers, then TEXT values, then BLOBs.
    private static func precedes(_ lhs: SQLiteValue, _ rhs: SQLiteValue) -> Bool {
        switch (lhs, rhs) {
        case (.int(let lhs), .int(let rhs)): lhs < rhs
        case (.real(let lhs), .real(let rhs)): lhs < rhs
        case (.int(let lhs), .real(let rhs)): precedes(lhs, rhs)
        case (.real(let lhs), .int(let rhs)): !precedes(rhs, lhs)
        case (.text(let lhs), .text(let rhs)): lhs.utf8.lexicographicallyPrecedes(rhs.utf8)
        case (.blob(let lhs), .blob(let rhs)): lhs.lexicographicallyPrecedes(rhs)
        default: rank(lhs) < rank(rhs)
        }
    }

    /// Compares an integer with a REAL value of `counts`, which never equals a 64-bit integer. A REAL value
    /// with a fraction is so small that rounding the integer does not change the order; other REAL values
    /// are outside the range of integers.
    private static func precedes(_ integer: Int64, _ real: Double) -> Bool {
        real >= 0x1p63 || Double(integer) < real
    }

    private static func rank(_ value: SQLiteValue) -> Int {
        switch value.storageClass {
        case .null: 0
        case .integer, .real: 1
        case .text: 2
        case .blob: 3
        }
    }
}
