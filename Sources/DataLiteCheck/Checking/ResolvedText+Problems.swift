import DataLiteSourceSQL
import DataLiteSyntax
import SwiftSyntax

extension ResolvedText {
    /// What is wrong with the text, whatever the schema contains.
    var problems: [(message: String, position: AbsolutePosition)] {
        guard !statements.isEmpty else {
            return use.isScript
                ? [] : [("the text contains no statement", rendered.position(at: 0))]
        }
        var problems: [(message: String, position: AbsolutePosition)] = []
        if use.interpolations == .parameters, use.values == .positional(0) {
            problems += writtenParameters.map {
                (
                    "parameter '\($0.text)' has no value: write the value as an interpolation",
                    rendered.position(at: $0.range.lowerBound)
                )
            }
        }
        if !use.isScript, statements.count > 1 {
            problems.append(
                (
                    "unexpected text after the first statement",
                    rendered.position(at: statements[1].lowerBound)
                ))
        }
        return problems
    }

    /// The place of a byte of a statement.
    func position(of statement: Range<Int>, at offset: Int) -> AbsolutePosition {
        offset < statement.count
            ? rendered.position(at: statement.lowerBound + offset)
            : rendered.source(of: statement).upperBound
    }

    /// The outcome of a statement, as far as it does not depend on what is interpolated.
    func known(_ outcome: StatementCheck.Outcome, in statement: Range<Int>)
        -> StatementCheck.Outcome
    {
        guard case .wrong(let message, let offset) = outcome else { return outcome }
        let place = statement.lowerBound + offset
        if SQLiteMessage.isSyntaxError(message), rendered.interpolation(at: place) != nil {
            return .skipped("an interpolation is a part of the statement")
        }
        let isCount =
            message.contains("values for") || message.contains("values were supplied")
            || message.contains("same number of") || message.contains("term out of range")
        if hasList, isCount { return .skipped("an interpolation inserts a list") }
        return outcome
    }
}

// MARK: - Parameters

extension ResolvedText {
    /// How the parameters of a statement differ from the values of the call; nil if they do not.
    func mismatch(of parameters: [String?], in sql: String) -> StatementCheck.Outcome? {
        guard use.interpolations == .text else { return nil }
        let tokens = SQLTokens(sql).filter { $0.kind == .parameter }
        switch use.values {
        case .unknown: return nil
        case .positional(let count):
            guard count != parameters.count else { return nil }
            let place = count < tokens.count && tokens.allSatisfy({ $0.text == "?" }) ? count : 0
            let given = count == 1 ? "1 value" : "\(count) values"
            let expected = parameters.count == 1 ? "1 parameter" : "\(parameters.count) parameters"
            return .wrong(
                "the statement has \(expected) and is given \(given)",
                offset: tokens.isEmpty ? 0 : tokens[place].range.lowerBound)
        case .named(let names):
            let bare = { (name: String) in name.drop { ":@$".contains($0) } }
            let given = Set(names.map(bare))
            if let missing = tokens.first(where: { !given.contains(bare($0.text)) }) {
                return .wrong(
                    "no value for parameter \(missing.text)", offset: missing.range.lowerBound)
            }
            let expected = Set(tokens.map { bare($0.text) })
            guard let surplus = names.first(where: { !expected.contains(bare($0)) }) else {
                return nil
            }
            return .wrong("the statement has no parameter :\(bare(surplus))", offset: 0)
        }
    }
}
