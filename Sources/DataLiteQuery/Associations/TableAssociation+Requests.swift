extension TableAssociation {
    /// The rows of the association that belong to a row in memory, as a query.
    ///
    /// ```swift
    /// let open = try RemindersList.reminders.request(for: list).where { !$0.isDone }.fetchAll(db)
    /// ```
    ///
    /// Through another association, each row is there once.
    ///
    /// - Parameter parent: The row, whose key is written as its column stores it.
    public func request(for parent: Parent) -> Where<Child> {
        let path = _path
        let key = StoredKeyValues(path.parentKey, of: parent)
        var query = childQuery.separated()
        guard !key.containsNull else { return query.none }
        let columns = path.links[path.links.count - 1].key
        let nodes = columns.map { SQLNode.column(query.core.from.qualifier, $0) }
        query.core.append(
            condition: path.links.count > 1
                ? path.condition(nodes, from: key.nodes) : .equal(nodes, key.nodes))
        if let error = path.error ?? key.error { query.core.append(condition: .failure(error)) }
        guard let limit = path.limit else { return query }
        return query.limit(limit.count, offset: limit.offset)
    }
}

extension _AssociationPath {
    /// The condition that columns of the last table refer to a row that the tables before it lead to.
    fileprivate func condition(_ columns: [SQLNode], from parent: [SQLNode]) -> SQLNode {
        var path = self
        let key = path.links.removeLast().key
        let (joined, target) = path.joined(to: SelectCore(from: .nothing), parent)
        var core = joined
        var list = _SelectList()
        let next = path.links[path.links.count - 1].nextKey
        for name in next { list.append(.column(target.qualifier, name)) }
        core.selection = list
        core.order = []
        let operand = key.count == 1 ? columns[0] : SQLNode.row(columns)
        return .fragment(InQuery(operand: operand, query: core, isNullable: false))
    }
}

extension SQLNode {
    /// `a = ? AND b = ?`
    fileprivate static func equal(_ columns: [SQLNode], _ values: [SQLNode]) -> SQLNode {
        zip(columns, values).map { SQLNode.binary($0, .equal, $1) }.conjunction ?? .never
    }
}

/// The values of some columns of a row, as they are stored.
struct StoredKeyValues {
    let values: [SQLiteValue]
    let error: SQLiteError?

    init<Row: Table>(_ names: [String], of row: Row) {
        let key = _ParentKey(names, of: Row.self, error: nil)
        var writer = RowWriter()
        writer.append(row)
        let all = writer.values
        values = key.positions.compactMap { all.indices.contains($0) ? all[$0] : nil }
        error = key.error ?? writer.error
    }

    var containsNull: Bool { values.contains(where: \.isNull) }

    var nodes: [SQLNode] { values.map(SQLNode.parameter) }
}
