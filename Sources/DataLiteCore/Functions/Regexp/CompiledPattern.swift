/// A pattern of ``Function/Regexp``, ready to match.
struct CompiledPattern {
    private let regex: Regex<AnyRegexOutput>

    init(_ pattern: String) throws(Function.Regexp.Error) {
        do {
            guard !Self.isTooDeep(pattern) else { throw TooDeep() }
            regex = try Regex(pattern)
        } catch {
            throw .regexError(error)
        }
    }

    func matches(_ text: String) throws(Function.Regexp.Error) -> Bool {
        do {
            return try regex.wholeMatch(in: text) != nil
        } catch {
            throw .regexError(error)
        }
    }

    private static let depthLimit = 24

    private struct TooDeep: Error, CustomStringConvertible {
        var description: String { "the pattern is nested more than \(depthLimit) levels deep" }
    }

    /// Whether a pattern may overflow a stack of 512 KB, which would end the process: `Regex` parses nested brackets and
    /// set operators by recursion.
    private static func isTooDeep(_ pattern: String) -> Bool {
        var (count, previous) = (0, Character(" "))
        for character in pattern {
            let isOperator = "&-~".contains(character) && character == previous
            if isOperator || "([".contains(character) { count += 1 }
            previous = character
        }
        return count > depthLimit && !hasFlatGroups(pattern)
    }

    /// Whether groups are certainly not nested too deeply. Escapes, and character classes without others in them, are
    /// replaced by a letter. If the rest has brackets that may be literal text, the answer is no.
    private static func hasFlatGroups(_ pattern: String) -> Bool {
        let argument = /\\\p{L}(?:\{[\w .:=^+,-]*\}|<[\w+-]*>|'[\w+-]*')/
        let escape = /\\(?![QcCMpPgkoyYuU])(?:\P{L}|\p{L}(?![{<']))/
        let characterClass = /\[\^?\s*[^\[\]\\\s&~-](?:[^\[\]\\&~-]|[&~-](?![&~-]))*\]/
        let rest = pattern.replacing(/\\\\/, with: "a").replacing(argument, with: "a")
            .replacing(escape, with: "a").replacing(characterClass, with: "a")
        guard !rest.contains(/[\\\[#]|\((?:\*|\?[#({C])/) else { return false }
        var depth = 0
        for character in rest {
            if character == "(" { depth += 1 }
            if character == ")" { depth = max(depth - 1, 0) }
            if depth > depthLimit { return false }
        }
        return true
    }
}
