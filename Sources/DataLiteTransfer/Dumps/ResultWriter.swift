import DataLiteCore

/// Writes results, one at a time.
package protocol ResultWriter: AnyObject {
    /// Begins a result.
    func begin(columns: [String]) throws

    /// Writes the current row of the statement.
    func add(rowOf statement: any StatementProtocol) throws

    /// Ends a result.
    func end() throws
}

extension ResultWriter {
    /// Runs a statement and writes its result if it has columns.
    package func write(_ statement: any StatementProtocol) throws {
        guard statement.columnCount() > 0 else {
            while try statement.step() {}
            return
        }
        // The first step may prepare the statement again, with other columns.
        var hasRow = try statement.step()
        try begin(columns: statement.columnNames())
        while hasRow {
            try add(rowOf: statement)
            hasRow = try statement.step()
        }
        try end()
    }

    /// Runs a bound statement, writes its result and ends the lease.
    func write(_ lease: StatementLease) throws {
        do {
            try write(lease.statement)
        } catch {
            lease.discard()
            throw error
        }
        try lease.end()
    }
}
