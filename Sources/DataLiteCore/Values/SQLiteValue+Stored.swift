extension SQLiteValue {
    /// Whether SQLite stores two values as the same bytes in a column that converts neither: NaN is NULL, -0.0 is not
    /// 0.0, and 1 is not 1.0.
    package func isStored(as other: SQLiteValue) -> Bool {
        guard case .real(let real) = self else {
            if case .real(let other) = other { return isNull && other.isNaN }
            return self == other
        }
        guard case .real(let other) = other else { return real.isNaN && other.isNull }
        return real.isNaN ? other.isNaN : real.bitPattern == other.bitPattern
    }
}
