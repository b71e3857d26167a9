// Fields are equal if an insert writes the same value for both, whether it was set or is the default.

extension DraftField: Equatable where Value: Equatable {
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.isOmitted == rhs.isOmitted && lhs.wrappedValue == rhs.wrappedValue
    }
}

extension DraftField: Hashable where Value: Hashable {
    public func hash(into hasher: inout Hasher) {
        hasher.combine(isOmitted)
        hasher.combine(wrappedValue)
    }
}
