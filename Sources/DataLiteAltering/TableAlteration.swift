public import DataLiteCore
import DataLiteSyntax

/// The changes of a table that `alterTable` makes, in their order.
///
/// Definitions are SQL, as in `CREATE TABLE`. Never pass untrusted text.
public struct TableAlteration: Sendable {
    private enum Step: Sendable {
        case rename(String, String)
        case dropColumn(String)
        case addColumn(String, SQL?)
        case changeColumn(String, String, SQL?)
        case addConstraint(String)
        case dropConstraint(String, isName: Bool)
        case options(String)
    }

    private var steps: [Step] = []

    /// Gives a column another name, in the table and wherever the schema refers to it.
    public mutating func renameColumn(_ name: String, to newName: String) {
        steps.append(.rename(name, newName))
    }

    /// Removes a column, with the constraints in its definition.
    ///
    /// Indexes, triggers, views and other constraints that use the column are an error.
    public mutating func dropColumn(_ name: String) {
        steps.append(.dropColumn(name))
    }

    /// Adds a column after the last one.
    ///
    /// - Parameters:
    ///   - definition: The column as in `CREATE TABLE`: `age INTEGER NOT NULL`.
    ///   - values: An expression over the columns that the table has before the changes, under the new names of renamed
    ///     columns. `nil` for the column's default; for an `INTEGER PRIMARY KEY`, the rowid.
    public mutating func addColumn(_ definition: String, values: SQL? = nil) {
        steps.append(.addColumn(definition, values))
    }

    /// Replaces the definition of a column, including its constraints.
    ///
    /// - Parameters:
    ///   - name: The name, which does not change.
    ///   - definition: The column as in `CREATE TABLE`, beginning with the name: `age INTEGER NOT NULL`.
    ///   - values: An expression over the columns that the table has before the changes, under the new names of renamed
    ///     columns. `nil` for the current values.
    public mutating func changeColumn(_ name: String, to definition: String, values: SQL? = nil) {
        steps.append(.changeColumn(name, definition, values))
    }

    /// Adds a constraint of the table: `CHECK (age >= 0)`, `CONSTRAINT name UNIQUE (a, b)`.
    public mutating func addConstraint(_ definition: String) {
        steps.append(.addConstraint(definition))
    }

    /// Removes a constraint of the table or of a column by its name after `CONSTRAINT`.
    public mutating func dropConstraint(_ name: String) {
        steps.append(.dropConstraint(name, isName: true))
    }

    /// Removes a constraint of the table, or the `CHECK` of a column, by its text.
    ///
    /// - Parameter definition: The constraint without its name: `UNIQUE (a, b)`. Whitespace, comments, case, and quotes
    ///   around names do not matter.
    public mutating func dropConstraint(sql definition: String) {
        steps.append(.dropConstraint(definition, isName: false))
    }

    /// Replaces the options of the table: `STRICT`, `WITHOUT ROWID`, both with a comma between them, or none.
    public mutating func changeOptions(to options: String) {
        steps.append(.options(options))
    }

    private var rebuilds: Bool {
        steps.contains { if case .rename = $0 { false } else { true } }
    }

    func run(
        on connection: any ConnectionProtocol, table: String, of database: String
    ) throws(SQLiteError) {
        guard !steps.isEmpty else { return }
        let change = SchemaChange(connection: connection, database: database)
        try change.run(rebuilding: rebuilds ? [table] : []) { () throws(SQLiteError) in
            var pending: Pending?
            for step in steps {
                if case .rename(let name, let newName) = step {
                    try pending?.rebuild().run()
                    pending = nil
                    try connection.renameColumn(name, to: newName, in: table, of: database)
                } else {
                    if pending == nil {
                        pending = Pending(of: change, table: try change.table(table))
                    }
                    try pending?.add(step)
                }
            }
            try pending?.rebuild().run()
        }
    }

    /// Changes that one rebuild makes.
    private struct Pending {
        let change: SchemaChange
        let table: DatabaseSchema.Table
        var editor: CreateTableEditor
        var sources: [SchemaName: TableRebuild.Source] = [:]

        init(of change: SchemaChange, table: DatabaseSchema.Table) {
            self.change = change
            self.table = table
            editor = CreateTableEditor(table.sql)
        }

        mutating func add(_ step: Step) throws(SQLiteError) {
            do throws(CreateTableEditor.Failure) {
                try edit(step)
            } catch {
                throw SQLiteError.misuse(
                    "table \(MessageText.names([table.name])) cannot be changed: "
                        + MessageText.sql(error.message))
            }
        }

        private mutating func edit(_ step: Step) throws(CreateTableEditor.Failure) {
            switch step {
            case .rename: break
            case .dropColumn(let name):
                try editor.removeColumn(name)
                sources[SchemaName(name)] = nil
            case .addColumn(let definition, let values):
                try editor.addColumn(definition)
                let name = SQLTokens(definition).first { _ in true }?.name ?? ""
                sources[SchemaName(name)] = values.map { .expression($0) } ?? .byDefault
            case .changeColumn(let name, let definition, let values):
                try editor.replaceColumn(name, with: definition)
                if let values { sources[SchemaName(name)] = .expression(values) }
            case .addConstraint(let definition): try editor.addConstraint(definition)
            case .dropConstraint(let text, let isName):
                try editor.removeConstraint(text, isName: isName)
            case .options(let options): try editor.replaceOptions(with: options)
            }
        }

        func rebuild() -> TableRebuild {
            TableRebuild(
                connection: change.connection, database: change.database, table: table,
                definition: editor.sql, sources: sources)
        }
    }
}
