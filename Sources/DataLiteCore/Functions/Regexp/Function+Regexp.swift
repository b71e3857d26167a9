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
