/// A select without its types: everything that is rendered.
struct SelectCore: Sendable {
    var from: FromItem

    /// The terms of `WHERE`, all of which have to be true.
    var conditions: [SQLNode] = []

    var order: [SQLNode] = []
    var limit: SQLNode?
    var offset: SQLNode?

    /// What is selected; `nil` for all columns of the table.
    var selection: SelectList?

    var clauses = RareClauses()

    /// The table whose default scope applies, unless it has been applied or is not wanted.
    var scope: (any Table.Type)?

    init(from: FromItem) {
        self.from = from
    }
}

/// The clauses that few selects have.
struct RareClauses: Sendable {
    var isDistinct = false
    var joins: [JoinClause] = []
    var group: [SQLNode] = []
    var having: SQLNode?
    var windows: [WindowDefinition] = []
    /// What the table is, if it is a compound select.
    var compound: CompoundSelect?
}

/// What `FROM` or `JOIN` names.
struct FromItem: Sendable {
    enum Kind: Sendable {
        case table(TableDefinition)
        /// A common table expression.
        case name(String)
        case query(any SQLFragment)
        /// A table-valued function.
        case call(SQLNode)
        /// No table: a select without `FROM`.
        case nothing
    }

    var kind: Kind
    /// The name after `AS`; `nil` for a table under its own name.
    var alias: String?
    /// The names of the columns.
    var columns: ColumnDefinitions

    /// The name before the dot of a column.
    var qualifier: String {
        if let alias { return alias }
        return switch kind {
        case .table(let table): table.name
        case .name(let name): name
        case .query, .call, .nothing: ""
        }
    }

    func appendColumns(to list: inout SelectList) {
        if alias == nil, case .table(let table) = kind {
            list.append(allColumnsOf: table)
            return
        }
        let qualifier = qualifier
        for column in columns.list {
            list.append(SelectedField(name: column.name, node: .column(qualifier, column.name)))
        }
    }
}

/// A joined table.
struct JoinClause: Sendable {
    enum Kind: Sendable {
        case inner, left, right, full, cross
    }

    var kind: Kind
    var item: FromItem
    var constraint: SQLNode?
}

/// `name AS (...)` of a `WINDOW` clause.
struct WindowDefinition: Sendable {
    var name: String
    var window: any SQLFragment
}

extension SelectCore {
    /// Whether the rows of the select are not those that match its conditions, so that it has to be
    /// a derived table where it is joined, counted or combined.
    var needsDerivedTable: Bool {
        limit != nil || offset != nil || clauses.isDistinct || !clauses.group.isEmpty
            || clauses.having != nil || clauses.compound != nil
    }

    /// The select with the conditions of its default scope.
    var scoped: SelectCore {
        guard let scope else { return self }
        var core = self
        core.scope = nil
        let other = scope.scopeCore
        guard !other.conditions.isEmpty || !other.order.isEmpty || other.limit != nil else {
            return core
        }
        if !core.begins(with: other.conditions) {
            core.conditions = core.renamed(other.conditions, from: other) + core.conditions
        }
        if core.order.isEmpty { core.order = other.order }
        if core.limit == nil { (core.limit, core.offset) = (other.limit, other.offset) }
        return core
    }

    /// Whether the conditions begin with others, as those of a scope do if it is the default scope
    /// itself that was extended.
    private func begins(with others: [SQLNode]) -> Bool {
        guard others.count <= conditions.count else { return false }
        return zip(others, conditions).allSatisfy { $0.rendered == $1.rendered }
    }

    /// Conditions or terms of another query of the table, for the name that the table has here.
    func renamed(_ conditions: [SQLNode], from other: SelectCore) -> [SQLNode] {
        let (old, new) = (other.from.qualifier, from.qualifier)
        guard old != new else { return conditions }
        return conditions.map { .fragment(Requalified(node: $0, old: old, new: new)) }
    }
}

extension SQLNode {
    /// The text and the parameters of the node.
    fileprivate var rendered: SQL? {
        var writer = SQLWriter()
        writer.write(self)
        return try? writer.finish()
    }
}

extension Table {
    /// The default scope.
    fileprivate static var scopeCore: SelectCore { all.core }
}

/// An expression over a table under its own name, written for the table under an alias.
struct Requalified: SQLFragment {
    let node: SQLNode
    let old: String
    let new: String

    var precedence: Precedence { node.precedence }

    func write(to writer: inout SQLWriter) {
        let outer = writer.renaming
        writer.renaming = (old, new)
        writer.write(node)
        writer.renaming = outer
    }
}
