extension RawRepresentable<String> where Self: CaseIterable {
    /// The case whose raw value is a keyword of SQL, in any letter case.
    init?(keyword: String) {
        let upper = keyword.uppercased()
        guard let match = Self.allCases.first(where: { $0.rawValue == upper }) else { return nil }
        self = match
    }
}
