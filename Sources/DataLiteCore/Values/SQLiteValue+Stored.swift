extension SQLiteValue {
    /// Whether SQLite stores two values as the same bytes in a column that converts neither: NaN is NULL, -0.0 is not
    /// 0.0, and 1 is not 1.0.
    package func isStored(as other: SQLiteValue) -> Bool {
        switch (self, other) {
        case (.real(let real), .real(let other)) where !real.isNaN:
            return real.bitPattern == other.bitPattern
        case (.real, .real), (.real, .null), (.null, .real):
            return storesNull && other.storesNull && UnstorableValue(self) == UnstorableValue(other)
        default: return self == other
        }
    }

    private var storesNull: Bool {
        if case .real(let real) = self { real.isNaN } else { isNull }
    }
}
