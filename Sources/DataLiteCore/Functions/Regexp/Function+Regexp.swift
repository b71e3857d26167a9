extension Function {
    /// `REGEXP`: whether a text as a whole matches a pattern in the syntax of Swift's `Regex`.
    ///
    /// ```swift
    /// try connection.add(function: Function.Regexp.self)
    /// let names = try connection.rows("SELECT name FROM people WHERE name REGEXP 'A.*'")
    /// ```
    ///
    /// `value REGEXP pattern` is SQL's way to write `regexp(pattern, value)`. NULL for either makes
    /// the result NULL.
    ///
    /// A pattern may be nested 24 levels deep, so that none overflows the stack. How long a match
    /// takes is not bounded: with nested repetitions, as in `(a*)*b`, the time doubles with each
    /// character, and nothing interrupts it. Take patterns from those only who may take the time.
    ///
    /// Compiled patterns are kept: beside the argument while a statement runs, and the latest 16
    /// with the registration.
    public final class Regexp: Function.Scalar {
        /// Why `REGEXP` fails.
        public enum Error: Swift.Error, CustomStringConvertible {
            /// The pattern or the value is not text.
            case invalidArguments
            /// The pattern is none, for this reason.
            case regexError(any Swift.Error)

            public var description: String {
                switch self {
                case .invalidArguments: "REGEXP takes a pattern and a value that are text"
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
