/// `SET`: the columns that an update changes, or that a new row sets.
///
/// ```swift
/// let person = schema.into(Person.self)
/// Update(person)
/// Setting(person) { row in
///     row.age = 42
/// }
/// Where(person.id == id)
/// ```
///
/// A column can be assigned a value, `nil`, an expression such as a named parameter, or a query. In the closure,
/// `row` also has the current values.
///
/// After `Insert`, it assigns the columns of one new row. All other columns get their default.
public struct Setting<Model: Table>: Sendable {
    let assignments: AssembledAssignments<Model>

    /// Assigns expressions and values to columns of the table.
    public init<Columns: ColumnSet>(_ table: Columns, _ update: (inout Updates<Model>) -> Void)
    where Columns.Model == Model, Columns.Output == Model {
        assignments = AssembledAssignments(table._source, update)
    }
}

/// `DEFAULT VALUES`: inserts a row with the default values of all columns.
public struct DefaultValues: Sendable {
    /// Creates the clause.
    public init() {}
}

/// All rows, where an update or a delete needs a condition.
///
/// ```swift
/// Delete(reminder)
/// AllRows()
/// ```
public struct AllRows: Sendable {
    /// Creates the clause.
    public init() {}

    var _clause: _AnyClause { _AnyClause(part: .allRows) }
}

extension Values where Output: TableDraft {
    /// A draft, as the row of an `Insert` clause.
    public init(_ draft: Output) { self.init(inserting: [draft]) }

    /// Drafts, as the rows of an `Insert` clause.
    public init(_ drafts: [Output]) { self.init(inserting: drafts) }
}
