import DataLiteCore
import DataLiteSourceSQL
import DataLiteSyntax
import SwiftSyntax

/// Checks the SQL of all files.
struct SourceCheck {
    let files: [SourceFile]
    let names: DeclaredNames
    let database: SchemaDatabase

    func run() -> CheckReport {
        let resolved = files.map { file in
            SQLFinder.uses(in: file.tree).map { ($0, resolution(of: $0, in: file)) }
        }
        let temporary = Set(
            resolved.joined().flatMap { _, resolution -> [String] in
                guard case .text(let text) = resolution else { return [] }
                return text.statements.compactMap {
                    StatementCheck.created(by: text.sql($0)).flatMap {
                        $0.isTemporary ? $0.name : nil
                    }
                }
            })
        var report = CheckReport(fileCount: files.count)
        for (file, uses) in zip(files, resolved) {
            for (use, resolution) in uses {
                switch resolution {
                case .text(let text):
                    check(text, temporary, in: file, &report)
                case .skipped(let reason):
                    let place = use.expression.positionAfterSkippingLeadingTrivia
                    report.entries.append(file.entry(.note, "skipped: \(reason)", at: place))
                case .none: break
                }
            }
        }
        return report
    }

    private func resolution(of use: SQLUse, in file: SourceFile) -> ResolvedText.Resolution {
        let resolution = ResolvedText.resolve(use, names)
        if case .none = resolution { return .none }
        return file.isExempt(use.expression, callAt: use.call)
            ? .skipped(SourceFile.exemption) : resolution
    }

    private func check(
        _ text: ResolvedText, _ temporary: Set<String>, in file: SourceFile,
        _ report: inout CheckReport
    ) {
        var otherTables = temporary
        for problem in text.problems {
            report.entries.append(file.entry(.error, problem.message, at: problem.position))
        }
        for range in text.statements.prefix(text.use.isScript ? .max : 1) {
            let sql = text.sql(range)
            let check = StatementCheck(database: database, otherTables: otherTables)
            var outcome = text.known(check.check(sql), in: range)
            if case .correct(let parameters) = outcome,
                let mismatch = text.mismatch(of: parameters, in: sql)
            {
                outcome = mismatch
            }
            switch outcome {
            case .correct: report.statementCount += 1
            case .wrong(let message, let offset):
                report.statementCount += 1
                let position = text.position(of: range, at: offset)
                report.entries.append(file.entry(.error, message, at: position))
            case .skipped(let reason):
                let position = text.rendered.position(at: range.lowerBound)
                report.entries.append(file.entry(.note, "skipped: \(reason)", at: position))
            }
            if let table = StatementCheck.created(by: sql) { otherTables.insert(table.name) }
        }
    }
}

extension SourceFile {
    fileprivate func entry(
        _ kind: CheckReport.Entry.Kind, _ message: String, at position: AbsolutePosition
    ) -> CheckReport.Entry {
        let place = location(of: position)
        return CheckReport.Entry(
            kind: kind, path: path, line: place.line, column: place.column, message: message)
    }
}
