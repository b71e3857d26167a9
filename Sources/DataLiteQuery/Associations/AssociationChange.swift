/// A change of the rows that belong to a row: ``HasMany/add(_:to:)``, ``HasMany/remove(_:from:)`` and
/// ``HasMany/replace(with:of:)``.
///
/// Default scopes do not apply: rows that they hide are changed, too.
public struct AssociationChange: Sendable {
    let statements: [SQL]
    let error: SQLiteError?

    /// Makes the change. Several statements run in a transaction, or in a savepoint of the open one.
    ///
    /// - Returns: The number of rows that were inserted, updated or deleted.
    /// - Throws: `SQLITE_MISUSE` if the association cannot be written; `SQLiteError` if SQLite reports an error, for
    ///   example because a foreign key may not be NULL.
    @discardableResult
    public func execute(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int {
        if let error { throw error }
        if statements.count == 1 { return try db.execute(statements[0]) }
        var count = 0
        try db.atomically {
            for statement in statements { count += try db.execute(statement) }
        }
        return count
    }
}

extension HasMany where Child: PrimaryKeyedTable {
    /// Makes rows belong to a parent.
    ///
    /// ```swift
    /// try RemindersList.reminders.add([milk, bread], to: list).execute(db)     // sets their remindersListID
    /// try Reminder.tags.add([urgent], to: reminder).execute(db)                // inserts into the join table
    /// ```
    ///
    /// The foreign key of the rows is updated. Through a join table, a row is inserted into the join table for each row
    /// that does not belong to the parent yet; its other columns get their default values.
    public func add(_ rows: [Child], to parent: Parent) -> AssociationChange {
        change(rows, of: parent) { [$0.addition] }
    }

    /// Makes rows no longer belong to a parent.
    ///
    /// The foreign key of the rows that belong to the parent becomes NULL, so the key must be optional. Through a join
    /// table, only rows of the join table are deleted.
    public func remove(_ rows: [Child], from parent: Parent) -> AssociationChange {
        change(rows, of: parent) { [$0.removal(isListed: true)] }
    }

    /// Makes exactly these rows belong to a parent: removes the others and adds those that are missing.
    public func replace(with rows: [Child], of parent: Parent) -> AssociationChange {
        change(rows, of: parent) { [$0.removal(isListed: false), $0.addition] }
    }

    private func change(
        _ rows: [Child], of parent: Parent, _ statements: (AssociationWriter) -> [SQLWriterPart]
    ) -> AssociationChange {
        let path = _path
        let key = path.links.count == 1 ? Child.keyNames : path.links[path.links.count - 1].key
        let keys = rows.map { StoredKeyValues(key, of: $0) }
        let parentKey = StoredKeyValues(path.parentKey, of: parent)
        let writer = AssociationWriter(
            path: path, parent: parentKey.values, key: key,
            table: path.links.count == 1 ? Child.tableDefinition : path.joinTable,
            rows: _ParentKeys(keys.map(\.values), width: key.count))
        let error =
            path.error ?? path.writingError ?? parentKey.error
            ?? keys.lazy.compactMap(\.error).first
            ?? (parentKey.containsNull || keys.contains(where: \.containsNull)
                ? .nullKey(Child.self) : nil)
        guard error == nil, writer.table != nil else {
            return AssociationChange(statements: [], error: error ?? .notWritable)
        }
        do {
            return AssociationChange(
                statements: try texts(of: statements(writer)), error: nil)
        } catch {
            return AssociationChange(statements: [], error: error)
        }
    }
}

private func texts(of parts: [SQLWriterPart]) throws(SQLiteError) -> [SQL] {
    var texts: [SQL] = []
    for part in parts { texts.append(try part.sql()) }
    return texts
}

extension Table {
    /// The names of the columns of the primary key.
    fileprivate static var keyNames: [String] {
        tableDefinition.columns.list.filter(\.isPrimaryKey).map(\.name)
    }
}

extension _AssociationPath {
    /// The join table, if the path is one from a table through a join table.
    fileprivate var joinTable: TableDefinition? {
        guard links.count == 2, case .table(let table) = links[0].core.from.kind else { return nil }
        return table
    }

    /// The reason that the association cannot be written: only some of its rows would be.
    fileprivate var writingError: SQLiteError? {
        if limit != nil || links.contains(where: { !$0.core.conditions.isEmpty }) {
            return .notWritable
        }
        return links.count > 2 ? .notWritable : nil
    }
}

extension SQLiteError {
    fileprivate static let notWritable = SQLiteError.misuse(
        "only an association with all rows of a table, or of a table through one join "
            + "table, can be written: not one with conditions, a limit or more tables")

    fileprivate static func nullKey(_ table: any Table.Type) -> SQLiteError {
        SQLiteError.misuse(
            "a row whose key is NULL cannot be added to an association with table "
                + "\"\(table.tableName)\"")
    }
}
