extension ColumnSource {
    /// The column of a full-text table with the given name. It refers to its table, which `highlight` and `snippet`
    /// need.
    public func _value<Value: RowRepresentable, Model: FTS5>(
        _ name: String, of table: Model.Type
    ) -> SQLExpression<Value> {
        column(name, of: table)
    }

    /// The column of a full-text table with the given name.
    public func _value<Value: RowRepresentable, Model: FTS5>(
        _ name: String, _ text: StaticString, of table: Model.Type
    ) -> SQLExpression<Value> {
        column(name, of: table)
    }

    /// The column of a full-text table with the given name, for a type that could also be a group.
    @_disfavoredOverload
    public func column<Value: RowRepresentable, Model: FTS5>(
        _ name: String, of table: Model.Type
    ) -> SQLExpression<Value> {
        if case .fields = origin?.kind { return column(name) }
        return SQLExpression(
            .fragment(
                FullTextColumn(qualifier: qualifier, name: name, table: table.tableDefinition)))
    }
}

/// A column of a full-text table.
struct FullTextColumn: SQLRenderable {
    let qualifier: String
    let name: String
    let table: TableDefinition

    /// The position that the functions of full-text tables use.
    var index: Int? { table.fullTextColumns.firstIndex { SQLName.same($0.name, name) } }

    /// The hidden column named after the table, which every full-text table has.
    var tableNode: SQLNode { .column(qualifier, table.name) }

    func write(to writer: inout _SQLWriter) { writer.writeColumn(qualifier, name) }
}

extension SQLExpression where Value: SQLText {
    /// The text of the column with markers around the words that match:
    /// `$0.title.highlight("<b>", "</b>")`.
    ///
    /// The expression must be a column of a full-text table, in a query with `match`.
    public func highlight(_ start: String, _ end: String) -> SQLExpression<Value> {
        auxiliary("highlight", [start, end])
    }

    /// An excerpt of the column's text with markers around the words that match:
    /// `$0.notes.snippet("<b>", "</b>", "...", 10)`.
    ///
    /// - Parameters:
    ///   - start: The text to insert before each word that matches.
    ///   - end: The text to insert after each word that matches.
    ///   - ellipsis: The text that replaces omitted text.
    ///   - count: The maximum number of words, from 1 to 64.
    public func snippet(
        _ start: String, _ end: String, _ ellipsis: String, _ count: Int
    ) -> SQLExpression<Value> {
        auxiliary("snippet", [start, end, ellipsis], [.parameter(.int(Int64(count)))])
    }

    private func auxiliary(
        _ name: StaticString, _ marks: [String], _ more: [SQLNode] = []
    ) -> SQLExpression<Value> {
        guard let column = node.fragment as? FullTextColumn, let index = column.index else {
            return SQLExpression(
                .failure(
                    SQLiteError.misuse("\(name) requires a column of a full-text table")))
        }
        let marks = marks.map { SQLNode.parameter(.text($0)) }
        return SQLExpression(
            .call(name, [column.tableNode, .fragment(ColumnIndex(index: index))] + marks + more))
    }
}

/// The position of a column as a number.
struct ColumnIndex: SQLRenderable {
    let index: Int

    func write(to writer: inout _SQLWriter) { writer.write(index) }
}
