/// Runs a test with a mock, and verifies the mock at the end.
///
/// ```swift
/// try withMock { mock in
///     mock.expectExecute("DELETE FROM jobs")
///     try JobStore(connection: mock).clear()
/// }
/// ```
///
/// If the closure throws, the test has failed already: an unexpected call is reported unless it is
/// the error that was thrown, and nothing else is.
///
/// - Parameters:
///   - mock: The mock; by default, one for a script. A stub or a spy can be given.
///   - body: The test. It may send the mock into an actor.
/// - Returns: what the closure returns.
/// - Throws: what the closure throws.
@discardableResult
public func withMock<R>(
    _ mock: sending MockConnection? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: (sending MockConnection) throws -> R
) rethrows -> R {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let mock = mock ?? MockConnection(at: place)
    let record = mock.record
    do {
        let result = try body(mock)
        record.verify(fileID: fileID, filePath: filePath, line: line, column: column)
        return result
    } catch {
        record.verify(afterThrowing: error, at: place)
        throw error
    }
}

/// Runs an asynchronous test with a mock, and verifies the mock at the end: as the other
/// `withMock`.
@discardableResult
public func withMock<R>(
    _ mock: sending MockConnection? = nil, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ body: (sending MockConnection) async throws -> R
) async rethrows -> R {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let mock = mock ?? MockConnection(at: place)
    let record = mock.record
    do {
        let result = try await body(mock)
        record.verify(fileID: fileID, filePath: filePath, line: line, column: column)
        return result
    } catch {
        record.verify(afterThrowing: error, at: place)
        throw error
    }
}
