/// Runs a test with a mock, and verifies the mock at the end.
///
/// ```swift
/// try withMock { mock in
///     mock.expectExecute("DELETE FROM jobs")
///     try JobStore(connection: mock).clear()
/// }
/// ```
///
/// If the closure throws an error, the test has already failed. In that case only an unexpected
/// call is reported, and only if its error is not the thrown error.
///
/// - Parameters:
///   - mock: The mock, for example a stub or a spy; by default, a mock for a script.
///   - body: The test. It may send the mock into an actor.
/// - Returns: The result of the closure.
/// - Throws: Any error thrown by the closure.
@discardableResult
public func withMock<R>(
    _ mock: sending MockConnection? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: (sending MockConnection) throws -> R
) rethrows -> R {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let mock = mock ?? MockConnection(at: site)
    let record = mock.record
    do {
        let result = try body(mock)
        record.verify(fileID: fileID, filePath: filePath, line: line, column: column)
        return result
    } catch {
        record.verify(afterThrowing: error, at: site)
        throw error
    }
}

/// Runs an asynchronous test with a mock, and verifies the mock at the end.
@discardableResult
public func withMock<R>(
    _ mock: sending MockConnection? = nil, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ body: (sending MockConnection) async throws -> R
) async rethrows -> R {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let mock = mock ?? MockConnection(at: site)
    let record = mock.record
    do {
        let result = try await body(mock)
        record.verify(fileID: fileID, filePath: filePath, line: line, column: column)
        return result
    } catch {
        record.verify(afterThrowing: error, at: site)
        throw error
    }
}
