/// A clause of a select that is assembled from clauses; see ``Select/init(_:_:failure:)``.
package struct SelectPart: Sendable {
    enum Kind {
        case from(FromItem, isOuter: Bool)
        case join(JoinClause, isOuter: Bool)
        case condition(SQLNode)
        case group([SQLNode])
        case having(SQLNode)
        case window(Window)
        case order([SQLNode])
        case limit(SQLNode, SQLNode?)
        case offset(SQLNode)
        /// All rows of the table that a statement changes.
        case allRows
        /// The tables of `WITH`.
        case with([CommonTable])
    }

    let kind: Kind

    package static func from<Columns: ColumnSet>(_ table: Columns) -> SelectPart {
        let item = table._source.item(of: Columns.Model.self)
        return SelectPart(kind: .from(item, isOuter: table.isOuter))
    }

    package static func join<Columns: ColumnSet>(
        _ kind: JoinKind, _ table: Columns, on condition: (any SQLCondition)?
    ) -> SelectPart {
        let join = JoinClause(
            kind: kind, item: table._source.item(of: Columns.Model.self),
            constraint: condition?.conditionNode)
        return SelectPart(kind: .join(join, isOuter: table.isOuter))
    }

    /// A join on columns that an earlier table shares with the joined one.
    package static func join<Columns: ColumnSet, each Value: RowRepresentable>(
        _ kind: JoinKind, _ table: Columns, using columns: repeat SQLExpression<each Value>
    ) -> SelectPart {
        var nodes: [SQLNode] = []
        repeat nodes += (each columns).node.elements
        let condition = SQLNode.row(nodes).sharedCondition(joining: table._source.qualifier)
        return join(kind, table, on: SQLExpression<Bool>(condition))
    }

    /// A join on all columns that an earlier table and the joined one declare.
    package static func join<Columns: ColumnSet>(
        _ kind: JoinKind, natural table: Columns, with other: some ColumnSet
    ) -> SelectPart {
        join(kind, table, on: other.natural(table))
    }

    /// The conditions of a query.
    package static func conditions<Output, Columns>(
        of query: Select<Output, Columns>
    ) -> SelectPart {
        SelectPart(kind: .condition(query.core.conditions.conjunction ?? .always))
    }

    /// All rows, as the condition of a statement that changes them.
    package static var allRows: SelectPart { SelectPart(kind: .allRows) }

    package static func group<each Term: Selectable>(by terms: repeat each Term) -> SelectPart {
        SelectPart(kind: .group(_SelectList(repeat each terms).fields.map(\.node)))
    }

    package static func having(_ condition: some SQLCondition) -> SelectPart {
        SelectPart(kind: .having(condition.conditionNode))
    }

    package static func window(_ window: Window) -> SelectPart { SelectPart(kind: .window(window)) }

    package static func order(by terms: [Ordering]) -> SelectPart {
        SelectPart(kind: .order(terms.flatMap(\.nodes)))
    }

    package static func limit(
        _ count: SQLExpression<Int>, offset: SQLExpression<Int>?
    ) -> SelectPart {
        SelectPart(kind: .limit(count.node, offset?.node))
    }

    package static func offset(_ count: SQLExpression<Int>) -> SelectPart {
        SelectPart(kind: .offset(count.node))
    }
}

extension Select {
    /// A query that selects expressions, without a table.
    package init<each Selected: _SelectableValue>(
        selecting selected: repeat each Selected, columns: Columns
    ) where Output == (repeat (each Selected).Output) {
        var core = SelectCore(from: .nothing)
        core.selection = _SelectList(repeat each selected)
        self.init(
            core: core, columns: columns, decoder: _QueryDecoder(tuple: repeat (each Selected).self)
        )
    }

    /// A query with the selection of another query, and clauses in any order.
    ///
    /// - Parameter failure: An error in the query, which is thrown when the query runs.
    package init(
        _ select: Select<Output, some Any>, _ parts: [SelectPart], failure: SQLiteError?
    ) where Columns == () {
        var core = SelectCore(from: .nothing)
        core.selection = select.core.selection
        if let failure { core.conditions.append(.failure(failure)) }
        var isOuter: [Bool] = []
        for part in parts { core.add(part, &isOuter) }
        self.init(core: core, columns: (), decoder: select._decoder)
    }
}

extension SelectCore {
    /// Adds a clause.
    ///
    /// - Parameter isOuter: For each table so far, whether its columns come from the optional side
    ///   of an outer join.
    fileprivate mutating func add(_ part: SelectPart, _ isOuter: inout [Bool]) {
        switch part.kind {
        case .from(let item, let itemIsOuter):
            guard isOuter.isEmpty else { return fail("a query has one From, before its joins") }
            from = item
            isOuter.append(itemIsOuter)
        case .join(let join, let itemIsOuter):
            if isOuter.isEmpty { fail("a query has one From, before its joins") }
            if join.kind == .right || join.kind == .full, isOuter.contains(false) {
                fail("the tables before a right or full join have to be from optionalTable(_:)")
            }
            clauses.joins.append(join)
            isOuter.append(itemIsOuter)
        case .condition(let node):
            conditions.append(node)
        case .group(let nodes):
            clauses.group += nodes
        case .having(let node):
            clauses.having = .and(clauses.having, node)
        case .window(let window):
            guard let name = window.name else { return fail("a window of a query needs a name") }
            clauses.windows.append(WindowDefinition(name: name, window: window))
        case .order(let nodes):
            order += nodes
        case .limit(let limit, let offset):
            self.limit = limit
            if let offset { self.offset = offset }
        case .offset(let count):
            offset = count
        case .allRows:
            break
        case .with(let tables):
            clauses.commonTables += tables
        }
    }

    mutating func fail(_ message: String) {
        conditions.append(.failure(SQLiteError(.misuse, message: message)))
    }
}
