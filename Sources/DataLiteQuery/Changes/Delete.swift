/// A statement that deletes rows of a table.
///
/// ```swift
/// try Reminder.where(\.isCompleted).delete().execute(db)
/// ```
public struct Delete<Model: _ChangeTarget>: Sendable {
    public let _change: _Change

    public init(_change: _Change) { self._change = _change }
}

extension Delete: RowChange, ChangeStatement, _CommonTableBody where Model: Table {}

extension Select where Output: Table, Columns == Output.Columns {
    /// Deletes the rows. To delete all rows of a table, write `Reminder.all.delete()`.
    public func delete() -> Delete<Output> {
        var query = self
        query.useOwnName()
        return Delete(_change: _Change(body: DeleteBody(rows: ChangedRows(query.core))))
    }
}

extension Delete where Model: Table {
    /// A delete that changes nothing and runs no statement.
    public static var none: Delete { Model.unscoped.none.delete() }
}

extension PrimaryKeyedTable {
    /// Deletes the row with the same primary key, even if it is outside the default scope.
    public static func delete(_ row: Self) -> Delete<Self> {
        let key = SQLNode(binding: storedKey(row.primaryKey))
        return Delete(
            _change: _Change(body: DeleteBody(rows: ChangedRows(tableDefinition, key: key))))
    }
}

struct DeleteBody: RowChangeBody {
    var rows: ChangedRows

    var isEmpty: Bool { rows.isNone }

    var isDelete: Bool { true }

    func write(returning: _SelectList?, to writer: inout _SQLWriter) {
        writer.write("DELETE FROM ")
        rows.writeTable(to: &writer)
        rows.writeConditionsOfDelete(to: &writer)
        writer.write(returning: returning, of: rows.table.columns)
    }
}
