extension Table {
    /// An index of columns.
    ///
    /// ```swift
    /// try Reminder.createIndex("by_title", on: \.title).execute(db)
    /// try Reminder.createIndex(on: \.remindersListID, \.position, unique: true).execute(db)
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the index. By default it consists of the names of the table and the columns, and a number
    ///     if the index has a condition.
    ///   - column: The first column.
    ///   - others: The other columns.
    ///   - unique: Whether the index is unique: no two rows can have the same values.
    ///   - ifNotExists: Whether to keep an existing index with this name instead of throwing.
    ///   - condition: The rows that the index contains: a partial index.
    public static func createIndex<First: OrderingTerm, each Other: OrderingTerm>(
        _ name: String? = nil, on column: KeyPath<Columns, First>,
        _ others: repeat KeyPath<Columns, each Other>,
        unique: Bool = false, ifNotExists: Bool = false,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> SchemaObject {
        let all = Self.columns
        var terms = [all[keyPath: column]._orderingTerm]
        repeat terms.append(all[keyPath: each others]._orderingTerm)
        return index(
            name, terms, unique: unique, ifNotExists: ifNotExists, where: condition(all))
    }

    /// An index of columns with a sort order, or of expressions.
    ///
    /// ```swift
    /// Reminder.createIndex("by_position") { ($0.remindersListID, $0.position.desc()) } where: {
    ///     !$0.isCompleted
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the index.
    ///   - unique: Whether the index is unique: no two rows can have the same values.
    ///   - ifNotExists: Whether to keep an existing index with this name instead of throwing.
    ///   - terms: The columns and expressions.
    ///   - condition: The rows that the index contains: a partial index.
    public static func createIndex(
        _ name: String? = nil, unique: Bool = false, ifNotExists: Bool = false,
        @OrderingBuilder on terms: (Columns) -> [Ordering],
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> SchemaObject {
        let all = columns
        return index(
            name, terms(all), unique: unique, ifNotExists: ifNotExists, where: condition(all))
    }

    /// A statement that drops an index of the table.
    ///
    /// - Parameters:
    ///   - name: The name of the index.
    ///   - ifExists: Whether to do nothing, instead of throwing, if the index does not exist.
    public static func dropIndex(_ name: String, ifExists: Bool = false) -> SchemaStatement {
        SchemaStatement(Drop(kind: "index", name: name, schema: schemaName, ifExists: ifExists))
    }

    private static func index(
        _ name: String?, _ terms: [Ordering], unique: Bool, ifNotExists: Bool,
        where condition: SQLExpression<Bool>
    ) -> SchemaObject {
        var index = CreateIndex(
            table: tableDefinition, terms: terms.flatMap(\.node.indexTerms), isUnique: unique,
            ifNotExists: ifNotExists,
            condition: condition.node.isAlways ? nil : condition.node)
        index.name = name ?? index.defaultName
        return SchemaObject(
            kind: .index, name: index.name, schema: schemaName, creation: index)
    }
}

private struct CreateIndex: SQLRenderable {
    var name = ""
    let table: TableDefinition
    let terms: [SQLNode]
    let isUnique: Bool
    var ifNotExists: Bool
    let condition: SQLNode?

    func write(to writer: inout _SQLWriter) {
        writer.write(isUnique ? "CREATE UNIQUE INDEX " : "CREATE INDEX ")
        if ifNotExists { writer.write("IF NOT EXISTS ") }
        writer.writeTable(name, schema: table.schema)
        writer.write(" ON ")
        writer.writeName(table.name)
        writer.write(" (")
        // SQLite does not allow table names in indexes.
        writer.omitsQualifiers = true
        writer.writeList(terms) { $0.write($1) }
        writer.write(")")
        if let condition {
            writer.write(" WHERE ")
            writer.write(condition: condition)
        }
        writer.omitsQualifiers = false
    }

    /// The names of the table and the columns, and a number if these do not describe the whole
    /// index.
    var defaultName: String {
        let columns = terms.compactMap(\.columnName)
        let name = (["\(table.name)_on"] + columns).joined(separator: "_")
        if columns.count == terms.count, condition == nil { return name }
        var copy = self
        copy.name = ""
        copy.ifNotExists = false
        return SchemaName.make(name, text: (try? copy.schemaSQL())?.text ?? "")
    }
}

extension SQLNode {
    /// The columns of a group, or the node itself.
    fileprivate var indexTerms: [SQLNode] {
        if case .row(let nodes) = self { return nodes }
        if let term = fragment as? UnorderedTerm { return term.node.indexTerms }
        guard let order = fragment as? DirectedOrder,
            let term = order.node.fragment as? UnorderedTerm
        else { return [self] }
        return term.node.elements.map { node in
            var term = order
            term.node = node
            return .fragment(term)
        }
    }
}
