/// Whether a pattern is nested too deeply to be handed to `Regex`.
///
/// `Regex` works on a pattern by recursion. It refuses more than some sixty groups within each
/// other, but by then they may have taken half a megabyte of stack, all that some threads have; and
/// it takes character classes within each other, and chains of set operations, until the stack
/// overflows and the process ends. The limit of 24 leaves half of such a stack to the caller.
///
/// The depth found is never less than the true one. A closing bracket counts only while it is
/// certain that `Regex` takes it for one: not behind a construct in which brackets may stand for
/// themselves, such as a quotation or a comment. From there on every opening bracket counts, also
/// behind a backslash.
struct PatternNesting {
    static let limit = 24

    struct TooDeep: Error, CustomStringConvertible {
        var description: String { "the pattern is nested more than \(limit) levels deep" }
    }

    /// What is still to be read, by characters, because to `Regex`, too, a bracket with a combining
    /// accent is none.
    private var rest: Substring
    private var depth = 0
    private var closesCount = true

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
        case "\\" where closesCount:
            readEscape()
        case "(":
            depth += 1
            if opensOddGroup { closesCount = false }
        case ")" where closesCount && depth > 0:
            depth -= 1
        case "[":
            readClass()
        case "#":
            // Maybe a comment, up to the end of the line.
            closesCount = false
        case "&" where isSetOperator(character), "-" where isSetOperator(character),
            "~" where isSetOperator(character):
            depth += 1
        default:
            break
        }
    }

    /// Comments, conditions, callouts and directives.
    private var opensOddGroup: Bool {
        if rest.first == "*" { return true }
        guard rest.first == "?", let kind = rest.dropFirst().first else { return false }
        return "#({C".contains(kind)
    }

    /// Set operators stand only in classes that are not plain, and behind such a one nothing is
    /// certain any more.
    private func isSetOperator(_ character: Character) -> Bool {
        !closesCount && rest.first == character
    }
}

// MARK: - Escapes

extension PatternNesting {
    private mutating func readEscape() {
        if let end = Self.endOfEscape(in: rest) {
            rest = rest[end...]
        } else {
            closesCount = false
            rest = rest.dropFirst()
        }
    }

    /// Where the escape ends whose text behind the backslash this is; `nil` if the escape may hide
    /// a bracket: one that quotes, that takes the next character as a control character, or whose
    /// argument is no plain name or number. `Regex` reads on behind an argument that is wrong.
    private static func endOfEscape(in text: Substring) -> Substring.Index? {
        guard let kind = text.first, !"QcCM".contains(kind) else { return nil }
        let rest = text.dropFirst()
        guard kind.isLetter, let opening = rest.first, let closing = bracket(closing: opening)
        else {
            return endOfBareArgument(of: kind, in: rest)
        }
        let behind = rest.dropFirst().drop {
            $0.isLetter || $0.isNumber || " _=:+-^.,".contains($0)
        }
        return behind.first == closing ? behind.index(after: behind.startIndex) : nil
    }

    private static func bracket(closing opening: Character) -> Character? {
        switch opening {
        case "{": "}"
        case "<": ">"
        case "'": "'"
        default: nil
        }
    }

    /// The length of an argument without brackets goes by the kind of the escape.
    private static func endOfBareArgument(
        of kind: Character, in text: Substring
    ) -> Substring.Index? {
        let length =
            switch kind {
            case "p", "P", "g", "k", "o", "y", "Y": 1
            case "u": 4
            case "U": 8
            default: 0
            }
        let argument = text.prefix(length)
        let fits = argument.count == length && argument.allSatisfy(\.isPlain)
        return fits ? argument.endIndex : nil
    }
}

extension Character {
    fileprivate var isPlain: Bool { isASCII && (isLetter || isNumber) }
}

// MARK: - Character classes

extension PatternNesting {
    private mutating func readClass() {
        if let end = Self.endOfPlainClass(in: rest) {
            rest = rest[end...]
        } else {
            closesCount = false
            depth += 1
        }
    }

    /// Where the character class ends whose text behind the opening bracket this is, if nothing is
    /// nested in it but named classes, as in `[[:alpha:]_]`; else `nil`.
    private static func endOfPlainClass(in text: Substring) -> Substring.Index? {
        var rest = text.first == "^" ? text.dropFirst() : text
        // White space may be passed over, and a bracket that comes first may stand for itself.
        var hasMembers = false
        while let character = rest.popFirst() {
            switch character {
            case "]":
                return hasMembers ? rest.startIndex : nil
            case "[":
                guard let end = endOfNamedClass(in: rest) else { return nil }
                rest = rest[end...]
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

    /// Where `[:alpha:]` ends, given the text behind its opening bracket.
    private static func endOfNamedClass(in text: Substring) -> Substring.Index? {
        guard text.first == ":" else { return nil }
        let name = text.dropFirst().drop { $0.isLetter || $0 == "^" }
        return name.hasPrefix(":]") ? name.index(name.startIndex, offsetBy: 2) : nil
    }
}
