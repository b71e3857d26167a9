/// The clause that begins an insert. It is not a statement.
///
/// `Row` is the type of the rows: the table, or a tuple of the values of some columns.
package struct InsertHead<Row>: SQLRenderable {
    package let table: ColumnSource
    let command: InsertCommand

    /// The forms in which the columns store their values.
    let forms: StoredForms

    /// Encodes a row in the forms of the columns; `nil` for rows of the table.
    let encode: (@Sendable (Row) -> EncodedValues)?

    func write(to writer: inout _SQLWriter) { writer.fail(.clauseAlone("Insert")) }

    /// Whole rows of a table.
    package init(_ table: ColumnSource, or conflict: ConflictResolution?) where Row: Table {
        let definition = Row.tableDefinition
        self.table = table
        command = InsertCommand(
            table: definition, conflict: conflict, policy: Row.conflictPolicy.insert,
            columns: definition.columns.list)
        forms = Row._forms
        encode = nil
    }

    /// Values for some columns of a table.
    package init<each Column: _InsertableColumn>(
        _ table: ColumnSource, of model: any Table.Type, or conflict: ConflictResolution?,
        columns: repeat each Column
    ) where Row == (repeat (each Column).Output) {
        self.table = table
        command = InsertCommand(
            table: model.tableDefinition, columns: repeat each columns, conflict: conflict,
            policy: model.conflictPolicy.insert)
        forms = StoredForms(selecting: repeat (each Column).self)
        encode = { row in
            var values = RowWriter()
            repeat (each Column)._encode(each row, to: &values)
            return EncodedValues(values)
        }
    }
}

extension Selection {
    /// The forms of the columns of a query for rows of the type.
    fileprivate static var _forms: StoredForms { StoredForms(selecting: Columns.self) }
}

extension Insert {
    /// The clause that begins an insert.
    package init(clause head: InsertHead<some Any>) {
        body = .query(head.command, head)
    }

    /// The clause that begins an insert.
    package func head<Row>(of row: Row.Type) -> InsertHead<Row>? {
        guard case .query(_, let query) = body else { return nil }
        return query as? InsertHead<Row>
    }
}

extension Insert where Model: Table {
    /// A statement that fails because an insert is used as a clause.
    private init(misplaced failure: SQLiteError?) {
        let table = Model.tableDefinition
        self.init(
            InsertCommand(table: table, policy: nil, columns: table.columns.list),
            failing: failure ?? .clauseAlone("Insert"))
    }

    private init(_ command: InsertCommand, failing error: SQLiteError) {
        body = .query(command, ValueRows(rows: [[.failure(error)]], columnCount: 1))
    }

    /// An insert of rows that is assembled from clauses.
    ///
    /// - Parameter failure: An error in the statement, which is thrown when it runs.
    package init(
        _ head: InsertHead<Model>, _ rows: AssembledRows<Model>, failure: SQLiteError?
    ) {
        if let failure {
            self.init(head.command, failing: failure)
        } else {
            self = Model.inserting(rows.rows, or: head.command.conflict)
        }
    }

    /// An insert into some columns that is assembled from clauses.
    ///
    /// - Parameter failure: An error in the statement, which is thrown when it runs.
    package init<Row>(_ head: InsertHead<Row>?, _ values: [Values<Row>], failure: SQLiteError?) {
        guard let head else {
            self.init(misplaced: failure)
            return
        }
        let mistake = values.lazy.filter(\.plainRows.isEmpty).compactMap {
            $0._decoder.forms.mismatch(expecting: head.forms)
        }.first
        guard let encode = head.encode, failure == nil, mistake == nil else {
            self.init(head.command, failing: failure ?? mistake ?? .clauseAlone("Insert"))
            return
        }
        if values.allSatisfy({ !$0.plainRows.isEmpty }) {
            let rows = values.flatMap { $0.plainRows.map(encode) }
            let source = InsertSource(count: rows.count) { index, values in
                values.append(encoded: rows[index])
            }
            self.init(body: .rows(InsertedRows(head.command, [source], choosesColumns: true)))
        } else {
            let rows = values.flatMap { $0.nodes(encode) }
            let list = ValueRows(rows: rows, columnCount: head.command.columns.count)
            self.init(body: .query(head.command, list))
        }
    }

