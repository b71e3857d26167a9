// Patterns match by category: a primary code matches all its extended codes, an extended code matches only
// itself. Without these operators, `case .busy` would compare with `==` and not match the extended code that
// SQLite actually returned.

extension ResultCode {
    /// Returns whether a code equals the pattern or is one of its extended codes.
    @inlinable
    public static func ~= (pattern: ResultCode, code: ResultCode) -> Bool {
        pattern == code || pattern == code.primary
    }

    /// Returns whether the code of an error equals the pattern or is one of its extended codes.
    @inlinable
    public static func ~= (pattern: ResultCode, error: SQLiteError) -> Bool {
        pattern ~= error.resultCode
    }

    /// Returns whether an error is an ``SQLiteError`` whose code equals the pattern or is one of its extended
    /// codes. `catch ResultCode.busy` calls this.
    @inlinable
    public static func ~= (pattern: ResultCode, error: any Error) -> Bool {
        guard let error = error as? SQLiteError else { return false }
        return pattern ~= error
    }
}
