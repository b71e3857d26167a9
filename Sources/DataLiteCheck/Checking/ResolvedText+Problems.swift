import DataLiteCore
import DataLiteSourceSQL
import DataLiteSyntax
import SwiftSyntax

extension ResolvedText {
    /// An error in the text that does not depend on the schema.
    struct TextProblem {
        let rule: Rule
        let message: String
        let position: AbsolutePosition
    }

    var problems: [TextProblem] {
        guard !statements.isEmpty else {
            return use.isScript
                ? [] : [problem(.noStatement, "the text contains no statement", at: 0)]
        }
        var problems = quotedInterpolations
        if use.interpolations == .parameters, use.values == .positional(0) {
            problems += writtenParameters.map {
                problem(
                    .valueCount,
                    "parameter '\($0.text)' has no value: write the value as an interpolation",
                    at: $0.range.lowerBound)
            }
        }
        if !use.isScript, statements.count > 1 {
            problems.append(
                problem(
                    .severalStatements, "unexpected text after the first statement",
                    at: statements[1].lowerBound))
        }
        return problems
    }

    /// The interpolations inside a string or a quoted name, wherever its quote was opened: SQLite reads them
    /// as text.
    private var quotedInterpolations: [TextProblem] {
        var rest = tokens[...]
        return rendered.ranges.compactMap { range in
            rest = rest.drop { $0.range.upperBound <= range.lowerBound }
            guard let token = rest.first, token.range.contains(range.lowerBound),
                token.range.lowerBound < range.lowerBound
                    || range.upperBound < token.range.upperBound,
                [.string, .identifier, .blob].contains(token.kind)
            else { return nil }
            return problem(
                .quotedValue, "an interpolation within quotes is not replaced: omit the quotes",
                at: range.lowerBound)
        }
    }

    private func problem(_ rule: Rule, _ message: String, at offset: Int) -> TextProblem {
        TextProblem(rule: rule, message: message, position: rendered.position(at: offset))
    }

    /// The source position of a byte in a statement.
    func position(of statement: Range<Int>, at offset: Int) -> AbsolutePosition {
        offset < statement.count
            ? rendered.position(at: statement.lowerBound + offset)
            : rendered.source(of: statement).upperBound
    }

    /// The outcome of a statement, or a skipped one if the error may depend on an interpolation.
    func known(_ outcome: StatementCheck.Outcome, in statement: Range<Int>)
        -> StatementCheck.Outcome
    {
        guard case .wrong(let problem) = outcome else { return outcome }
        let message = problem.message
        let place = statement.lowerBound + problem.offset
        if problem.rule == .syntax, rendered.interpolation(at: place) != nil {
            return .skipped("an interpolation is a part of the statement")
        }
        let isCount =
            message.contains("values for") || message.contains("values were supplied")
            || message.contains("same number of") || message.contains("term out of range")
        if hasList, isCount { return .skipped("an interpolation inserts a list") }
        return outcome
    }

    // MARK: - Parameters

    /// The error if the parameters of a statement do not match the values of the call, or nil if they match.
    func mismatch(of parameters: [String?], in sql: String) -> Problem? {
        guard use.interpolations == .text else { return nil }
        let tokens = SQLTokens(sql).filter { $0.kind == .parameter }
        switch use.values {
        case .unknown: return nil
        case .positional(let count):
            guard count != parameters.count else { return nil }
            let place = count < tokens.count && tokens.allSatisfy({ $0.text == "?" }) ? count : 0
            return Problem(
                rule: .valueCount,
                message: """
                    the statement has \(parameters.count.counted("parameter")), but the call \
                    passes \(count.counted("value"))
                    """,
                offset: tokens.isEmpty ? 0 : tokens[place].range.lowerBound)
        case .named(let names):
            let bare = { (name: String) in name.drop { ":@$".contains($0) } }
            let given = Set(names.map(bare))
            if let missing = tokens.first(where: { !given.contains(bare($0.text)) }) {
                return Problem(
                    rule: .valueCount, message: "no value for parameter \(missing.text)",
                    offset: missing.range.lowerBound)
            }
            let expected = Set(tokens.map { bare($0.text) })
            guard let surplus = names.first(where: { !expected.contains(bare($0)) }) else {
                return nil
            }
            return Problem(
                rule: .valueCount, message: "the statement has no parameter :\(bare(surplus))",
                offset: 0)
        }
    }
}
