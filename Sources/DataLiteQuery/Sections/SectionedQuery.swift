/// A query whose rows are divided into sections by the value of an expression. `sections(by:)` creates one.
public struct SectionedQuery<Row: Sendable, Name: Hashable & Sendable>: Sendable {
    private let core: SelectCore
    private let decoder: _QueryDecoder<(name: Name, row: Row)>
    private let mistake: SQLiteError?

    /// - Parameters:
    ///   - order: The terms by which the sections are ordered. Their expressions are the name.
    ///   - type: The type that decodes a name from the columns after those of the row.
    init<S: _SelectableValue>(
        _ core: SelectCore, _ decoder: _QueryDecoder<Row>, order: [SQLNode], name type: S.Type
    ) where S.Output == Name {
        let columnCount = S._selectedColumnCount
        var core = core.scoped
        let nodes = order.map { ($0.fragment as? DirectedOrder)?.node ?? $0 }
        mistake = core.sectionMistake(nodes) ?? Self.mistake(nodes.count, columnCount)
        var list = core.selectList
        for node in nodes { list.append(node) }
        core.selection = list
        core.order = NodeList(order) + core.order
        self.core = core
        self.decoder = _QueryDecoder(columnCount: decoder.columnCount + columnCount) {
            (row: inout RowReader) throws(SQLiteError) in
            let decoded = try decoder.decode(&row)
            return (try S._decode(&row), decoded)
        }
    }

    private static func mistake(_ found: Int, _ expected: Int) -> SQLiteError? {
        guard found != expected else { return nil }
        return SQLiteError.misuse(
            "the name of a section has \(expected.counted("column")), but sectionBy has "
                + "\(found)")
    }

    /// Returns the sections, ordered by their names, each with its rows in the order of the query. Without rows, there
    /// are no sections.
    ///
    /// - Throws: `SQLITE_MISUSE` for a compound select, and for distinct rows that do not select the name; and the
    ///   errors of `Query.fetchAll(_:)`.
    public func fetchAll(
        _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> [ResultsSection<Row, Name>] {
        if let mistake { throw mistake }
        var sections: [ResultsSection<Row, Name>] = []
        var positions: [Name: Int] = [:]
        for (name, row) in try CoreQuery(core: core, _decoder: decoder).fetchAll(db) {
            if let last = sections.indices.last, sections[last].name == name {
                sections[last].rows.append(row)
            } else if let position = positions[name] {
                // The order has a collation, in which names are equal that differ in Swift, and their rows alternate.
                sections[position].rows.append(row)
            } else {
                positions[name] = sections.count
                sections.append(ResultsSection(name: name, rows: [row]))
            }
        }
        return sections
    }

    /// The statement, which selects the name after the columns of the row.
    ///
    /// - Throws: An `SQLiteError` if the query is invalid.
    public func sql() throws(SQLiteError) -> SQL {
        if let mistake { throw mistake }
        return try CoreQuery(core: core, _decoder: decoder).sql()
    }
}

extension SelectCore {
    /// The error for a query that cannot select the name of a section.
    fileprivate func sectionMistake(_ nodes: [SQLNode]) -> SQLiteError? {
        guard let clauses = rare?.clauses else { return nil }
        if clauses.compound != nil {
            return SQLiteError.misuse("a compound select has no sections: use asTable()")
        }
        let fields = selectList.fields.map(\.node)
        guard clauses.isDistinct, !nodes.allSatisfy({ $0.isAmong(fields) }) else { return nil }
        return SQLiteError.misuse("distinct rows have sections only by columns that they select")
    }
}

/// The rows of a query that have the same value of an expression, with that value as the name of the section.
///
/// ```swift
/// for section in try Reminder.order(by: \.title).sections(by: \.status).fetchAll(db) {
///     print(section.name)
///     for reminder in section { print(reminder.title) }
/// }
/// ```
///
/// A section is a collection of its rows. Its identity is its name, so it stays the same section when its rows change.
public struct ResultsSection<Element, Name: Hashable> {
    /// The value that all rows of the section have.
    public let name: Name

    /// The rows, in the order of the query.
    public internal(set) var rows: [Element]

    /// A section with rows.
    public init(name: Name, rows: [Element]) {
        self.name = name
        self.rows = rows
    }
}

extension ResultsSection: Identifiable {
    /// The name.
    public var id: Name { name }
}

extension ResultsSection: RandomAccessCollection {
    public var startIndex: Int { rows.startIndex }

    public var endIndex: Int { rows.endIndex }

    public subscript(position: Int) -> Element { rows[position] }
}

extension ResultsSection: Sendable where Element: Sendable, Name: Sendable {}
extension ResultsSection: Equatable where Element: Equatable {}

extension Select {
    /// The query, with its rows in sections by a column.
    ///
    /// ```swift
    /// @Fetch(Reminder.order(by: \.title).sections(by: \.status)) var sections = []
    /// ```
    ///
    /// The column is put before the order of the query: `ORDER BY status, title`. A limit counts rows in this order.
    public func sections<Name: RowRepresentable>(
        by name: KeyPath<Columns, SQLExpression<Name>>
    ) -> SectionedQuery<Output, Name._Plain>
    where Output: Sendable, Name._Plain: Hashable & Sendable {
        sectioned(SQLExpression<Name>.self, [columns[keyPath: name]._orderingTerm])
    }

    /// The query, with its rows in sections by an expression.
    ///
    /// ```swift
    /// Reminder.order(by: \.title).sections { Case().when($0.dueDate.isNot(nil), then: "Scheduled").else("Later") }
    /// ```
    public func sections<Name: RowRepresentable>(
        by name: (Columns) -> SQLExpression<Name>
    ) -> SectionedQuery<Output, Name._Plain>
    where Output: Sendable, Name._Plain: Hashable & Sendable {
        sectioned(SQLExpression<Name>.self, [name(columns)._orderingTerm])
    }

    /// The query, with its rows in sections by an expression with a direction: `{ $0.status.desc() }`. The closure can
    /// contain `if` and `switch`. With `nil`, all rows are in one section, whose name is `nil`.
    ///
    /// - Parameter type: The type of the expression: of the property, or its representation.
    @_disfavoredOverload
    public func sections<Name: RowRepresentable>(
        @OrderingBuilder by name: (Columns) -> [Ordering], as type: Name.Type = String?.self
    ) -> SectionedQuery<Output, Name._Plain>
    where Output: Sendable, Name._Plain: Hashable & Sendable {
        sectioned(SQLExpression<Name>.self, name(columns))
    }

    private func sectioned<Name: RowRepresentable>(
        _ type: SQLExpression<Name>.Type, _ order: [Ordering]
    ) -> SectionedQuery<Output, Name._Plain>
    where Output: Sendable, Name._Plain: Hashable & Sendable {
        let order = order.isEmpty ? [SQLNode.null] : order.flatMap(\.nodes)
        return SectionedQuery(core, _decoder, order: order, name: type)
    }
}
