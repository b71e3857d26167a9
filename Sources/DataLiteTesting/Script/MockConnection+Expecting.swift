// The calls that a test expects from the code under test. They are expected in the order in which
// these functions are called, except inside `inAnyOrder`.

extension MockConnection {
    /// Expects a statement to be prepared. Without this expectation, preparing is not checked.
    @discardableResult
    public func expectPrepare(
        _ pattern: SQLPattern, fileID: StaticString = #fileID, line: UInt = #line
    ) -> MockExpectation {
        expect(.prepare(pattern), fileID, line)
    }

    /// Expects a statement that returns no rows to be run.
    @discardableResult
    public func expectExecute(
        _ pattern: SQLPattern, fileID: StaticString = #fileID, line: UInt = #line
    ) -> MockExpectation {
        expect(.execute(pattern), fileID, line)
    }

    /// Expects a statement that can return rows to be run. Without
    /// ``MockExpectation/returning(_:)-(MockAnswer)``, it returns no row.
    @discardableResult
    public func expectQuery(
        _ pattern: SQLPattern, fileID: StaticString = #fileID, line: UInt = #line
    ) -> MockExpectation {
        expect(.query(pattern), fileID, line)
    }

    /// Expects a transaction to begin; `nil` for any transaction type.
    @discardableResult
    public func expectBegin(
        _ type: TransactionType? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) -> MockExpectation {
        expect(.begin(type), fileID, line)
    }

    /// Expects the transaction to be committed.
    @discardableResult
    public func expectCommit(
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> MockExpectation {
        expect(.commit, fileID, line)
    }

    /// Expects the transaction to be rolled back.
    @discardableResult
    public func expectRollback(
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> MockExpectation {
        expect(.rollback, fileID, line)
    }

    /// Expects a savepoint to begin.
    @discardableResult
    public func expectSavepoint(
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> MockExpectation {
        expect(.savepoint, fileID, line)
    }

    /// Expects a savepoint to be released.
    @discardableResult
    public func expectRelease(
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> MockExpectation {
        expect(.release, fileID, line)
    }

    /// Expects a rollback to a savepoint. `savepoint {}` releases it afterwards.
    @discardableResult
    public func expectRollbackToSavepoint(
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> MockExpectation {
        expect(.rollbackToSavepoint, fileID, line)
    }

    /// Expects a pragma to be read.
    @discardableResult
    public func expectPragma(
        _ pragma: Pragma, returning value: (any SQLiteBindable)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> MockExpectation {
        let expectation = expect(.pragma(pragma.name, value: nil), fileID, line)
        if let value {
            expectation.returning(.columns([pragma.name], rows: [[value]]))
        }
        return expectation
    }

    /// Expects a pragma to be set to a value.
    @discardableResult
    public func expectPragma(
        _ pragma: Pragma, setTo value: (any SQLiteBindable)?,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> MockExpectation {
        let text =
            switch value?.sqliteValue ?? .null {
            case .text(let text): text
            case let other: other.sqliteLiteral
            }
        return expect(.pragma(pragma.name, value: text), fileID, line)
    }

    /// Expects a function to be added.
    @discardableResult
    public func expectFunction(
        added name: String, fileID: StaticString = #fileID, line: UInt = #line
    ) -> MockExpectation {
        expect(.addFunction(name), fileID, line)
    }

    /// Expects a function to be removed.
    @discardableResult
    public func expectFunction(
        removed name: String, fileID: StaticString = #fileID, line: UInt = #line
    ) -> MockExpectation {
        expect(.removeFunction(name), fileID, line)
    }

    /// Expects the connection to be closed.
    @discardableResult
    public func expectClose(
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> MockExpectation {
        expect(.close, fileID, line)
    }

    /// Accepts the calls expected in the closure in any order, but before the calls expected after
    /// it.
    public func inAnyOrder(_ body: () throws -> Void) rethrows {
        let isOutermost = script.beginGroup()
        defer { if isOutermost { script.endGroup() } }
        try body()
    }

    private func expect(
        _ kind: MockExpectation.Kind, _ fileID: StaticString, _ line: UInt
    ) -> MockExpectation {
        let expectation = MockExpectation(kind, at: CallSite(fileID: fileID, line: line))
        script.append(expectation)
        record.append(expectation.progress)
        check(expectation)
        return expectation
    }
}

extension Pragma {
    /// The name without a schema, in lower case.
    fileprivate var name: String {
        (rawValue.split(separator: ".").last.map(String.init) ?? rawValue).lowercased()
    }
}
