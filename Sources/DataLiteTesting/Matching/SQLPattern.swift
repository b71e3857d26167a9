import DataLiteSyntax

/// Which SQL texts an expectation or a stub is about.
///
/// A string literal is the SQL itself, equal up to white space, comments, a trailing semicolon and
/// the letter case of keywords:
///
/// ```swift
/// let insert: SQLPattern = "INSERT INTO people(name) VALUES (?)"
/// insert.matches("insert into people (name) values (?);")   // true
/// ```
///
/// A pattern is confined to one thread or actor at a time, because what it holds may be: a regular
/// expression, or a closure.
public struct SQLPattern {
    private enum Test {
        case tokens(Position, [String])
        case exact(String)
        case regex(Regex<AnyRegexOutput>)
        case predicate((String) -> Bool)
        case always
        case never
    }

    private enum Position { case whole, start, anywhere }

    private let test: Test

    /// The SQL to expect, as it was written, of ``sql(_:)`` and ``exact(_:)``; else `nil`.
    public let text: String?

    /// The pattern in words, for messages.
    public let description: String

    private init(_ test: Test, text: String? = nil, description: String) {
        self.test = test
        self.text = text
        self.description = description
    }

    /// Whether an SQL text is one that the pattern is about.
    public func matches(_ sql: String) -> Bool {
        switch test {
        case .tokens(.whole, let tokens): SQLText.normalizedTokens(sql) == tokens
        case .tokens(.start, let tokens): SQLText.normalizedTokens(sql).starts(with: tokens)
        case .tokens(.anywhere, let tokens): SQLText.normalizedTokens(sql).contains(tokens)
        case .exact(let text): sql.utf8.elementsEqual(text.utf8)
        case .regex(let regex): (try? regex.firstMatch(in: sql)) != nil
        case .predicate(let predicate): predicate(sql)
        case .always: true
        case .never: false
        }
    }
}

extension SQLPattern {
    /// This SQL, up to white space, comments, trailing semicolons and the letter case of keywords.
    ///
    /// Names, strings and parameters have to be as written here.
    public static func sql(_ text: String) -> SQLPattern {
        let tokens = SQLText.normalizedTokens(text)
        return SQLPattern(.tokens(.whole, tokens), text: text, description: text)
    }

    /// This SQL, byte by byte.
    public static func exact(_ text: String) -> SQLPattern {
        SQLPattern(.exact(text), text: text, description: "exactly \(quoted(text))")
    }

    /// SQL that begins with these tokens, compared as ``sql(_:)`` compares them.
    ///
    /// Only whole tokens count: `INSERT INTO people` is no prefix of `INSERT INTO peoples ...`.
    public static func prefix(_ text: String) -> SQLPattern {
        SQLPattern(
            .tokens(.start, SQLText.normalizedTokens(text)),
            description: "SQL that begins with \(quoted(text))")
    }

    /// SQL that has these tokens somewhere, one behind the other, compared as ``sql(_:)`` compares
    /// them: the name of a table, for instance.
    public static func containing(_ text: String) -> SQLPattern {
        SQLPattern(
            .tokens(.anywhere, SQLText.normalizedTokens(text)),
            description: "SQL that contains \(quoted(text))")
    }

    /// SQL in which a regular expression, in the syntax of Swift's `Regex`, is found somewhere.
    ///
    /// The SQL is searched as it is written, line breaks and comments included. What is no regular
    /// expression matches nothing, and the description says why.
    public static func regex(_ pattern: String) -> SQLPattern {
        do {
            return SQLPattern(
                .regex(try Regex(pattern)), description: "SQL that matches /\(pattern)/")
        } catch {
            return SQLPattern(
                .never,
                description: "nothing, as /\(pattern)/ is no regular expression (\(error))")
        }
    }

    /// Any SQL.
    public static var any: SQLPattern { SQLPattern(.always, description: "any SQL") }

    /// SQL for which a closure returns `true`.
    ///
    /// - Parameters:
    ///   - description: What the closure asks for, as it completes "SQL where ...".
    ///   - predicate: Gets the SQL as it is written. Kept by the mock that it is given to, which it
    ///     should therefore refer to weakly, if at all.
    public static func `where`(
        _ description: String, _ predicate: @escaping (String) -> Bool
    ) -> SQLPattern {
        SQLPattern(.predicate(predicate), description: "SQL where \(description)")
    }

    private static func quoted(_ text: String) -> String { "`\(text)`" }
}

extension SQLPattern: CustomStringConvertible {}

extension SQLPattern: ExpressibleByStringInterpolation {
    /// The pattern that ``sql(_:)`` makes. Interpolations become part of the text as they are.
    public init(stringLiteral value: String) { self = .sql(value) }
}
