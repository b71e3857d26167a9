/// A run of a statement, from its first step to its reset.
final class MockRun {
    private let connection: MockConnection
    private let text: StatementText
    private let real: (any StatementProtocol)?
    private let number: Int

    /// The answer of the test; `nil` if the underlying database returns the rows.
    private(set) var answer: MockAnswer? = .done
    private var rowCount = 0

    /// Whether there are no more rows or the run has failed.
    private(set) var isOver = false

    /// Whether the run has reached its end without an error.
    private(set) var isAtEnd = false

    init(of text: StatementText, on connection: MockConnection, real: (any StatementProtocol)?) {
        self.text = text
        self.connection = connection
        self.real = real
        connection.interruption.runDidBegin()
        number = connection.record.runDidBegin(text.sql)
    }

    deinit { end() }

    /// Obtains the answer to the statement.
    func begin(_ call: MockCall, unbound: [Int], columns: ResultColumns) throws(SQLiteError) {
        do throws(SQLiteError) {
            // A statement that begins while other statements are being interrupted is interrupted
            // as well.
            try requireNoInterrupt()
            answer = try connection.answer(to: call, unbound: unbound, columns: columns)
        } catch {
            end()
            throw error
        }
    }

    /// Advances to the next row.
    func next() throws(SQLiteError) -> Bool {
        do throws(SQLiteError) {
            if rowCount > 0 { try requireNoFault() }
            guard try hasNextRow() else {
                isAtEnd = true
                end()
                return false
            }
        } catch {
            end()
            throw error
        }
        rowCount += 1
        connection.record.runDidStep(number, rows: rowCount)
        return true
    }

    private func hasNextRow() throws(SQLiteError) -> Bool {
        if let answer { return rowCount < answer.rows.count }
        do {
            return try real?.step() ?? false
        } catch {
            throw connection.failed(with: error)
        }
    }

    private func requireNoFault() throws(SQLiteError) {
        do throws(SQLiteError) {
            try connection.throwFault(at: .step(row: rowCount), text)
            try requireNoInterrupt()
        } catch {
            // The database is not affected by the fault, and would continue with the next row.
            try? real?.reset()
            throw error
        }
    }

    private func requireNoInterrupt() throws(SQLiteError) {
        guard connection.interruption.isPending else { return }
        connection.rollBackIfFatal(.interrupted, text)
        throw connection.failed(with: .interrupted, text.sql)
    }

    func end() {
        guard !isOver else { return }
        isOver = true
        connection.interruption.runDidEnd()
        connection.record.runDidEnd(number)
        connection.recordTransaction()
    }

    /// The current row, if the test answered this run.
    var row: SQLiteRow? {
        guard !isOver, let answer, rowCount > 0 else { return nil }
        return answer.rows[rowCount - 1]
    }
}
