public import DataLiteCore
import DataLiteSyntax

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
    /// in a step roll an open transaction back, as they do in SQLite; so does `SQLITE_INTERRUPT`
    /// for a statement that writes.
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
            Fault(place, pattern, error: error, delay: nil, skipping: skipping, times: times))
    }

    /// Makes a call wait, until it is interrupted or the time is over: then it goes on.
    ///
    /// ```swift
    /// mock.stall(.step, "SELECT * FROM huge", for: .seconds(60))
    /// let handle = mock.interruptHandle  // for another thread
    /// ```
    ///
    /// - Parameters:
    ///   - place: The call that waits: the first step of a run, unless told otherwise.
    ///   - pattern: The statements whose calls wait; nothing to do with `.close`.
    ///   - duration: How long at the most.
    ///   - times: How many calls wait; `nil` for all.
    public func stall(
        _ place: FaultPlace = .step, _ pattern: SQLPattern = .any, for duration: Duration,
        times: Int? = 1
    ) {
        faults.add(
            Fault(place, pattern, error: nil, delay: duration, skipping: 0, times: times))
    }

    /// Takes back all faults that have not struck.
    public func clearFaults() { faults.removeAll() }

    /// Lets a fault strike, if there is one for the call.
    func strike(_ call: FaultPlace.Call, _ sql: String) throws(SQLiteError) {
        // A predicate of the test may change the faults: they are not held while it is asked.
        let faults = faults
        guard let fault = faults.take(call, sql), var error = outcome(of: fault) else { return }
        error.sql = sql
        if case .step = call { rollBackIfFatal(error, sql) }
        throw failed(with: error)
    }

    private func outcome(of fault: Fault) -> SQLiteError? {
        if let delay = fault.delay, interruptHandle.wait(for: delay) { return .interrupted }
        return fault.error
    }

    /// After these errors SQLite rolls the transaction back by itself; after an interrupt, only if
    /// the statement writes (<https://sqlite.org/c3ref/interrupt.html>).
    func rollBackIfFatal(_ error: SQLiteError, _ sql: String) {
        guard !isAutocommit else { return }
        switch error.resultCode.primary {
        case .full, .ioerr, .nomem: abortTransaction()
        case .interrupt:
            let kind = SQLText.kind(sql)
            if kind == .write || kind == .schema { abortTransaction() }
        default: break
        }
    }
}

extension SQLiteError {
    /// What a statement ends with that was interrupted.
    static var interrupted: SQLiteError { SQLiteError(.interrupt, message: "interrupted") }
}
