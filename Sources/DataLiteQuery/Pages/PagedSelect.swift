/// A select with a total order, so that its rows can be divided into pages.
struct PagedSelect: Sendable {
    /// The select without its order.
    private(set) var core: SelectCore

    /// The terms of the order. No two rows have the same values for all of them.
    let terms: [PageTerm]

    /// The greatest number of terms. SQLite allows a compound of 500 selects; a page has at most two for each term.
    private static var termLimit: Int { 64 }

    /// - Parameter key: Columns that identify a row, if the caller named them.
    /// - Throws: `SQLITE_MISUSE` if the order cannot be made total.
    init(_ core: SelectCore, key: [SQLNode]?) throws(SQLiteError) {
        var core = core.scoped
        try core.requirePages()
        var nodes = core.order.flatMap(\.elements).map(OrderedNode.init)
        let fields = core.rare?.clauses.isDistinct == true ? core.fields.map(\.node) : nil
        if let fields {
            guard nodes.allSatisfy({ $0.node.isAmong(fields) }) else {
                throw .notPaged("distinct rows can only be ordered by selected columns")
            }
        }
        // An index that is read backwards has its rowids in descending order, so the key has the last term's direction.
        let isDescending = nodes.last?.isDescending ?? false
        let identity = try core.identity(key, ofDistinct: fields)
        for node in identity
        where !node.isAmong(nodes.map(\.node)) {
            nodes.append(OrderedNode(node: node, isDescending: isDescending, nulls: nil))
        }
        guard !nodes.isEmpty else { throw .noKey(core.from.qualifier) }
        guard nodes.count <= Self.termLimit else {
            throw .notPaged("its order has more than \(Self.termLimit) terms")
        }
        terms = nodes.map { node in
            PageTerm(
                node: node.node, isDescending: node.isDescending, nulls: node.nulls,
                mayBeNull: core.mayBeNull(node.node))
        }
        try Self.check(terms.map(\.node), core)
        core.order = []
        self.core = core
    }

    /// - Throws: `SQLITE_MISUSE` for an order that differs from call to call, and for results that depend on which rows
    ///   are read.
    private static func check(_ terms: [SQLNode], _ core: SelectCore) throws(SQLiteError) {
        for term in terms {
            if term.isColumn { continue }
            guard term.rendered?.readsCurrentTime != true else {
                throw .notPaged("its order depends on the time at which the statement runs")
            }
        }
        try _SQLWriter.withScratch { writer throws(SQLiteError) in
            writer.writeList(terms) { $0.write($1) }
            if writer.isVolatile {
                throw .notPaged(
                    "its order contains a function whose result may differ from call to call; a "
                        + "function of your own has to be declared deterministic")
            }
            writer.notesRowFunctions = true
            writer.writeList(terms + core.fields.map(\.node)) { $0.write($1) }
            if writer.hasWindow {
                throw .notPaged(
                    "a window function would only see the rows of the page: select from asTable(), "
                        + "with page(size:uniqueBy:)")
            }
            if writer.hasAggregate, core.rare?.clauses.group.isEmpty != false {
                throw .notPaged("an aggregate without groups has one row")
            }
        }
    }
}

/// A term of an order, taken apart.
private struct OrderedNode {
    let node: SQLNode
    let isDescending: Bool
    let nulls: Ordering.Nulls?

    init(_ term: SQLNode) {
        let order = term.fragment as? DirectedOrder
        node = order?.node ?? term
        isDescending = order?.isDescending ?? false
        nulls = order?.nulls
    }

    init(node: SQLNode, isDescending: Bool, nulls: Ordering.Nulls?) {
        self.node = node
        self.isDescending = isDescending
        self.nulls = nulls
    }
}

extension SQLNode {
    /// Whether the node is the same expression as one of the given ones.
    func isAmong(_ others: [SQLNode]) -> Bool {
        if isColumn { return others.contains(where: isSameColumn) }
        let text = rendered
        return text != nil && others.contains { $0.rendered == text }
    }
}

extension SelectCore {
    /// The selected columns.
    fileprivate var fields: [SelectedField] { selectList.fields }

    /// - Throws: `SQLITE_MISUSE` for clauses that pages cannot have.
    fileprivate func requirePages() throws(SQLiteError) {
        guard limit == nil, offset == nil else {
            throw .notPaged("it has a limit or an offset; the size of a page is its limit")
        }
        guard rare?.clauses.compound == nil else {
            throw .notPaged(
                "it is a compound select: use asTable(), with page(size:uniqueBy:)")
        }
    }

    /// Expressions that together have different values in any two rows.
    fileprivate func identity(
        _ key: [SQLNode]?, ofDistinct fields: [SQLNode]?
    ) throws(SQLiteError) -> [SQLNode] {
        if let key { return key }
        if let fields {
            let key = (try? identityOfTables()) ?? []
            let hasKey = !key.isEmpty && key.allSatisfy { $0.isAmong(fields) }
            return hasKey && rare?.clauses.group.isEmpty != false ? key : fields
        }
        let group = rare?.clauses.group ?? []
        guard group.isEmpty else { return group.flatMap(\.elements) }
        return try identityOfTables()
    }

    /// The keys of all tables: a row of a join has one row of each.
    private func identityOfTables() throws(SQLiteError) -> [SQLNode] {
        var nodes: [SQLNode] = []
        for item in items { nodes += try item.identity }
        return nodes
    }

    private var items: [FromItem] { [from] + (rare?.clauses.joins.map(\.item) ?? []) }

    /// Whether an expression can be NULL. A column whose Swift type is not optional can: the table may have been
    /// created by hand, and a query that selects other columns reads its rows without an error.
    fileprivate func mayBeNull(_ node: SQLNode) -> Bool {
        guard let (qualifier, name) = node.column else { return true }
        let items = items
        guard let index = items.firstIndex(where: { SQLName.same($0.qualifier, qualifier) }) else {
            return true
        }
        let joins = rare?.clauses.joins ?? []
        if index > 0, [.left, .full].contains(joins[index - 1].kind) { return true }
        if joins.dropFirst(index).contains(where: { $0.kind == .right || $0.kind == .full }) {
            return true
        }
        if items[index].rowID == name { return false }
        return !items[index].columns.isIntegerKey(name)
    }
}

extension ColumnDefinitions {
    /// Whether a column is the whole primary key and an integer: it is the rowid.
    fileprivate func isIntegerKey(_ name: String) -> Bool {
        let key = list.filter(\.isPrimaryKey)
        return key.count == 1 && key[0].type == .integer && SQLName.same(key[0].name, name)
    }
}

extension FromItem {
    /// The primary key or the rowid.
    fileprivate var identity: [SQLNode] {
        get throws(SQLiteError) {
            guard case .table(let table) = kind else { throw .noKey(qualifier) }
            let key = table.columns.list.filter(\.isPrimaryKey)
            guard key.isEmpty else { return key.map { .column(qualifier, $0.name) } }
            guard let rowID else { throw .noKey(qualifier) }
            return [.column(qualifier, rowID)]
        }
    }

    /// A name of the rowid that no column has.
    fileprivate var rowID: String? {
        ["rowid", "_rowid_", "oid"].first { name in
            !columns.list.contains { SQLName.same($0.name, name) }
        }
    }
}
