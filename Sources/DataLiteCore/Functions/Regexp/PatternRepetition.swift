/// The depth of nested repetitions in a pattern: 1 for `a+`, 2 for `(a+)+`.
///
/// With a depth of two or more, there is more than one way to divide a string among the passes of the outer
/// repetition. `Regex` tries all of them before it reports that a string does not match, and their number
/// grows exponentially with the length of the string.
///
/// Repetitions that can be divided in only one way are not counted: possessive repetitions, repetitions in an
/// atomic group or an assertion, and `(?:,[a-z]+)*`, where each pass begins or ends with a character that
/// nothing else in it matches. A repetition of up to seven passes, as in `(?:\d{1,3}\.){3}`, is not counted
/// either.
struct PatternRepetition {
    /// The length of the longest string that is matched with nested repetitions: 12 characters for two
    /// levels, 8 for three, 6 for four. The worst of these cases took 0.2 to 0.4 s, and two more characters
    /// take about ten times as long.
    static func lengthLimit(of pattern: String) -> Int? {
        let depth = depth(of: pattern)
        return depth > 1 ? 24 / depth : nil
    }

    /// An upper bound of the depth: if the structure is not certain, the number of repetitions, up to four.
    static func depth(of pattern: String) -> Int {
        let options = pattern.prefixMatch(of: /\(\?([A-Za-z]+)\)/)
        var reader = PatternRepetition(
            rest: pattern[(options?.range.upperBound ?? pattern.startIndex)...],
            isExtended: options?.1.contains("x") ?? false)
        _ = reader.body()
        guard reader.isCertain, reader.rest.isEmpty else {
            let repetitions = pattern.replacing("(?", with: "").count { "*+?{".contains($0) }
            return min(repetitions, 4)
        }
        return reader.deepest
    }

    private static let fewPasses = 7

    private var rest: Substring
    /// Whether whitespace and comments are ignored, as after `(?x)`.
    private let isExtended: Bool
    private var isCertain = true
    private var deepest = 0

    private init(rest: Substring, isExtended: Bool) {
        self.rest = rest
        self.isExtended = isExtended
    }
}

// MARK: - Groups and their items

extension PatternRepetition {
    /// An item that can be repeated: a character, an escape, a class or a group.
    private struct Item {
        let text: Substring
        /// The number of nested repetitions in the item that can be divided differently.
        var depth = 0
        var isGroup = false
        var isDelimited = false
        var isQuantified = false

        /// The character that the item matches, if it matches only one.
        var character: Character? {
            guard !isQuantified, !isGroup, let last = text.last else { return nil }
            switch text.count {
            case 1: return ".^$".contains(last) ? nil : last
            case 2: return text.first == "\\" && !last.isLetter && !last.isNumber ? last : nil
            default: return nil
            }
        }

        func canMatch(_ character: Character) -> Bool {
            guard !isGroup, let regex = try? Regex("(?i)" + text) else { return true }
            do {
                return try regex.wholeMatch(in: String(character)) != nil
            } catch {
                return true
            }
        }
    }

    /// Reads up to the end of a group or of the pattern.
    private mutating func body() -> Item {
        var alternatives = [[Item]()]
        while isCertain, let character = rest.first, character != ")" {
            if isExtended, skipSpace() { continue }
            if character == "|" {
                rest.removeFirst()
                alternatives.append([])
            } else if let item = item() {
                alternatives[alternatives.count - 1].append(quantified(item))
            }
        }
        let depth = alternatives.joined().map(\.depth).max() ?? 0
        let isDelimited = alternatives.count == 1 && Self.isDelimited(alternatives[0])
        return Item(text: "", depth: depth, isGroup: true, isDelimited: isDelimited)
    }

    /// Whether each pass begins or ends with a character that nothing else in it matches, so that
    /// there is one way to divide a text into passes, and one repetition to match each of them.
    private static func isDelimited(_ items: [Item]) -> Bool {
        func delimits(_ item: Item?, _ others: ArraySlice<Item>) -> Bool {
            guard let character = item?.character else { return false }
            return !others.contains { $0.canMatch(character) }
        }
        guard items.count(where: { $0.depth > 0 }) <= 1 else { return false }
        return delimits(items.first, items.dropFirst()) || delimits(items.last, items.dropLast())
    }

