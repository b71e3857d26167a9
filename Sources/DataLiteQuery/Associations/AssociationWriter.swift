/// A statement that is written when all its parts are known.
struct SQLWriterPart {
    let write: (inout _SQLWriter) -> Void

    func sql() throws(SQLiteError) -> SQL {
        try _SQLWriter.withScratch { writer throws(SQLiteError) in
            write(&writer)
            return try writer.finish()
        }
    }
}

/// Writes the statements that change which rows belong to a parent.
struct AssociationWriter {
    let path: _AssociationPath
    /// The key of the parent.
    let parent: [SQLiteValue]
    /// The columns by which the rows are found.
    let key: [String]
    /// The table that is changed: that of the rows, or the join table.
    let table: TableDefinition?
    /// The keys of the rows.
    let rows: _ParentKeys

    private var isJoined: Bool { path.links.count > 1 }

    /// The columns of the changed table that refer to the parent.
    private var parentColumns: [String] { path.links[0].key }

    /// The columns of the changed table that identify a row of the association.
    private var rowColumns: [String] { isJoined ? path.links[0].nextKey : key }

    var addition: SQLWriterPart {
        SQLWriterPart { writer in if isJoined { insert(&writer) } else { update(&writer) } }
    }

    /// - Parameter isListed: Whether the listed rows are removed, instead of all others.
    func removal(isListed: Bool) -> SQLWriterPart {
        SQLWriterPart { writer in
            writer.write(isJoined ? "DELETE FROM " : "UPDATE ")
            writeTable(to: &writer)
            if !isJoined {
                writer.write(" SET ")
                writer.writeList(parentColumns) {
                    $0.writeName($1)
                    $0.write(" = NULL")
                }
            }
            writer.write(" WHERE ")
            writeParent(to: &writer)
            writer.write(" AND ")
            writeListed(isListed: isListed, to: &writer)
        }
    }

    /// Sets the foreign keys of the rows.
    private func update(_ writer: inout _SQLWriter) {
        writer.write("UPDATE ")
        writeTable(to: &writer)
        writer.write(" SET ")
        writer.writeList(Array(zip(parentColumns, parent))) {
            $0.writeName($1.0)
            $0.write(" = ")
            $0.write(parameter: $1.1)
        }
        writer.write(" WHERE ")
        writeListed(isListed: true, to: &writer)
    }

    /// Inserts the missing rows of the join table.
    private func insert(_ writer: inout _SQLWriter) {
        let keys = KeyTable(rows)
        writer.write("INSERT INTO ")
        writeTable(to: &writer)
        writer.write("(")
        writer.writeList(parentColumns + rowColumns) { $0.writeName($1) }
        writer.write(") SELECT ")
        writer.writeList(parent) { $0.write(parameter: $1) }
        for column in keys.columnNames {
            writer.write(", ")
            writer.writeColumn("keys", column)
        }
        writer.write(" FROM ")
        keys.write(to: &writer)
        writer.write(" AS \"keys\" WHERE NOT EXISTS (SELECT 1 FROM ")
        writeTable(to: &writer)
        writer.write(" WHERE ")
        writeParent(to: &writer)
        for (name, column) in zip(rowColumns, keys.columnNames) {
            writer.write(" AND ")
            writeColumn(name, to: &writer)
            writer.write(" = ")
            writer.writeColumn("keys", column)
        }
        writer.write(")")
    }

    private func writeTable(to writer: inout _SQLWriter) {
        if let table { writer.write(bytes: table.quotedName) }
    }

    private func writeColumn(_ name: String, to writer: inout _SQLWriter) {
        writer.writeColumn(table?.name ?? "", name)
    }

    /// Writes the condition that a row belongs to the parent.
    private func writeParent(to writer: inout _SQLWriter) {
        for (index, (name, value)) in zip(parentColumns, parent).enumerated() {
            if index > 0 { writer.write(" AND ") }
            writeColumn(name, to: &writer)
            writer.write(" = ")
            writer.write(parameter: value)
        }
    }

    /// Writes the condition that a row is one of the given ones, or none of them.
    private func writeListed(isListed: Bool, to writer: inout _SQLWriter) {
        let keys = KeyTable(rows)
        let columns = rowColumns
        if columns.count > 1 { writer.write("(") }
        writer.writeList(columns) { writeColumn($1, to: &$0) }
        if columns.count > 1 { writer.write(")") }
        writer.write(isListed ? " IN (SELECT " : " NOT IN (SELECT ")
        writer.writeList(keys.columnNames) { $0.writeColumn("keys", $1) }
        writer.write(" FROM ")
        keys.write(to: &writer)
        writer.write(" AS \"keys\")")
        guard !isListed, isJoined else { return }
        // Every value is not in an empty list, even NULL.
        for name in columns {
            writer.write(" AND ")
            writeColumn(name, to: &writer)
            writer.write(" IS NOT NULL")
        }
    }
}

extension _ParentKeys {
    /// The keys of rows in memory, none of which contains NULL.
    init(_ keys: [[SQLiteValue]], width: Int) {
        self.init(positions: Array(0..<width))
        for key in keys { append(key) }
    }
}

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
