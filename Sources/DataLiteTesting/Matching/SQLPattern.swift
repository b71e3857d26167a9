import DataLiteSyntax

/// A pattern that matches SQL statements, for expectations, faults and searches of recorded calls.
///
/// A string literal is the SQL itself. Whitespace, comments, trailing semicolons and the case of
/// keywords are ignored:
///
/// ```swift
/// let insert: SQLPattern = "INSERT INTO people(name) VALUES (?)"
/// insert.matches("insert into people (name) values (?);")   // true
/// ```
///
/// A pattern is not `Sendable`, because it may contain a regular expression or a closure.
public struct SQLPattern {
    private enum Test {
        case tokens(Position, StatementText)
        case exact(StatementText)
        case regex(Regex<AnyRegexOutput>)
        case predicate((String) -> Bool)
        case always
        case never
    }

    private enum Position { case whole, start, anywhere }

    private let test: Test

    /// The SQL as written, for ``sql(_:)`` and ``exact(_:)``; `nil` for other patterns.
    public let text: String?

    /// A description of the pattern, for messages.
    public let description: String

    /// The SQL of ``text``, split into tokens.
    var statement: StatementText? {
        switch test {
        case .tokens(.whole, let own), .exact(let own): own
        default: nil
        }
    }

    private init(_ test: Test, text: String? = nil, description: String) {
        self.test = test
        self.text = text
        self.description = description
    }

    /// Whether the pattern matches an SQL text.
    public func matches(_ sql: String) -> Bool { matches(StatementText(sql)) }

    func matches(_ text: StatementText) -> Bool {
        switch test {
        case .tokens(.whole, let own): text.normalizedTokens == own.normalizedTokens
        case .tokens(.start, let own): text.normalizedTokens.starts(with: own.normalizedTokens)
        case .tokens(.anywhere, let own): text.normalizedTokens.contains(own.normalizedTokens)
        case .exact(let own): text.sql.utf8.elementsEqual(own.sql.utf8)
        case .regex(let regex): (try? regex.firstMatch(in: text.sql)) != nil
        case .predicate(let predicate): predicate(text.sql)
        case .always: true
        case .never: false
        }
    }

    /// The lines that describe why the pattern does not match a text; `nil` if it matches.
    func differences(from text: StatementText) -> [String]? {
        guard !matches(text) else { return nil }
        switch test {
        case .tokens(.whole, let own): return SQLDifference(expected: own, found: text).lines
        case .tokens(.start, let own):
            // Text after the start is not compared.
            return SQLDifference(expected: own, found: text.prefix(own.tokens.count)).lines
        case .exact(let own):
            let difference = SQLDifference(expected: own, found: text)
            guard difference.tokenCount == 0 else { return difference.lines }
            return ["the SQL differs in whitespace, comments or the case of keywords"]
        case .tokens(.anywhere, _), .regex, .predicate, .always, .never:
            // The description of the pattern is sufficient.
            return []
        }
    }

    /// The number of tokens in which a text differs from the pattern, to find the closest text.
    func distance(from text: StatementText) -> Int {
        switch test {
        case .tokens(.whole, let own), .exact(let own):
            SQLDifference(expected: own, found: text).tokenCount
        case .tokens(.start, let own):
            SQLDifference(expected: own, found: text.prefix(own.tokens.count)).tokenCount
        default: .max
        }
    }

    /// This SQL, ignoring whitespace, comments, trailing semicolons and the case of keywords.
    ///
    /// Names, strings and parameters must match exactly.
    public static func sql(_ text: String) -> SQLPattern {
        SQLPattern(.tokens(.whole, StatementText(text)), text: text, description: text)
    }

    /// This SQL, byte by byte.
    public static func exact(_ text: String) -> SQLPattern {
        SQLPattern(
            .exact(StatementText(text)), text: text, description: "exactly \(quoted(text))")
    }

    /// SQL that begins with these tokens, compared as in ``sql(_:)``.
    ///
    /// Only whole tokens match: `INSERT INTO people` is not a prefix of `INSERT INTO peoples ...`.
    public static func prefix(_ text: String) -> SQLPattern {
        SQLPattern(
            .tokens(.start, StatementText(text)),
            description: "SQL that begins with \(quoted(text))")
    }

    /// SQL that contains this sequence of tokens, such as the name of a table, compared as in
    /// ``sql(_:)``.
    public static func containing(_ text: String) -> SQLPattern {
        SQLPattern(
            .tokens(.anywhere, StatementText(text)),
            description: "SQL that contains \(quoted(text))")
    }

    /// SQL that contains a match of a regular expression, in the syntax of Swift's `Regex`.
    ///
    /// The SQL is searched as written, including line breaks and comments. An invalid regular
    /// expression matches nothing, and the description contains the reason.
    public static func regex(_ pattern: String) -> SQLPattern {
        do {
            return SQLPattern(
                .regex(try Regex(pattern)), description: "SQL that matches /\(pattern)/")
        } catch {
            return SQLPattern(
                .never,
                description: "nothing, as /\(pattern)/ is not a regular expression (\(error))")
        }
    }

    /// Any SQL.
    public static var any: SQLPattern { SQLPattern(.always, description: "any SQL") }

    /// SQL for which a closure returns `true`.
    ///
    /// - Parameters:
    ///   - description: The condition that the closure checks, to complete "SQL where ...".
    ///   - predicate: Receives the SQL as written. The mock retains the closure, so a closure that
    ///     uses the mock should capture it weakly.
    public static func `where`(
        _ description: String, _ predicate: @escaping (String) -> Bool
    ) -> SQLPattern {
        SQLPattern(.predicate(predicate), description: "SQL where \(description)")
    }

    private static func quoted(_ text: String) -> String { "`\(text)`" }
}

extension SQLPattern: CustomStringConvertible {}

extension SQLPattern: ExpressibleByStringInterpolation {
    /// Creates the same pattern as ``sql(_:)``. Interpolations are inserted into the SQL unchanged.
    public init(stringLiteral value: String) { self = .sql(value) }
}
