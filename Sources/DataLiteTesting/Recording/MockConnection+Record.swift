import DataLiteCore

// What the record of a mock tells, on the mock itself.

extension MockConnection {
    /// What was done to this mock, in order.
    public var log: MockLog { record.log }

    /// Reports, at the line of the caller, what is wrong: an unexpected call, calls that have not
    /// come, statements and transactions that were left open. In Swift Testing and in
    /// XCTest, each is a failure of the running test.
    ///
    /// A mock that is released without it reports the same, at the line where it was made.
    ///
    /// - Returns: whether nothing is wrong.
    @discardableResult
    public func verify(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Bool {
        recordTransaction()
        return record.verify(fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// What ``verify(fileID:filePath:line:column:)`` would report. A problem that was read here is
    /// not reported again when the mock is released.
    public var problems: [String] {
        recordTransaction()
        return record.problems
    }

    /// The statements that were run and match, in order: see ``MockRecord/calls(_:)``.
    public func calls(_ pattern: SQLPattern = .any) -> [MockCall] { record.calls(pattern) }

    /// Reports a statement that was not run as often as it should have been: see
    /// ``MockRecord/verifyRan(_:with:times:fileID:filePath:line:column:)-(SQLPattern,ParameterPattern...,Int?,StaticString,StaticString,UInt,UInt)``.
    @discardableResult
    public func verifyRan(
        _ pattern: SQLPattern, with parameters: ParameterPattern..., times: Int? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Bool {
        record.verify(
            pattern, ParameterPatterns(expected: parameters), times: times,
            at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Keeps the record up to date with a transaction that the database itself has ended.
    func recordTransaction() { record.setTransaction(isOpen: !isAutocommit) }

    /// Records an error, to be thrown.
    func failed(with error: SQLiteError, _ sql: String? = nil) -> SQLiteError {
        var error = error
        error.sql = error.sql ?? sql
        record.append(.failure(error.resultCode, error.sql ?? error.message))
        return error
    }

    /// Records what the test has to be told, and makes the error that the code under test gets.
    func unexpected(_ message: String, _ sql: String? = nil) -> SQLiteError {
        record.fail(message)
        return failed(with: SQLiteError(.error, message: message, sql: sql))
    }
}
