import SwiftSyntax

/// The exemption in a comment: `datalite:ignore` exempts the whole SQL text, `datalite:ignore(no-such-column)`
/// only its findings of one kind.
struct Exemption: Equatable {
    /// The text that marks such a comment.
    static let marker = "datalite:ignore"

    private(set) var coversAll = false
    private(set) var rules: Set<Rule> = []
    /// The names in parentheses that are not rules.
    private(set) var unknownRules: [String] = []

    init() {}

    /// Returns nil if the comment has no marker.
    init?(comment: String) {
        guard let marker = comment.firstRange(of: Self.marker) else { return nil }
        let rest = comment[marker.upperBound...]
        guard rest.first == "(" else {
            coversAll = true
            return
        }
        let names = rest.dropFirst().prefix { $0 != ")" }
        for name in names.split(separator: ",", omittingEmptySubsequences: false) {
            let name = String(name.trimming(while: \.isWhitespace))
            if let rule = Rule(rawValue: name) {
                rules.insert(rule)
            } else {
                unknownRules.append(name)
            }
        }
    }

    mutating func formUnion(_ other: Exemption) {
        coversAll = coversAll || other.coversAll
        rules.formUnion(other.rules)
    }
}

extension Substring {
    fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> Substring {
        let start = drop(while: isTrimmed)
        guard let last = start.lastIndex(where: { !isTrimmed($0) }) else { return "" }
        return start[...last]
    }
}
