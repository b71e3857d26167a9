extension Function {
    /// `REGEXP`: whether a whole text matches a pattern in the syntax of Swift's `Regex`.
    ///
    /// ```swift
    /// try connection.add(function: Function.Regexp.self)
    /// let names = try connection.rows("SELECT name FROM people WHERE name REGEXP 'A.*'")
    /// ```
    ///
    /// In SQL, `value REGEXP pattern` means `regexp(pattern, value)`. If either is NULL, the result
    /// is NULL.
    ///
    /// A pattern may be nested 24 levels deep, so that none overflows the stack.
    ///
    /// The time of a match is not limited: with nested repetitions, as in `(a+)+`, it more than
    /// doubles with each character of the text. A text of 14 characters can take a second, so a
    /// limit on the length would have to refuse ordinary texts, and nothing can interrupt a match.
    /// Accept patterns only from people who may use up that time. This is why the function is not
    /// `.innocuous`.
    ///
    /// Compiled patterns are reused: by a statement while it runs, and the latest 16 between
    /// statements.
    public final class Regexp: Function.Scalar {
        /// Why `REGEXP` fails.
        public enum Error: Swift.Error, CustomStringConvertible {
            /// The pattern or the value is not text.
            case invalidArguments
            /// The pattern is not valid, for this reason.
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
        ) throws -> SQLiteRepresentable? {
            guard !args.withArgument(at: 0, { $0.isNull }), !args.withArgument(at: 1, { $0.isNull })
            else { return nil }
            guard let text = args[1] as String? else { throw Error.invalidArguments }
            let regex = try args.auxiliary(at: 0) { pattern in
                try Self.regex(pattern, args: args)
            }
            do {
                return try regex.wholeMatch(in: text) != nil
            } catch {
                throw Error.regexError(error)
            }
        }

        private static func regex(
            _ pattern: SQLiteValue, args: any ArgumentsProtocol
        ) throws -> Regex<AnyRegexOutput> {
            guard case .text(let pattern) = pattern else { throw Error.invalidArguments }
            guard let registration = (args as? CallArguments)?.registration else {
                return try compile(pattern)
            }
            let patterns = registration.cache as? PatternCache ?? PatternCache()
            registration.cache = patterns
            return try patterns.regex(for: pattern, compile: compile)
        }

        private static func compile(_ pattern: String) throws -> Regex<AnyRegexOutput> {
            do {
                guard !PatternNesting.isTooDeep(pattern) else { throw PatternNesting.TooDeep() }
                return try Regex(pattern)
            } catch {
                throw Error.regexError(error)
            }
        }
    }
}
