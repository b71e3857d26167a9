import Foundation

// The names in SQL are those of GRDB, which adds these collating sequences to all connections: its files can have columns
// with them.
extension DatabaseCollation {
    /// Compares strings by their Unicode scalars in normalized form, as `<` does in Swift.
    public static let unicodeCompare = DatabaseCollation("swiftCompare") { lhs, rhs in
        CollationOrder(lhs, rhs)
    }

    /// Ignores letter case, as `caseInsensitiveCompare` of Foundation does.
    public static let caseInsensitiveCompare = DatabaseCollation("swiftCaseInsensitiveCompare") {
        $0.caseInsensitiveCompare($1)
    }

    /// Ignores letter case in the order of the current locale, as `localizedCaseInsensitiveCompare` of Foundation does.
    ///
    /// Do not use it in an index: the locale may change.
    public static let localizedCaseInsensitiveCompare = DatabaseCollation(
        "swiftLocalizedCaseInsensitiveCompare"
    ) {
        $0.localizedCaseInsensitiveCompare($1)
    }

    /// Orders strings as the current locale does, by `localizedCompare` of Foundation.
    ///
    /// Do not use it in an index: the locale may change.
    public static let localizedCompare = DatabaseCollation("swiftLocalizedCompare") {
        $0.localizedCompare($1)
    }

    /// Orders strings as a list of files shows them in the current locale, with numbers by their values, by
    /// `localizedStandardCompare` of Foundation.
    ///
    /// Do not use it in an index: the locale may change.
    public static let localizedStandardCompare = DatabaseCollation(
        "swiftLocalizedStandardCompare"
    ) {
        $0.localizedStandardCompare($1)
    }
}
