/// A statement that inserts, updates or deletes rows of a table.
public protocol ChangeStatement<Model>: Sendable {
    /// The table.
    associatedtype Model: Table

    /// What the statement does.
    var _change: _Change { get }
}

/// What a ``ChangeStatement`` does.
public struct _Change: Sendable {
    let body: any ChangeBody
}

/// A change as it is rendered and run.
protocol ChangeBody: Sendable {
    /// Whether there is nothing to do: no row to insert, or no column to set. Then no statement is
    /// run.
    var isEmpty: Bool { get }

    /// Writes the change as one statement.
    ///
    /// - Parameter returning: What the statement returns for each row.
    func write(returning: _SelectList?, to writer: inout _SQLWriter)

    /// Runs the change, and calls a closure with each of its statements. The closure steps them.
    ///
    /// - Returns: how many rows were changed.
    func run(
        on db: any ConnectionProtocol, returning: _SelectList?,
        _ step: (StatementLease) throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> Int
}

extension ChangeBody {
    func run(
        on db: any ConnectionProtocol, returning: _SelectList?,
        _ step: (StatementLease) throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> Int {
        guard !isEmpty else { return 0 }
        let lease = try _SQLWriter.withScratch { writer throws(SQLiteError) in
            write(returning: returning, to: &writer)
            return try writer.start(on: db)
        }
        try lease.use(step)
        return Int(db.changes)
    }

    func sql(returning: _SelectList?) throws(SQLiteError) -> SQL {
        try _SQLWriter.withScratch { writer throws(SQLiteError) in
            write(returning: returning, to: &writer)
            return try writer.finish()
        }
    }
}

extension ChangeStatement {
    /// The statement: its text, and the values of its parameters.
    ///
    /// - Throws: what is wrong with the statement; `SQLITE_MISUSE` for rows to be inserted that do
    ///   not all set the same columns, because they need several statements.
    public func sql() throws(SQLiteError) -> SQL {
        try _change.body.sql(returning: nil)
    }

    /// Runs the statement.
    ///
    /// - Returns: the number of rows that were inserted, updated or deleted. Rows that triggers and
    ///   foreign keys have changed do not count.
    /// - Throws: what SQLite reports, and what is wrong with the statement. Nothing has been changed
    ///   then, with two exceptions: with `or: .fail`, a single statement keeps the rows that it has
    ///   changed before the one that failed, and `or: .rollback` rolls back the transaction.
    @discardableResult
    public func execute(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int {
        try _change.body.run(on: db, returning: nil) { lease throws(SQLiteError) in
            try lease.stepToEnd()
        }
    }
}

extension _SQLWriter {
    /// Writes ` RETURNING a, b`, if anything is returned.
    mutating func write(returning list: _SelectList?) {
        guard let list else { return }
        write(" RETURNING ")
        list.write(to: &self)
    }

    /// Writes ` OR IGNORE` and the like.
    mutating func write(or conflict: ConflictResolution?) {
        guard let conflict else { return }
        write(" OR ")
        write(raw: conflict.rawValue)
    }
}
