/// The tables of a `WITH` clause that is assembled from clauses.
package struct AssembledTables: Sendable {
    var list: [CommonTable]

    package init(_ tables: [AssembledTable]) { list = tables.map(\.table) }

    init(list: [CommonTable]) { self.list = list }

    package var isEmpty: Bool { list.isEmpty }

    /// A change after the tables.
    func before(_ body: any ChangeBody) -> any ChangeBody {
        list.isEmpty ? body : CommonTableChange(list, body)
    }
}

/// A common table expression.
package struct AssembledTable: Sendable {
    let table: CommonTable

    /// A table with the rows of a query.
    package init(
        _ name: String, columns: ColumnDefinitions, materialized: Bool?, isRecursive: Bool,
        _ query: some RowQuery
    ) {
        let part = query._part
        self.init(name, columns, materialized, isRecursive, part, isNone: part.isNone)
    }

    /// A table with the values of a query, in the column `value`.
    package init<Value: RowRepresentable>(
        _ name: String, values: Value.Type, columns: ColumnDefinitions, materialized: Bool?,
        isRecursive: Bool, _ query: some RowQuery
    ) {
        let error = query._decoder.forms.mismatch(expecting: StoredForms(of: Value.self))
        let part = query._part
        self.init(
            name, columns, materialized, isRecursive, error.map(FailedPart.init) ?? part,
            isNone: part.isNone)
    }

    private init(
        _ name: String, _ columns: ColumnDefinitions, _ isMaterialized: Bool?,
        _ isRecursive: Bool, _ query: any SQLRenderable, isNone: Bool
    ) {
        table = CommonTable(
            name: name, columns: columns.list.map(\.name), isRecursive: isRecursive,
            isMaterialized: isMaterialized, isNone: isNone, query: NestedPart(query))
    }
}

extension ColumnSource {
    /// The columns of a common table expression, under its own name or an alias.
    package init(commonTable name: String, as alias: String?, columns: ColumnDefinitions) {
        self.init(of: FromItem(kind: .name(name), alias: alias, columns: columns))
    }
}

extension _SQLWriter {
    /// Fails because a clause is used as a statement.
    package mutating func failClauseAlone(_ name: String) { fail(.clauseAlone(name)) }

    /// Writes `SELECT "value" FROM table`.
    package mutating func write(valuesOf table: AssembledTable) {
        write("SELECT ")
        writeList(table.table.columns) { $0.writeName($1) }
        write(" FROM ")
        writeName(table.table.name)
    }
}

extension _QueryDecoder {
    /// A decoder for a value of a type that may have a representation.
    package init<Value: RowRepresentable>(value: Value.Type) where Output == Value._Plain {
        self.init(selecting: SQLExpression<Value>.self)
    }
}

extension SelectPart {
    /// `WITH`: tables before the query.
    package static func with(_ tables: AssembledTables) -> SelectPart {
        SelectPart(kind: .with(tables.list))
    }
}

extension Insert where Model: Table {
    /// The insert after a `WITH` clause.
    package func after(_ tables: AssembledTables) -> Insert {
        tables.isEmpty ? self : Insert(body: .common(tables.list, body))
    }
}
