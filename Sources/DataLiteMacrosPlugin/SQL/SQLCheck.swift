import DataLiteSourceSQL
import DataLiteSyntax
import SwiftDiagnostics
import SwiftSyntax

/// Checks the text of a `#sql`.
struct SQLCheck {
    /// The use of the text.
    enum Use {
        case statement
        case expression
        /// A statement, or a part of a statement to insert into another text.
        case any
    }

    let literal: StringLiteralExprSyntax
    let source: SourceSQL
    let use: Use

    /// The type of the rows, if it is an argument.
    var row: ExprSyntax?

    private(set) var report = Report()

    /// The placeholders that differ from the default ones, by the index of the interpolation.
    private var substitutes: [Int: RenderedSQL.Substitute] = [:]

    init(_ literal: StringLiteralExprSyntax, use: Use) {
        self.literal = literal
        self.use = use
        source = SourceSQL(literal)
    }

    /// Finds the errors and adds them to ``report``.
    mutating func run() {
        checkInterpolations()
        checkRawText()
        let rendered = RenderedSQL(source, substitutes: substitutes)
        guard !rendered.tokens.isEmpty else {
            if use != .any { report.add(.emptySQL(literal)) }
            return
        }
        checkParameters(rendered)
        guard !report.hasErrors else { return }
        guard let reader = LoadedSQLite.shared.flatMap(SQLiteReader.init) else {
            return checkWithoutSQLite(rendered)
        }
        read(rendered, with: reader)
        checkFollowingStatements()
        checkColumnCount()
    }

    // MARK: - Checks of the tokens

    /// Reports interpolations inside quotes and comments.
    private mutating func checkInterpolations() {
        let indices = source.interpolations.indices
        let rendered = RenderedSQL(
            source, substitutes: Dictionary(uniqueKeysWithValues: indices.map { ($0, .value) }))
        let tokens = rendered.tokens
        var reported: Range<Int>?
        for index in indices {
            let position = rendered.ranges[index].lowerBound
            guard let token = tokens.first(where: { $0.range.contains(position) }) else {
                substitutes[index] = .letter
                report.add(.interpolationInComment(source.interpolations[index]))
                continue
            }
            guard token.isQuoted else { continue }
            substitutes[index] = .letter
            if case .unknown = source.interpolations[index].kind { continue }
            // An unterminated quote is an error that SQLite reports.
            guard token.kind != .illegal, reported != token.range else { continue }
            reported = token.range
            report.add(.quotedInterpolation(source, index, token, rendered, literal))
        }
    }

    private mutating func checkRawText() {
        for interpolation in source.interpolations {
            guard let argument = interpolation.argument, argument.label?.text == "raw",
                TypeSyntax.name(ofLiteral: argument.expression) == nil
            else { continue }
            report.add(.rawText(interpolation))
        }
    }

    private mutating func checkParameters(_ rendered: RenderedSQL) {
        for token in rendered.tokens where token.kind == .parameter {
            guard rendered.interpolation(at: token.range.lowerBound) == nil else { continue }
            report.add(
                .parameter(token.text, literal, rendered.position(at: token.range.lowerBound)))
        }
    }

    /// Reports a second statement, which SQLite would ignore.
    private mutating func checkFollowingStatements() {
        guard use != .expression, !report.hasErrors else { return }
        let rendered = RenderedSQL(source, substitutes: substitutes)
        let statements = SQLScanner.statements(rendered.text)
        guard statements.count > 1 else { return }
        let second = rendered.bytes.withUnsafeBufferPointer { bytes in
            let tokenizer = SQLTokenizer(bytes)
            let start = tokenizer.firstToken(from: 0) ?? 0
            return tokenizer.firstToken(from: start + statements[0].utf8.count)
        }
        guard let second else { return }
        report.add(.secondStatement(literal, rendered.position(at: second)))
    }

    private mutating func checkColumnCount() {
        guard !report.hasErrors, let row, let expected = row.columnCount,
            let count = RenderedSQL(source, substitutes: substitutes).resultColumnCount,
            count != expected
        else { return }
        report.add(.columnCount(row, expected: expected, found: count))
    }

    private mutating func checkWithoutSQLite(_ rendered: RenderedSQL) {
        if let note = Diagnostic.missingSQLite(literal) { report.add(note) }
        if let token = rendered.tokens.first(where: { $0.kind == .illegal }) {
            let message = "unrecognized token: \"\(token.text)\""
            report.add(.sqlite(message, literal, rendered.position(at: token.range.lowerBound)))
        }
        checkFollowingStatements()
    }

    // MARK: - Checks by SQLite

    /// An error in the text, with SQLite's message.
    fileprivate struct Problem {
        let message: String
        let position: AbsolutePosition
        var isSyntaxError = true
    }

