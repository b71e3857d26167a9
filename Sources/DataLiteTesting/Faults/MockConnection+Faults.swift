extension MockConnection {
    /// Makes calls fail.
    ///
    /// ```swift
    /// mock.fail(.step, "INSERT INTO jobs(name) VALUES (?)", with: .busy, times: 3)  // then fine
    /// mock.fail(.step(row: 2), with: .ioerrRead)
    /// mock.fail(.prepare, with: .nomem, skipping: 4)  // the fifth call
    /// ```
    ///
    /// The statement that fails is not run: an expectation for it stays open, and the underlying
    /// database of a spy does not receive it. As in SQLite, some errors in a step roll back an open
    /// transaction: `SQLITE_FULL`, `SQLITE_IOERR`, `SQLITE_NOMEM`, `SQLITE_INTERRUPT` for a
    /// statement that writes, and a failed constraint in a statement with `OR ROLLBACK`.
    ///
    /// - Parameters:
    ///   - place: The call that fails.
    ///   - pattern: The statements whose calls fail; ignored for `.close`.
    ///   - code: The result code.
    ///   - message: The error message; by default, the explanation of the code.
    ///   - skipping: The number of calls that succeed first.
    ///   - times: The number of calls that fail; `nil` for all.
    public func fail(
        _ place: FaultPoint, _ pattern: SQLPattern = .any, with code: ResultCode,
        message: String? = nil, skipping: Int = 0, times: Int? = 1
    ) {
        let error = SQLiteError(code, message: message ?? code.explanation)
        faults.add(
            Fault(place, pattern, error: error, delay: nil, skipping: skipping, times: times))
    }

    /// Makes a call wait until it is interrupted or the time has passed. If the time has passed,
    /// the call continues.
    ///
    /// ```swift
    /// mock.stall(.step, "SELECT * FROM huge", for: .seconds(60))
    /// let handle = mock.interruptHandle  // for another thread
    /// ```
    ///
    /// - Parameters:
    ///   - place: The call that waits; by default, the first step of a run.
    ///   - pattern: The statements whose calls wait; ignored for `.close`.
    ///   - duration: The longest time to wait.
    ///   - times: The number of calls that wait; `nil` for all.
    public func stall(
        _ place: FaultPoint = .step, _ pattern: SQLPattern = .any, for duration: Duration,
        times: Int? = 1
    ) {
        faults.add(
            Fault(place, pattern, error: nil, delay: duration, skipping: 0, times: times))
    }

    /// Removes all remaining faults.
    public func clearFaults() { faults.removeAll() }

    /// Throws the error of a fault, if there is one for the call.
    func throwFault(at call: FaultPoint.Call, _ text: StatementText) throws(SQLiteError) {
        // A predicate of the test may change the faults, so they are copied.
        let faults = faults
        guard let fault = faults.take(call, text), var error = outcome(of: fault) else { return }
        error.sql = text.sql
        if case .step = call { rollBackIfFatal(error, text) }
        throw failed(with: error)
    }

    private func outcome(of fault: Fault) -> SQLiteError? {
        if let delay = fault.delay, interruption.wait(for: delay) { return .interrupted }
        return fault.error
    }
}

extension SQLiteError {
    /// The error of an interrupted statement.
    static var interrupted: SQLiteError { SQLiteError(.interrupt, message: "interrupted") }
}
