import DataLiteCore
import DataLiteSourceSQL
import DataLiteSyntax
import SwiftSyntax

/// Checks the SQL of all files.
struct SourceCheck {
    let files: [SourceFile]
    let names: DeclaredNames
    /// The databases to check with. A statement must be valid for one of them.
    let databases: [SchemaDatabase]

    /// SQL in a source file, with the exemptions from comments.
    private typealias FoundSQL = (
        use: SQLUse, resolution: ResolvedText.Resolution, exemption: Exemption
    )

    func run() -> CheckReport {
        let found = files.concurrentMap { [names] file in
            SQLFinder.uses(in: file.tree).map { Self.found($0, in: file, names) }
        }
        let temporary = Set(
            found.joined().flatMap { found -> [String] in
                guard case .text(let text) = found.resolution else { return [] }
                return text.statements.compactMap {
                    StatementCheck.created(by: text.sql($0)).flatMap {
                        $0.isTemporary ? $0.name : nil
                    }
                }
            })
        var report = CheckReport(fileCount: files.count)
        for (file, found) in zip(files, found) {
            for unknown in file.unknownRules {
                report.entries.append(
                    file.entry(
                        .unknownRule,
                        "\(Exemption.marker) names the unknown rule '\(unknown.name)'",
                        at: unknown.place))
            }
            for found in found {
                switch found.resolution {
                case .text(let text):
                    check(text, temporary, found.exemption, in: file, &report)
                case .skipped(let reason):
                    let place = found.use.expression.positionAfterSkippingLeadingTrivia
                    report.entries.append(file.note(reason, at: place))
                case .none: break
                }
            }
        }
        return report
    }

    private static func found(
        _ use: SQLUse, in file: SourceFile, _ names: DeclaredNames
    ) -> FoundSQL {
        let resolution = ResolvedText.resolve(use, names)
        if case .none = resolution { return (use, .none, Exemption()) }
        let exemption = file.exemption(of: use.expression, callAt: use.call)
        return (use, exemption.coversAll ? .skipped(Exemption.marker) : resolution, exemption)
    }

    private func check(
        _ text: ResolvedText, _ temporary: Set<String>, _ exemption: Exemption,
        in file: SourceFile, _ report: inout CheckReport
    ) {
        var otherTables = temporary
        for problem in text.problems {
            report.entries.append(
                file.entry(problem.rule, problem.message, at: problem.position, exemption))
        }
        for range in text.statements.prefix(text.use.isScript ? .max : 1) {
            let sql = text.sql(range)
            switch outcome(of: sql, in: text, range, otherTables) {
            case .correct: report.statementCount += 1
            case .wrong(let problem):
                report.statementCount += 1
                let position = text.position(of: range, at: problem.offset)
                report.entries.append(
                    file.entry(problem.rule, problem.message, at: position, exemption))
            case .skipped(let reason):
                let position = text.rendered.position(at: range.lowerBound)
                report.entries.append(file.note(reason, at: position))
            }
            if let table = StatementCheck.created(by: sql) { otherTables.insert(table.name) }
        }
    }

    /// The best outcome of a statement with any of the databases.
    private func outcome(
        of sql: String, in text: ResolvedText, _ range: Range<Int>, _ otherTables: Set<String>
    ) -> StatementCheck.Outcome {
        var best: StatementCheck.Outcome?
        for database in databases {
            let check = StatementCheck(database: database, otherTables: otherTables)
            let outcome = text.known(check.check(sql), in: range)
            switch outcome {
            case .correct(let parameters):
                return text.mismatch(of: parameters, in: sql).map(StatementCheck.Outcome.wrong)
                    ?? outcome
            case .skipped:
                best = outcome
            case .wrong(let problem):
                // The statement is meant for the database that has the table.
                if best == nil || best?.rule == .noSuchTable && problem.rule != .noSuchTable {
                    best = outcome
                }
            }
        }
        return best ?? .correct(parameters: [])
    }
}

extension StatementCheck.Outcome {
    fileprivate var rule: Rule? {
        if case .wrong(let problem) = self { problem.rule } else { nil }
    }
}

extension SourceFile {
    /// An error, or a note if a comment exempts it.
    fileprivate func entry(
        _ rule: Rule, _ message: String, at position: AbsolutePosition, _ exemption: Exemption
    ) -> CheckReport.Entry {
        guard !exemption.rules.contains(rule) else {
            return note("\(Exemption.marker)(\(rule.rawValue))", at: position)
        }
        return entry(rule, message, at: location(of: position))
    }

    /// A note about a text that is not checked.
    fileprivate func note(_ reason: String, at position: AbsolutePosition) -> CheckReport.Entry {
        entry(nil, "skipped: \(reason)", at: location(of: position))
    }

    fileprivate func entry(
        _ rule: Rule?, _ message: String, at place: SourceLocation
    ) -> CheckReport.Entry {
        CheckReport.Entry(
            rule: rule, path: path, line: place.line, column: place.column,
            scalarColumn: scalarColumn(of: place), message: message)
    }
}
