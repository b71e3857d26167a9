// The record of a mock, on the mock itself.

extension MockConnection {
    /// The calls made to this mock, in order.
    public var log: MockLog { record.log }

    /// Reports problems at the line of the caller: an unexpected call, missing calls, statements
    /// and transactions that were left open. In Swift Testing and in XCTest, each is a failure of
    /// the running test.
    ///
    /// A mock that is released without this call reports the same problems, at the line where it was created.
    ///
    /// - Returns: Whether there are no problems.
    @discardableResult
    public func verify(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Bool {
        recordTransaction()
        return record.verify(fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// The problems that ``verify(fileID:filePath:line:column:)`` would report. Problems read here are not reported
    /// again when the mock is released.
    public var problems: [String] {
        recordTransaction()
        return record.problems
    }

    /// The statements that were run and match a pattern, in order: see ``MockRecord/calls(_:)``.
    public func calls(_ pattern: SQLPattern = .any) -> [MockCall] { record.calls(pattern) }

    /// Reports a problem if a statement was not run as often as expected: see
    /// ``MockRecord/verifyRan(_:with:times:fileID:filePath:line:column:)-(SQLPattern,ParameterPattern...,Int?,StaticString,StaticString,UInt,UInt)``.
    @discardableResult
    public func verifyRan(
        _ pattern: SQLPattern, with parameters: ParameterPattern..., times: Int? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Bool {
        record.verify(
            pattern, ParameterPatterns(expected: parameters), times: times,
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Updates the record after the database itself may have ended a transaction.
    func recordTransaction() { record.setTransaction(isOpen: !isAutocommit) }

    /// Records an error and returns it, so that the caller can throw it.
    func failed(with error: SQLiteError, _ sql: String? = nil) -> SQLiteError {
        var error = error
        error.sql = error.sql ?? sql
        record.append(.failure(error.resultCode, error.sql ?? error.message))
        return error
    }

    /// Records a problem for the test, and returns the error for the code under test.
    func unexpected(_ message: String, _ sql: String? = nil) -> SQLiteError {
        record.fail(message)
        return failed(with: SQLiteError(.error, message: message, sql: sql))
    }
}
