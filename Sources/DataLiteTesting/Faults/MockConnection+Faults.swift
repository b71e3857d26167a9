public import DataLiteCore

extension MockConnection {
    /// Makes calls fail.
    ///
    /// ```swift
    /// mock.fail(.step, "INSERT INTO jobs(name) VALUES (?)", with: .busy, times: 3)  // then fine
    /// mock.fail(.step(row: 2), with: .ioerrRead)
    /// mock.fail(.prepare, with: .nomem, skipping: 4)  // the fifth call
    /// ```
    ///
    /// The statement that fails has not been run: an expectation for it is still to be met, and a
    /// database that is spied on has not seen it. `SQLITE_FULL`, `SQLITE_IOERR` and `SQLITE_NOMEM`
    /// in a step roll an open transaction back, as they do in SQLite.
    ///
    /// - Parameters:
    ///   - place: The call that fails.
    ///   - pattern: The statements whose calls fail; nothing to do with `.close`.
    ///   - code: What SQLite answers.
    ///   - message: What SQLite says of it; by default, the explanation of the code.
    ///   - skipping: How many calls go well before.
    ///   - times: How many calls fail; `nil` for all.
    public func fail(
        _ place: FaultPlace, _ pattern: SQLPattern = .any, with code: ResultCode,
        message: String? = nil, skipping: Int = 0, times: Int? = 1
    ) {
        let error = SQLiteError(code, message: message ?? code.explanation)
        faults.add(
            Fault(
                place: place, pattern: pattern, error: error, delay: nil,
                skipping: max(skipping, 0), times: times.map { max($0, 0) }))
    }

    /// Makes a step wait, until it is interrupted or the time is over: then the statement goes on.
    ///
    /// ```swift
    /// mock.stall(.step, "SELECT * FROM huge", for: .seconds(60))
    /// let handle = mock.interruptHandle  // for another thread
    /// ```
    ///
    /// - Parameters:
    ///   - place: The step that waits.
    ///   - pattern: The statements whose steps wait.
    ///   - duration: How long at the most.
    ///   - times: How many steps wait; `nil` for all.
    public func stall(
        _ place: FaultPlace = .step, _ pattern: SQLPattern = .any, for duration: Duration,
        times: Int? = 1
    ) {
        faults.add(
            Fault(
                place: place, pattern: pattern, error: nil, delay: duration, skipping: 0,
                times: times.map { max($0, 0) }))
    }

    /// Takes back all faults that have not struck.
    public func clearFaults() { faults.removeAll() }

    /// Lets a fault strike, if there is one for the call.
    func strike(_ call: FaultPlace.Call, _ sql: String) throws(SQLiteError) {
        guard let fault = faults.take(call, sql) else { return }
        if let delay = fault.delay, interruptHandle.wait(for: delay) {
            throw failed(with: SQLiteError(.interrupt, message: "interrupted", sql: sql))
        }
        guard var error = fault.error else { return }
        error.sql = sql
        if case .step = call { rollBackIfFatal(error) }
        throw failed(with: error)
    }

    /// After these errors SQLite rolls the transaction back by itself.
    func rollBackIfFatal(_ error: SQLiteError) {
        let fatal: [ResultCode] = [.full, .ioerr, .nomem, .interrupt]
        guard fatal.contains(error.resultCode.primary), !isAutocommit else { return }
        abortTransaction()
    }
}
