/// A statement that inserts rows into a table.
///
/// ```swift
/// try Reminder.insert { Reminder.Draft(title: "Milk", remindersListID: list) }.execute(db)
/// ```
///
/// Rows are batched into as few statements as is efficient; several statements run in a transaction or savepoint.
/// Rows are inserted in order. Consecutive drafts that set the same columns share a statement.
public struct Insert<Model: _ChangeTarget>: Sendable {
    var body: InsertBody

    public var _change: _Change { _Change(body: body) }
}

extension Insert: ChangeStatement, InsertStatement, _CommonTableBody where Model: Table {
    public var _insert: Insert { self }
}

extension Insert where Model: Table {
    /// An insert that changes nothing and runs no statement.
    public static var none: Insert { Model.insert { [Model]() } }
}

/// The parts of an `INSERT` other than its rows.
struct InsertCommand: Sendable {
    let table: TableDefinition
    var conflict: ConflictResolution?

    /// The resolution of the table's policy, for an insert without its own.
    let policy: ConflictResolution?

    /// All columns that a row can set.
    var columns: [ColumnDefinition]

    /// Whether to update an existing row with the same primary key.
    var isUpsert = false

    /// The `ON CONFLICT` clauses, in order.
    var conflictClauses: [ConflictClause] = []

    /// The conditions of a `where` before the insert: the existing rows that the clauses may update.
    var conditions: NodeList = []

    // MARK: - Text

    /// `INSERT OR IGNORE INTO "table" ("a", "b")`
    func writeHead(_ columns: [ColumnDefinition], to writer: inout _SQLWriter) {
        writer.write("INSERT")
        let hasClause = isUpsert || !conflictClauses.isEmpty
        writer.write(or: conflict ?? (hasClause ? nil : policy))
        writer.write(" INTO ")
        writer.write(changed: table)
        guard !columns.isEmpty else { return }
        writer.write(" (")
        writer.writeList(columns) { $0.writeName($1.name) }
        writer.write(")")
        if columns.contains(where: \.name.isEmpty) {
            writer.fail(
                misuse: "values can be inserted only into columns of \"\(table.name)\", not "
                    + "into other expressions")
        }
    }

    /// Writes the clauses after the rows.
    ///
    /// - Parameter columns: The columns that an upsert updates.
    func writeTail(
        updating columns: [ColumnDefinition], returning: _SelectList?, to writer: inout _SQLWriter
    ) {
        for clause in conflictClauses { write(clause, to: &writer) }
        if isUpsert { writeUpsert(columns, returning: returning, to: &writer) }
        writer.write(returning: returning, of: table.columns)
    }

    /// `ON CONFLICT ("id") DO UPDATE SET "a" = "excluded"."a"`
    private func writeUpsert(
        _ columns: [ColumnDefinition], returning: _SelectList?, to writer: inout _SQLWriter
    ) {
        var clause = ConflictClause(
            target: table.columns.list.filter(\.isPrimaryKey).map { .column("", $0.name) })
        clause.assignments = columns.filter { !$0.isPrimaryKey }.map {
            Assignment(columns: [$0.name], value: .column("excluded", $0.name))
        }
        // DO NOTHING would return no row, so a column is set to its current value.
        if clause.assignments.isEmpty, returning != nil {
            let column = table.columns.list.first { !$0.isPrimaryKey } ?? table.columns.list.first
            clause.assignments = [column].compactMap(\.self).map {
                Assignment(columns: [$0.name], value: .column(table.name, $0.name))
            }
        }
        write(clause, to: &writer)
    }

    private func write(_ clause: ConflictClause, to writer: inout _SQLWriter) {
        clause.write(for: table.name, if: conditions, to: &writer)
    }
}

/// `ON CONFLICT (...) DO UPDATE SET ... WHERE ...`
struct ConflictClause: Sendable {
    /// The columns of the unique index; empty for any index.
    var target: [SQLNode]
    /// The condition of a partial index.
    var filter: SQLNode?
    /// The assignments; empty for `DO NOTHING`.
    var assignments: [Assignment] = []
    var condition: SQLNode?

