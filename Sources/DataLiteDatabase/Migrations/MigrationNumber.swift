/// The number at the start of a file's name, which determines the order: `001`, `12.3` or
/// `2024-01-31T10-00`.
///
/// It consists of groups of digits with one `-`, `_`, `.`, `:` or `T` between them. Groups are
/// compared as numbers, so 9 comes before 10, and 001 equals 1.
struct MigrationNumber: Hashable, Comparable {
    /// The digits of each group without leading zeros, as strings so that a number can have any length.
    private let groups: [String]

    /// `nil` if the name does not begin with a digit.
    init?(startOf name: String) {
        var groups: [String] = []
        var rest = name.utf8[...]
        while case let digits = rest.prefix(while: Self.isDigit), !digits.isEmpty {
            groups.append(String(Substring(digits.drop { $0 == UInt8(ascii: "0") })))
            rest = rest[digits.endIndex...]
            guard let separator = rest.first, Self.separators.contains(separator) else { break }
            rest = rest.dropFirst()
        }
        guard !groups.isEmpty else { return nil }
        self.groups = groups
    }

    static func < (lhs: MigrationNumber, rhs: MigrationNumber) -> Bool {
        lhs.groups.lexicographicallyPrecedes(rhs.groups) { first, second in
            (first.utf8.count, first) < (second.utf8.count, second)
        }
    }

    private static let separators = Array("-_.:T".utf8)

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