    private mutating func read(_ rendered: RenderedSQL, with reader: SQLiteReader) {
        var problem: Problem?
        switch use {
        case .statement:
            problem = self.problem(in: .statement, reader)
        case .expression:
            if let token = rendered.tokens.first, token.beginsQuery {
                report.add(.bareSubquery(literal, rendered))
                return
            }
            if rendered.endsWithLineComment {
                report.add(.trailingComment(literal, rendered.endOfTokens))
            }
            problem = self.problem(in: .expression, reader)
        case .any:
            // No statement begins with a parenthesis.
            let isPart = rendered.tokens.first?.text == "("
            for frame in Frame.all.dropFirst(isPart ? 1 : 0) {
                var attempt = self
                let found = attempt.problem(in: frame, reader)
                if found == nil {
                    self = attempt
                    return
                }
                problem = problem ?? found
                // The text follows the grammar of a statement.
                if problem?.isSyntaxError == false { break }
            }
        }
        guard let problem else { return }
        if use != .statement, let surplus = closedTooOften {
            report.add(.sqlite("near \")\": syntax error", literal, surplus))
            return
        }
        report.add(.sqlite(problem.message, literal, problem.position, apostropheFixIts()))
    }

    /// The position of an unmatched closing parenthesis. It would close a parenthesis of the statement around
    /// the text.
    private var closedTooOften: AbsolutePosition? {
        let rendered = RenderedSQL(source, substitutes: substitutes)
        var depth = 0
        for token in rendered.tokens {
            if token.text == "(" { depth += 1 }
            if token.text == ")" { depth -= 1 }
            if depth < 0 { return rendered.position(at: token.range.lowerBound) }
        }
        return nil
    }

    /// The first certain problem of the text inside a statement, or nil if there is none.
    private mutating func problem(in frame: Frame, _ reader: SQLiteReader) -> Problem? {
        for _ in 0...source.interpolations.count {
            let rendered = RenderedSQL(source, substitutes: substitutes)
            let finding = reader.read(frame, rendered)
            guard let message = finding.message else { return nil }
            guard finding.isSyntaxError else {
                return semanticProblem(message, finding.offset, rendered, in: frame)
            }
            // Text that is known only at run time may change the meaning of what follows it.
            let offset = finding.offset ?? rendered.bytes.count
            if let unknown = rendered.firstUnknown(source), offset >= unknown { return nil }
            guard offset < rendered.bytes.count else {
                return Problem(message: "incomplete input", position: rendered.endOfTokens)
            }
            if let index = rendered.interpolation(at: offset), substitutes[index] == nil,
                case .value = source.interpolations[index].kind,
                let substitute = substitute(forValue: index, in: frame, reader)
            {
                substitutes[index] = substitute
                if substitute != .query {
                    report.add(.misplacedValue(source.interpolations[index], substitute))
                }
                continue
            }
            return Problem(message: message, position: rendered.position(at: offset))
        }
        return nil
    }

    /// The placeholder for an interpolation at a position where SQLite does not expect a value.
    private func substitute(
        forValue index: Int, in frame: Frame, _ reader: SQLiteReader
    ) -> RenderedSQL.Substitute? {
        [.query, .name, .nothing].first { substitute in
            let rendered = RenderedSQL(
                source, substitutes: substitutes.merging([index: substitute]) { $1 })
            let finding = reader.read(frame, rendered)
            guard finding.isSyntaxError, let offset = finding.offset else { return true }
            return offset >= rendered.ranges[index].upperBound
        }
    }

    /// The problem for an error that SQLite finds after parsing, or nil if the error may depend on the database.
    private func semanticProblem(
        _ message: String, _ offset: Int?, _ rendered: RenderedSQL, in frame: Frame
    ) -> Problem? {
        guard frame == .statement, source.interpolations.isEmpty,
            SQLiteMessage.isCertain(message)
        else { return nil }
        let start = rendered.tokens.first?.range.lowerBound ?? 0
        return Problem(
            message: message, position: rendered.position(at: offset ?? start),
            isSyntaxError: false)
    }

    /// The fix-it for a string that ends at an unescaped apostrophe: `'O'Brien'`.
    private func apostropheFixIts() -> [FixIt] {
        let rendered = RenderedSQL(source, substitutes: substitutes)
        let tokens = rendered.tokens
        guard tokens.contains(where: { $0.kind == .illegal && $0.text.hasPrefix("'") }) else {
            return []
        }
        let pair = zip(tokens, tokens.dropFirst()).first { string, word in
            string.kind == .string && word.kind == .word
                && string.range.upperBound == word.range.lowerBound
        }
        guard let quote = pair?.0.range.upperBound else { return [] }
        return [.doubleQuote(rendered.source(of: quote - 1..<quote), literal)]
    }
}

extension SQLToken {
    fileprivate var isQuoted: Bool {
        switch kind {
        case .string, .identifier, .blob: true
        case .illegal: range.count > 1
        case .word, .number, .parameter, .punctuation: false
        }
    }

    /// Whether a statement that begins with the token is a query.
    fileprivate var beginsQuery: Bool {
        keyword == "SELECT" || keyword == "VALUES" || keyword == "WITH"
    }
}

extension RenderedSQL {
    fileprivate var endsWithLineComment: Bool {
        let rest = bytes[(tokens.last?.range.upperBound ?? 0)...]
        guard
            let line = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                .last
        else { return false }
        return String(decoding: line, as: UTF8.self).contains("--")
    }

    /// The first byte whose meaning depends on text that is known only at run time.
    fileprivate func firstUnknown(_ source: SourceSQL) -> Int? {
        source.interpolations.indices.first {
            if case .unknown = source.interpolations[$0].kind { true } else { false }
        }.map { ranges[$0].lowerBound }
    }
}
