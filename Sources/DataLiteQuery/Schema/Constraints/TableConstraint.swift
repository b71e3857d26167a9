/// A constraint of a table, or an option of it, that no single column declares.
///
/// ```swift
/// @Table struct Booking: Identifiable {
///     let id: Int
///     var room: Int
///     var day: Date
///     var nights = 1
///
///     static var constraints: [TableConstraint<Booking>] {
///         [
///             .unique(\.room, \.day),
///             .check { $0.nights > 0 && $0.nights < 100 }.named("nights_in_range"),
///         ]
///     }
/// }
/// ```
///
/// `createTable` writes the constraints, and `differences` compares them with a database. `ALTER TABLE` cannot add a
/// constraint to a table that exists: create a new table and move the rows
/// (<https://sqlite.org/lang_altertable.html#otheralter>).
public struct TableConstraint<Model: Table>: Sendable {
    var definition: ConstraintDefinition

    init(_ kind: ConstraintDefinition.Kind) { definition = ConstraintDefinition(kind: kind) }

    /// The constraint with a name, which SQLite reports when a change violates it: `CONSTRAINT "name" CHECK (...)`.
    ///
    /// `differences` ignores the name.
    public func named(_ name: String) -> Self {
        var copy = self
        copy.definition.name = name
        return copy
    }

    /// A condition that every row satisfies: `CHECK ("nights" > 0)`.
    ///
    /// A condition that is NULL accepts the row, unlike in `where`. The condition can contain neither a subquery nor
    /// columns of another table: `createTable` then throws. Values are written in the form of their column. SQLite
    /// throws `SQLITE_CONSTRAINT_CHECK` for a change that violates the condition.
    public static func check(
        @ConditionBuilder _ condition: (Model.Columns) -> SQLExpression<Bool>
    ) -> Self {
        Self(.check(condition(Model.columns).node))
    }

    /// A condition as SQL text, such as `"nights > 0"`. Never pass text from outside the program.
    public static func check(sql: String) -> Self { Self(.checkText(sql)) }

    /// Columns whose values no two rows share: `UNIQUE ("room", "day")`. Rows with a NULL in one of them never
    /// conflict.
    ///
    /// A group stands for all its columns.
    public static func unique<First: Selectable, each Other: Selectable>(
        _ column: KeyPath<Model.Columns, First>,
        _ others: repeat KeyPath<Model.Columns, each Other>
    ) -> Self {
        let all = Model.columns
        var list = _SelectList(all[keyPath: column])
        repeat all[keyPath: each others]._appendColumns(to: &list)
        return Self(.unique(list.columnNames))
    }

    /// A table that is stored in the order of its primary key, without a rowid: `WITHOUT ROWID`.
    ///
    /// The table needs a primary key, which the database does not assign: every insert gives it a value. The table has
    /// no `rowid`, and neither `lastInsertRowID` nor update hooks report its rows
    /// (<https://sqlite.org/withoutrowid.html>).
    public static var withoutRowID: Self { Self(.withoutRowID) }

    /// A table that never gives a new row the key of a deleted one: `AUTOINCREMENT`.
    ///
    /// Without it, a new row gets the greatest key in the table plus one, which may have been the key of a deleted row.
    /// The primary key must be one column of integers, and the table cannot be ``withoutRowID``: `createTable` then
    /// throws. SQLite keeps the greatest key in the table `sqlite_sequence` (<https://sqlite.org/autoinc.html>).
    public static var autoincrement: Self { Self(.autoincrement) }

    /// A table that accepts only values of the declared types, as with `createTable(strict: true)`: `STRICT`.
    public static var strict: Self { Self(.strict) }
}

extension _SelectList {
    /// The names of the selected columns; `nil` for an expression.
    var columnNames: [String?] { fields.map(\.node.columnName) }
}

extension TableConstraint {
    /// Columns that refer to columns of another table: `FOREIGN KEY ("room", "day") REFERENCES "rooms" ("id", "day")`.
    ///
    /// ```swift
    /// .foreignKey(\.albumID, \.position, references: Track.self, \.albumID, \.position, onDelete: .cascade)
    /// ```
    ///
    /// The other columns must be that table's primary key, or have a unique constraint or index. `createTable` throws
    /// if the numbers of columns or their types differ.
    ///
    /// - Parameters:
    ///   - column: The first column of this table. A group stands for all its columns.
    ///   - others: The other columns of this table.
    ///   - table: The other table.
    ///   - key: The first column of the other table.
    ///   - keys: The other columns of the other table, in the order of the columns of this table.
    ///   - onDelete: The action when the referenced row is deleted.
    ///   - onUpdate: The action when the referenced columns change.
    ///   - deferred: Whether the constraint is checked only when the transaction commits.
    public static func foreignKey<
        First: Selectable, each Rest: Selectable, Other: Table, Key: Selectable,
        each Keys: Selectable
    >(
        _ column: KeyPath<Model.Columns, First>,
        _ others: repeat KeyPath<Model.Columns, each Rest>,
        references table: Other.Type,
        _ key: KeyPath<Other.Columns, Key>, _ keys: repeat KeyPath<Other.Columns, each Keys>,
        onDelete: ForeignKeyAction? = nil, onUpdate: ForeignKeyAction? = nil,
        deferred: Bool = false
    ) -> Self {
        let all = Model.columns
        var list = _SelectList(all[keyPath: column])
        repeat all[keyPath: each others]._appendColumns(to: &list)
        let referenced = Other.columns
        var keyList = _SelectList(referenced[keyPath: key])
        repeat referenced[keyPath: each keys]._appendColumns(to: &keyList)
        return Self(
            .foreignKey(
                ForeignKeyDefinition(
                    columns: list.columnNames, table: table, keys: keyList.columnNames,
                    onDelete: onDelete, onUpdate: onUpdate, isDeferred: deferred)))
    }

    /// Columns that refer to the primary key of another table, which may consist of several columns.
    ///
    /// ```swift
    /// .foreignKey(\.albumID, \.position, references: Track.self, onDelete: .cascade)
    /// ```
    ///
    /// - Parameters:
    ///   - column: The first column of this table. A group stands for all its columns.
    ///   - others: The other columns of this table, in the order of the other table's key.
    ///   - table: The other table.
    ///   - onDelete: The action when the referenced row is deleted.
    ///   - onUpdate: The action when the referenced key changes.
    ///   - deferred: Whether the constraint is checked only when the transaction commits.
    public static func foreignKey<First: Selectable, each Rest: Selectable, Other: Table>(
        _ column: KeyPath<Model.Columns, First>,
        _ others: repeat KeyPath<Model.Columns, each Rest>,
        references table: Other.Type,
        onDelete: ForeignKeyAction? = nil, onUpdate: ForeignKeyAction? = nil,
        deferred: Bool = false
    ) -> Self {
        let all = Model.columns
        var list = _SelectList(all[keyPath: column])
        repeat all[keyPath: each others]._appendColumns(to: &list)
        return Self(
            .foreignKey(
                ForeignKeyDefinition(
                    columns: list.columnNames, table: table, keys: nil, onDelete: onDelete,
                    onUpdate: onUpdate, isDeferred: deferred)))
    }
}
