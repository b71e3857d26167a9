extension Function {
    /// The `REGEXP` operator: whether an entire string matches a pattern in the syntax of Swift's `Regex`.
    ///
    /// ```swift
    /// try connection.add(function: Function.Regexp.self)
    /// let names = try connection.rows("SELECT name FROM people WHERE name REGEXP 'A.*'")
    /// ```
    ///
    /// In SQL, `value REGEXP pattern` means `regexp(pattern, value)`. If either is NULL, the result
    /// is NULL.
    ///
    /// A pattern may be nested up to 24 levels deep, so that it cannot overflow the stack.
    ///
    /// A match can take exponential time, and nothing can interrupt it: with a repetition inside a repetition, as in
    /// `(a+)+`, or alternatives that match the same string, as in `(a|a)*`, each further character can double the time.
    /// A possessive inner repetition, as in `(a++)+`, avoids that. Accept patterns only from trusted sources, or match
    /// only short strings: `CASE WHEN length(name) <= 12 THEN name REGEXP ? END`. This is why the function is not
    /// `.innocuous`.
    ///
    /// Compiled patterns are reused: a statement reuses its patterns while it runs, and the 16 most recently
    /// used patterns are kept between statements.
    public final class Regexp: Function.Scalar {
        /// The errors of `REGEXP`.
        public enum Error: Swift.Error, CustomStringConvertible {
            /// The pattern or the value is not text.
            case invalidArguments
            /// The pattern is not valid; the associated error is the reason.
            case regexError(any Swift.Error)

            public var description: String {
                switch self {
                case .invalidArguments: "REGEXP expects a pattern and a value that are text"
                case .regexError(let error): "REGEXP: \(error)"
                }
            }
        }

        public override class var name: String { "REGEXP" }
        public override class var argc: Int32 { 2 }
        public override class var options: Options { [.deterministic] }

        public override class func invoke(
            args: any ArgumentsProtocol
        ) throws -> (any SQLiteRepresentable)? {
            guard !args.withArgument(at: 0, { $0.isNull }), !args.withArgument(at: 1, { $0.isNull })
            else { return nil }
            guard let text = args[1] as String? else { throw Error.invalidArguments }
            let pattern = try args.auxiliary(at: 0) { pattern in
                try Self.compiled(pattern, args: args)
            }
            return try pattern.matches(text)
        }

        private static func compiled(
            _ pattern: SQLiteValue, args: any ArgumentsProtocol
        ) throws -> CompiledPattern {
            guard case .text(let pattern) = pattern else { throw Error.invalidArguments }
            guard let registration = (args as? CallArguments)?.registration else {
                return try CompiledPattern(pattern)
            }
            let patterns = registration.cache as? PatternCache ?? PatternCache()
            registration.cache = patterns
            return try patterns.pattern(for: pattern)
        }
    }
}

// MARK: - CompiledPattern

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

// MARK: - PatternCache

/// The compiled patterns of a registered ``Function/Regexp``. SQLite discards auxiliary objects at the end of
/// each run, and a statement may run many times. Compiling a pattern takes 30 to 300 times as long as
/// matching a short string.
///
/// Confined to one thread, as is its connection: a `Regex` is compiled further at its first use and cannot be
/// shared between threads.
final class PatternCache {
    private static let capacity = 16

    private var entries: [(text: String, pattern: CompiledPattern)] = []

    /// The compiled form of a pattern; the most recently used patterns are kept.
    func pattern(for text: String) throws(Function.Regexp.Error) -> CompiledPattern {
        if let position = entries.firstIndex(where: { $0.text == text }) {
            let found = entries.remove(at: position)
            entries.append(found)
            return found.pattern
        }
        let pattern = try CompiledPattern(text)
        if entries.count == Self.capacity { entries.removeFirst() }
        entries.append((text, pattern))
        return pattern
    }
}