    /// - Parameter conditions: Conditions of the rows that the clause updates, as well as its own.
    func write(for table: String, if conditions: NodeList, to writer: inout _SQLWriter) {
        writer.write(" ON CONFLICT")
        if !target.isEmpty {
            writer.write(" (")
            writer.omitsQualifiers = true
            writer.writeList(target) { $0.write($1) }
            writer.write(")")
            if let filter {
                do throws(SQLiteError) {
                    writer.write(" WHERE ")
                    writer.write(raw: try IndexCondition(node: filter).schemaSQL().text)
                } catch {
                    writer.fail(error)
                }
            }
            writer.omitsQualifiers = false
        }
        guard !assignments.isEmpty else { return writer.write(" DO NOTHING") }
        if SQLName.matches(table, "excluded") {
            writer.fail(
                misuse:
                    "a conflict in a table named \"\(table)\" cannot update the row: the new row "
                    + "has the same name")
        }
        writer.write(" DO UPDATE")
        assignments.write(to: &writer)
        var conditions = conditions
        if let condition { conditions.append(condition: condition) }
        conditions.writeConditions(to: &writer)
    }
}

/// The rows of an `INSERT`.
enum InsertBody: Sendable {
    case rows(InsertedRows)
    case query(InsertCommand, any SQLRenderable)
    /// An insert after a `WITH` clause.
    indirect case common([CommonTable], InsertBody)

    var command: InsertCommand {
        get {
            switch self {
            case .rows(let rows): rows.command
            case .query(let command, _): command
            case .common(_, let body): body.command
            }
        }
        set {
            switch self {
            case .rows(var rows):
                rows.command = newValue
                self = .rows(rows)
            case .query(_, let query):
                self = .query(newValue, query)
            case .common(let tables, var body):
                body.command = newValue
                self = .common(tables, body)
            }
        }
    }
}

extension InsertBody: ChangeBody {
    var isEmpty: Bool {
        switch self {
        case .rows(let rows): rows.count == 0
        case .query: false
        case .common(let tables, let body): CommonTableChange(tables, body).isEmpty
        }
    }

    func write(returning: _SelectList?, to writer: inout _SQLWriter) {
        switch self {
        case .rows(let rows):
            rows.write(returning: returning, to: &writer)
        case .query(let command, let query):
            command.writeHead(command.columns, to: &writer)
            writer.write(" ")
            if command.conflictClauses.isEmpty {
                query.write(to: &writer)
            } else {
                // After FROM, ON would be parsed as the condition of a join:
                // https://sqlite.org/lang_upsert.html#parsing_ambiguity
                writer.write("SELECT * FROM (")
                query.write(to: &writer)
                writer.write(") WHERE TRUE")
            }
            command.writeTail(updating: command.columns, returning: returning, to: &writer)
        case .common(let tables, let body):
            CommonTableChange(tables, body).write(returning: returning, to: &writer)
        }
    }

    func run(
        on db: any ConnectionProtocol, returning: _SelectList?,
        _ step: (StatementLease) throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> Int {
        switch self {
        case .rows(let rows):
            return try rows.run(on: db, returning: returning, step)
        case .query, .common:
            guard !isEmpty else { return 0 }
            let lease = try _SQLWriter.withScratch { writer throws(SQLiteError) in
                write(returning: returning, to: &writer)
                return try writer.start(on: db)
            }
            try lease.use(step)
            return Int(db.changes)
        }
    }
}

/// The condition of a partial index. SQLite finds the index by comparing the condition with that of the index, in which
/// there are no parameters, so values are written as literals.
private struct IndexCondition: SQLRenderable {
    let node: SQLNode

    func write(to writer: inout _SQLWriter) {
        writer.omitsQualifiers = true
        writer.write(condition: node)
    }
}
