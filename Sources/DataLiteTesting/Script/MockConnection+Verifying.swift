import DataLiteCore
import IssueReporting

extension MockConnection {
    /// Reports, at the line of the caller, all that has not been as it should: calls that nobody
    /// expected, calls that have not come, statements and cursors that were left open, a transaction
    /// that was left open. In Swift Testing and in XCTest, each is a failure of the running test.
    ///
    /// - Returns: whether all is well.
    @discardableResult
    public func verify(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Bool {
        let problems = problems
        for problem in problems {
            reportIssue(problem, fileID: fileID, filePath: filePath, line: line, column: column)
        }
        return problems.isEmpty
    }

    /// What ``verify(fileID:filePath:line:column:)`` would report.
    public var problems: [String] {
        failures + unmet + leftOpen + (isAutocommit ? [] : ["a transaction was left open"])
    }

    private var unmet: [String] {
        script.all.filter { !$0.isSatisfied }.map { expectation in
            let missing = expectation.least - expectation.count
            return "a call has not come: \(expectation)"
                + (expectation.least == 1 ? "" : ", \(missing) of \(expectation.least) times")
        }
    }

    private var leftOpen: [String] {
        livingStatements.filter(\.isRunning).map { statement in
            "a statement was left open after \(statement.rowsGiven) rows: " + statement.sql
        }
    }
}