    private mutating func item() -> Item? {
        let start = rest
        switch rest.removeFirst() {
        case "(":
            return group()
        case "[":
            skipClass()
        case "\\":
            return escape(start)
        default:
            break
        }
        return Item(text: start[..<rest.startIndex])
    }

    /// Applies the quantifier that follows, if there is one.
    private mutating func quantified(_ item: Item) -> Item {
        while isExtended, skipSpace() {}
        guard let quantifier = quantifier() else { return item }
        var item = item
        item.isQuantified = true
        if item.depth > 0, quantifier.maximum > Self.fewPasses, !item.isDelimited {
            item.depth += 1
        } else if quantifier.isVariable {
            item.depth = max(item.depth, 1)
        }
        deepest = max(deepest, item.depth)
        if quantifier.isPossessive { item.depth = 0 }
        return item
    }
}

// MARK: - Syntax

extension PatternRepetition {
    private struct Quantifier {
        var minimum = 0
        var maximum = Int.max
        var isPossessive = false
        var isVariable: Bool { minimum != maximum }
    }

    private mutating func quantifier() -> Quantifier? {
        var quantifier = Quantifier()
        switch rest.first {
        case "*", "+": rest.removeFirst()
        case "?":
            quantifier.maximum = 1
            rest.removeFirst()
        case "{":
            guard let match = rest.prefixMatch(of: /{\s*(\d*)\s*(,?)\s*(\d*)\s*}/) else {
                return nil
            }
            let (_, lower, comma, upper) = match.output
            guard !(lower.isEmpty && upper.isEmpty) else { return nil }
            quantifier.minimum = lower.isEmpty ? 0 : Int(lower) ?? .max
            quantifier.maximum =
                comma.isEmpty ? quantifier.minimum : Int(upper) ?? .max
            rest = rest[match.range.upperBound...]
        default: return nil
        }
        if rest.first == "+" || rest.first == "?" {
            quantifier.isPossessive = rest.removeFirst() == "+"
        }
        return quantifier
    }

    /// Reads a group after its opening bracket; `nil` for `(?i)`, which sets options.
    private mutating func group() -> Item? {
        let kind = groupKind()
        if kind == .options { return nil }
        var item = body()
        if rest.popFirst() == nil { isCertain = false }
        if kind == .atomic { item.depth = 0 }
        return item
    }

    private enum GroupKind { case plain, atomic, options }

    private mutating func groupKind() -> GroupKind {
        if take(/\?(?:[:|]|P?<[A-Za-z_]\w*>|'\w+')/) != nil { return .plain }
        if let options = take(/\?\^?[A-Za-z\-]+[:)]/) {
            if options.contains("x") || options.contains("^") { isCertain = false }
            return options.last == ")" ? .options : .plain
        }
        if take(/\?(?:>|<?[=!*])/) != nil { return .atomic }
        if rest.first == "?" || rest.first == "*" { isCertain = false }
        return .plain
    }

    private mutating func take(_ prefix: Regex<Substring>) -> Substring? {
        guard let match = rest.prefixMatch(of: prefix) else { return nil }
        rest = rest[match.range.upperBound...]
        return match.output
    }

    /// Reads an escape after its backslash; `nil` for a quotation.
    private mutating func escape(_ start: Substring) -> Item? {
        if rest.first == "Q" {
            let end = rest.firstRange(of: "\\E")?.upperBound ?? rest.endIndex
            rest = rest[end...]
            return nil
        }
        guard let end = PatternNesting.endOfEscape(in: rest) else {
            isCertain = false
            return nil
        }
        rest = rest[end...]
        return Item(text: start[..<end])
    }

    /// Skips a character class after its opening bracket.
    private mutating func skipClass() {
        var depth = 1
        if rest.first == "^" { rest.removeFirst() }
        if rest.first == "]" { isCertain = false }
        while depth > 0, isCertain {
            switch rest.popFirst() {
            case nil: isCertain = false
            case "[": depth += 1
            case "]": depth -= 1
            case "\\": isCertain = rest.popFirst().map { !"QcCM".contains($0) } ?? false
            default: break
            }
        }
    }

    private mutating func skipSpace() -> Bool {
        if rest.first == "#" {
            rest = rest.drop { !$0.isNewline }
            return true
        }
        guard let character = rest.first, character.isWhitespace else { return false }
        rest.removeFirst()
        return true
    }
}
