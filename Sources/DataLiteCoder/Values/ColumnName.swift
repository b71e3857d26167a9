import Foundation

/// Compares names of keys, columns and parameters.
package enum ColumnName {
    /// Whether two names are the same in SQLite, which compares bytes. Strings in Swift are also equal if they are
    /// canonically equivalent.
    static func isIdentical(_ lhs: String, _ rhs: String) -> Bool {
        var (lhs, rhs) = (lhs, rhs)
        return lhs.withUTF8 { lhs in
            rhs.withUTF8 { rhs in
                guard lhs.count == rhs.count, let start = lhs.baseAddress,
                    let other = rhs.baseAddress
                else { return lhs.count == rhs.count }
                return memcmp(start, other, lhs.count) == 0
            }
        }
    }

    /// Whether two names are the same, or both missing.
    static func isIdentical(_ lhs: String?, _ rhs: String?) -> Bool {
        guard let lhs, let rhs else { return lhs == nil && rhs == nil }
        return isIdentical(lhs, rhs)
    }

    /// Whether two names are the same except for the case of ASCII letters, which SQLite ignores.
    static func isEqualIgnoringCase(_ lhs: String, _ rhs: String) -> Bool {
        isEqualIgnoringCase(lhs.utf8, rhs.utf8)
    }

    package static func isEqualIgnoringCase(
        _ lhs: some Collection<UInt8>, _ rhs: some Collection<UInt8>
    ) -> Bool {
        lhs.count == rhs.count && zip(lhs, rhs).allSatisfy { fold($0) == fold($1) }
    }

    private static func fold(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
}
