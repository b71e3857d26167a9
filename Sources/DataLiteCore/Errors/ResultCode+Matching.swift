// Patterns match by category: a primary code matches all its extended codes, an extended code only
// itself. Without these operators, `case .busy` would compare with `==` and not match the extended
// code that SQLite actually returned.

extension ResultCode {
    /// Returns whether a code is the one of the pattern, or one of its extended codes.
    @inlinable
    public static func ~= (pattern: ResultCode, code: ResultCode) -> Bool {
        pattern == code || pattern == code.primary
    }

    /// Returns whether the code of an error is the one of the pattern, or one of its extended
    /// codes.
    @inlinable
    public static func ~= (pattern: ResultCode, error: SQLiteError) -> Bool {
        pattern ~= error.resultCode
    }

    /// Returns whether an error is an ``SQLiteError`` whose code is the one of the pattern, or one
    /// of its extended codes. This is what `catch ResultCode.busy` calls.
    @inlinable
    public static func ~= (pattern: ResultCode, error: any Error) -> Bool {
        guard let error = error as? SQLiteError else { return false }
        return pattern ~= error
    }
}
