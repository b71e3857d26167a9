/// Whether a pattern is nested too deeply for `Regex`, which parses and compiles it by recursion.
///
/// `Regex` rejects more than about 60 nested groups, but parsing that many may take 512 KB of stack, which is
/// the entire stack of some threads. Nested character classes and chains of set operators are not limited:
/// they overflow the stack and terminate the process. A limit of 24 levels leaves half of such a stack to the
/// caller.
///
/// The depth is an upper bound. A closing bracket is counted only while it is certain that `Regex` treats it
/// as a bracket. After a construct in which a bracket may be literal text (a quotation, a comment, an unusual
/// escape, a nested class), every opening bracket is counted and no closing bracket is.
struct PatternNesting {
    static let limit = 24

    struct TooDeep: Error, CustomStringConvertible {
        var description: String { "the pattern is nested more than \(limit) levels deep" }
    }

    /// The unread part. It is read by characters, because `Regex` also does not treat a bracket with a
    /// combining accent as a bracket.
    private var rest: Substring
    private var depth = 0
    private var isCertain = true

    private init(_ pattern: String) {
        rest = pattern[...]
    }

    static func isTooDeep(_ pattern: String) -> Bool {
        var nesting = PatternNesting(pattern)
        while let character = nesting.rest.popFirst() {
            nesting.read(character)
            if nesting.depth > limit { return true }
        }
        return false
    }

    private mutating func read(_ character: Character) {
        switch character {
        case "\\" where isCertain:
            skip(to: Self.endOfEscape(in: rest))
        case "(":
            depth += 1
            if opensSpecialGroup { isCertain = false }
        case ")" where isCertain && depth > 0:
            depth -= 1
        case "[":
            skip(to: Self.endOfPlainClass(in: rest))
            if !isCertain { depth += 1 }
        case "#":
            // Possibly a comment up to the end of the line.
            isCertain = false
        case "&" where isSetOperator(character), "-" where isSetOperator(character),
            "~" where isSetOperator(character):
            depth += 1
        default:
            break
        }
    }

    /// Skips a construct; `nil` if its end is not certain.
    private mutating func skip(to end: Substring.Index?) {
        guard let end, isCertain else {
            isCertain = false
            return
        }
        rest = rest[end...]
    }

    /// Comments, conditions, callouts and directives.
    private var opensSpecialGroup: Bool {
        if rest.first == "*" { return true }
        guard rest.first == "?", let kind = rest.dropFirst().first else { return false }
        return "#({C".contains(kind)
    }

    /// Set operators occur only in classes that are not plain, after which nothing is certain.
    private func isSetOperator(_ character: Character) -> Bool {
        !isCertain && rest.first == character
    }
}

// MARK: - Escapes and character classes

extension PatternNesting {
    /// The end of the escape in the text after a backslash.
    ///
    /// `nil` if a bracket may be part of it: for a quotation, a control character, and an argument
    /// that is not a plain name or number in brackets.
    static func endOfEscape(in text: Substring) -> Substring.Index? {
        guard let kind = text.first, !"QcCM".contains(kind) else { return nil }
        let rest = text.dropFirst()
        if kind.isLetter, let opening = rest.first, let closing = closingBrackets[opening] {
            let end = rest.dropFirst().drop {
                $0.isLetter || $0.isNumber || " _=:+-^.,".contains($0)
            }
            return end.first == closing ? end.index(after: end.startIndex) : nil
        }
        return "pPgkoyYuU".contains(kind) ? nil : rest.startIndex
    }

    private static let closingBrackets: [Character: Character] = ["{": "}", "<": ">", "'": "'"]

    /// The end of the character class in the text after its opening bracket; `nil` if a class or a
    /// set operator may be nested in it.
    private static func endOfPlainClass(in text: Substring) -> Substring.Index? {
        var rest = text.first == "^" ? text.dropFirst() : text
        // A bracket that comes first, or after whitespace only, may be literal.
        var hasMembers = false
        while let character = rest.popFirst() {
            switch character {
            case "]":
                return hasMembers ? rest.startIndex : nil
            case "[":
                return nil
            case "\\":
                guard let end = endOfEscape(in: rest) else { return nil }
                rest = rest[end...]
            case "&", "-", "~":
                guard rest.first != character else { return nil }
            default:
                if character.isWhitespace { continue }
            }
            hasMembers = true
        }
        return nil
    }
}
