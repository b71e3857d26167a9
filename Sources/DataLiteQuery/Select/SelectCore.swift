/// A select without its types: the parts that are rendered.
///
/// The methods of a query that add a clause consume the query, so a query that is built step by step
/// is changed in place.
@usableFromInline
struct SelectCore: Sendable {
    @usableFromInline var from: FromItem

    /// The terms of `WHERE`, all of which must be true.
    @usableFromInline var conditions = NodeList.none

    @usableFromInline var order = NodeList.none
    @usableFromInline var limit: SQLNode?

    /// The selected expressions; `nil` for all columns of the table.
    @usableFromInline var selection: _SelectList?

    /// The clauses that few selects have; `nil` if the select has none of them.
    @usableFromInline var rare: RareClauses.Storage?

    /// The default scope of the table, or `nil` if it has been applied or disabled.
    @usableFromInline var scope: (@Sendable () -> DefaultScope?)?
}

/// The default scope of a table, which is looked up when a query is rendered; `nil` if it contains all rows.
@usableFromInline
final class DefaultScope: Sendable {
    let core: SelectCore

    @usableFromInline
    init(_ core: SelectCore) { self.core = core }
}

extension SelectCore {
    init(from: FromItem) {
        self = SelectCore(
            from: from, conditions: .none, order: .none, limit: nil, selection: nil, rare: nil,
            scope: nil)
    }

    /// All rows of a table.
    // A function that sets all properties at once and is not inlined; otherwise the value would be built in one place
    // and copied to another.
    @usableFromInline
    static func all(
        _ table: TableDefinition, scope: (@Sendable () -> DefaultScope?)?
    ) -> SelectCore {
        SelectCore(
            from: FromItem(table), conditions: .none, order: .none, limit: nil, selection: nil,
            rare: nil, scope: scope)
    }

    /// Whether the select has clauses, which a default scope adds to a query.
    @inlinable
    var isScope: Bool { !conditions.isEmpty || !order.isEmpty || limit != nil || rare != nil }

    var clauses: RareClauses {
        get { rare?.clauses ?? RareClauses() }
        _modify {
            var storage = rare.take() ?? RareClauses.Storage(RareClauses())
            if !isKnownUniquelyReferenced(&storage) {
                storage = RareClauses.Storage(storage.clauses)
            }
            defer { rare = storage }
            yield &storage.clauses
        }
    }

    /// The tables of the `WITH` clause before the select.
    var commonTables: [CommonTable] { rare?.clauses.commonTables ?? [] }

    var offset: SQLNode? {
        get { rare?.clauses.offset }
        set { if newValue != nil || rare != nil { clauses.offset = newValue } }
    }

    /// Whether the select does more than filter rows by its conditions, so that it must become a
    /// derived table to be joined, counted or combined.
    var needsDerivedTable: Bool {
        !commonTables.isEmpty || limit != nil || offset != nil || clauses.isDistinct
            || !clauses.group.isEmpty
            || clauses.having != nil || clauses.compound != nil
    }

    /// The conditions or terms of another query of the table, with the table renamed to the name
    /// used here.
    func renamed(_ conditions: NodeList, from other: SelectCore) -> NodeList {
        let (old, new) = (other.from.qualifier, from.qualifier)
        guard old != new else { return conditions }
        return conditions.renamed(Renaming(old, new))
    }
}

/// The clauses that few selects have.
@usableFromInline
struct RareClauses: Sendable {
    var isDistinct = false
    var joins: [JoinClause] = []
    var group: [SQLNode] = []
    var having: SQLNode?
    var windows: [WindowDefinition] = []
    var offset: SQLNode?
    /// The compound select that replaces the table, if any.
    var compound: CompoundSelect?
    /// The tables of the `WITH` clause before the select.
    var commonTables: [CommonTable] = []
    /// Whether the selection is all columns of joined tables.
    var selectsAll = false
    /// The type of the columns of joined tables.
    var columns: (any ColumnTuple.Type)?

    /// Heap storage for the clauses, so that a select without them is small.
    ///
    /// SAFETY: `SelectCore.clauses` changes the clauses only while it has the only reference, so no other thread can
    /// read them at that time. The check ignores weak references, but none exist: only `SelectCore` refers to the
    /// storage.
    @usableFromInline
    final class Storage: @unchecked Sendable {
        fileprivate(set) var clauses: RareClauses

        fileprivate init(_ clauses: RareClauses) { self.clauses = clauses }

        deinit {
            if clauses.compound != nil { ReleaseLoop.release(&clauses.compound) }
        }
    }
}

/// The item that `FROM` or `JOIN` names.
@usableFromInline
struct FromItem: Sendable {
    @usableFromInline
    enum Kind: Sendable {
        case table(TableDefinition)
        /// A common table expression.
        case name(String)
        case query(NestedPart)
        /// A table-valued function.
        indirect case call(SQLNode)
        /// No table: a select without `FROM`.
        case nothing
    }

    @usableFromInline var kind: Kind
    /// The name after `AS`; `nil` for a table under its own name.
    @usableFromInline var alias: String?

    /// Whether the alias only distinguishes the table from another table in the same query or in an enclosing query.
    var isSeparated = false

    /// The names of the columns; `nil` for all columns of a table.
    @usableFromInline let names: ColumnDefinitions?

    /// A table.
    @inlinable
    init(_ table: TableDefinition, alias: String? = nil) {
        kind = .table(table)
        self.alias = alias
        names = nil
    }

    init(kind: Kind, alias: String?, columns: ColumnDefinitions) {
        self.kind = kind
        self.alias = alias
        names = columns
    }

    /// The table, if the item is a table under its own name.
    @inline(__always)
    var plainTable: TableDefinition? {
        guard alias == nil else { return nil }
        return switch kind {
        case .table(let table): table
        default: nil
        }
    }

    /// Whether the item is a query.
    var isDerived: Bool { if case .query = kind { true } else { false } }

    /// The columns.
    var columns: ColumnDefinitions {
        if let names { return names }
        guard case .table(let table) = kind else { return ColumnDefinitions { _ in } }
        return table.columns
    }

    /// No table: a select without `FROM`.
    static let nothing = FromItem(kind: .nothing, alias: nil, columns: ColumnDefinitions { _ in })

    /// The name before the dot of a column.
    var qualifier: String {
        if let alias { return alias }
        return switch kind {
        case .table(let table): table.name
        case .name(let name): name
        case .query, .call, .nothing: ""
        }
    }

    func _appendColumns(to list: inout _SelectList) {
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

/// The kind of a join.
@usableFromInline
package enum JoinKind: Sendable {
    case inner, left, right, full, cross
}

/// A joined table.
@usableFromInline
struct JoinClause: Sendable {
    var kind: JoinKind
    var item: FromItem
    var constraint: SQLNode?
}

/// `name AS (...)` in a `WINDOW` clause.
@usableFromInline
struct WindowDefinition: Sendable {
    var name: String
    var window: any SQLRenderable
}

extension SQLNode {
    /// The text and the parameters of the node.
    var rendered: SQL? { try? renderingResult.get() }

    /// The text and the parameters of the node, or its error.
    var renderingResult: Result<SQL, SQLiteError> {
        Result { () throws(SQLiteError) in
            var writer = _SQLWriter()
            writer.write(self)
            return try writer.finish()
        }
    }
}
