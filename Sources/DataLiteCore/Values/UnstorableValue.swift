/// A value that its form cannot hold, such as a date outside the years 0 to 9999 as text.
///
/// `sqliteValue` cannot throw. So it is a NaN with a payload that neither SQLite nor arithmetic produces, and binding it
/// is an error.
package enum UnstorableValue: UInt64 {
    case date = 0x7FFA_DA7A_117E_0001
    case json = 0x7FFA_DA7A_117E_0002

    package init?(_ value: SQLiteValue) {
        guard case .real(let real) = value, real.isNaN else { return nil }
        self.init(rawValue: real.bitPattern)
    }

    package var sqliteValue: SQLiteValue { .real(Double(bitPattern: rawValue)) }

    /// The error of a parameter, a result or a literal with the value.
    package func error(at place: String? = nil, of sql: String? = nil) -> SQLiteError {
        let reason =
            switch self {
            case .date:
                "the date cannot be stored in its form: text has the years 0 to 9999, INTEGER 64 bits, and no form "
                    + "NaN"
            case .json: "the value cannot be encoded as JSON"
            }
        return SQLiteError(
            .mismatch, message: (place.map { $0 + ": " } ?? "") + reason, sql: sql)
    }
}