    // MARK: - Assignments, queries, default values

    /// An insert of one row whose columns are assigned.
    ///
    /// - Parameter failure: An error in the statement, which is thrown when it runs.
    package init(
        _ head: InsertHead<Model>, _ assignments: AssembledAssignments<Model>,
        failure: SQLiteError?
    ) {
        let columns = assignments.list.flatMap(\.columns)
        var command = head.command
        command.columns = columns.compactMap { name in
            Model.tableDefinition.columns.list.first { SQLName.same($0.name, name) }
        }
        let isWhole = assignments.list.allSatisfy { $0.columns.count == 1 }
        guard failure == nil, isWhole, !columns.isEmpty else {
            self.init(command, failing: failure ?? .unassignable(Model.tableName, columns.isEmpty))
            return
        }
        let row = assignments.list.map(\.value)
        self.init(
            body: .query(command, ValueRows(rows: [row], columnCount: columns.count)))
    }

    /// An insert of the rows of a query.
    ///
    /// - Parameter failure: An error in the statement, which is thrown when it runs.
    package init<Row>(
        _ head: InsertHead<Row>?, _ query: some RowQuery<Row>, failure: SQLiteError?
    ) {
        guard let head else {
            self.init(misplaced: failure)
            return
        }
        let table = head.command.table
        let isWhole = head.encode == nil
        if let failure = failure
            ?? (isWhole && !table.generatedColumns.isEmpty ? .generatedColumns(table.name) : nil)
        {
            self.init(head.command, failing: failure)
        } else {
            let query = QueryText(query: query, storedAs: head.forms)
            self.init(body: .query(head.command, query))
        }
    }

    /// An insert of a row with the default values of all columns.
    ///
    /// - Parameter failure: An error in the statement, which is thrown when it runs.
    package init(defaultsOf head: InsertHead<Model>, failure: SQLiteError?) {
        if let failure {
            self.init(head.command, failing: failure)
        } else {
            self = Model.insert(or: head.command.conflict)
        }
    }
}

// MARK: - Values

/// The rows of an insert that is assembled from clauses.
package struct AssembledRows<Model: Table>: Sendable {
    fileprivate var rows: [_InsertRows<Model>] = []

    package init() {}

    /// Adds rows: Swift values, or expressions.
    package mutating func append(_ values: Values<Model>) where Model: Sendable {
        if values.plainRows.isEmpty {
            rows += values.rows.map { row in _InsertRows(.expressions(row.flatMap(\.elements))) }
        } else {
            rows += InsertRowsBuilder<Model>.buildExpression(values.plainRows)
        }
    }

    /// Adds drafts.
    package mutating func append<Draft: TableDraft>(_ values: Values<Draft>)
    where Draft.Model == Model {
        let drafts = ContiguousArray(values.plainRows)
        let source = InsertSource(count: drafts.count) { index, values in
            drafts[index].encode(to: &values)
        }
        rows.append(_InsertRows(.values(source)))
    }
}

extension Values {
    /// The rows as expressions; Swift values in the form of their columns.
    fileprivate func nodes(_ encode: (Output) -> EncodedValues) -> [[SQLNode]] {
        guard !plainRows.isEmpty else { return rows }
        return plainRows.map { encode($0).nodes }
    }
}

extension [SelectPart] {
    /// An error if a clause before `Insert` is not `WITH`, which is the only one that an insert has.
    package var clauseBeforeInsert: SQLiteError? {
        let isWrong = contains { part in
            if case .with = part.kind { false } else { true }
        }
        guard isWrong else { return nil }
        return SQLiteError.misuse(
            "only With precedes Insert: write the clauses of its query after it")
    }
}

extension SQLiteError {
    fileprivate static func unassignable(_ table: String, _ isEmpty: Bool) -> SQLiteError {
        let reason =
            isEmpty
            ? "no column gets a value: write DefaultValues()"
            : "several columns cannot get the values of one subquery"
        return SQLiteError(.misuse, message: "cannot insert into \"\(table)\": \(reason)")
    }

    fileprivate static func generatedColumns(_ table: String) -> SQLiteError {
        SQLiteError.misuse(
            "\"\(table)\" has generated columns: name the columns to insert, as in "
                + "Insert(table, columns: table.title)")
    }
}
