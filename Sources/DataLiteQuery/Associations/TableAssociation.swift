/// An association with the rows of a table.
public protocol TableAssociation<Parent, Child>: Association {
    /// The table with the rows of the association.
    associatedtype Child: Table

    /// The tables that lead to the rows.
    var _path: _AssociationPath { get }
}

/// An association with at most one row for each parent.
public protocol ToOneAssociation<Parent, Child>: TableAssociation {}

extension TableAssociation {
    public var _parentKey: _ParentKey {
        let path = _path
        return _ParentKey(path.parentKey, of: Parent.self, error: path.error)
    }
}

extension TableAssociation {
    /// The rows of the association that belong to a row in memory, as a query.
    ///
    /// ```swift
    /// let open = try RemindersList.reminders.request(for: list).where { !$0.isDone }.fetchAll(db)
    /// ```
    ///
    /// Through another association, each row is returned once, at the place of the first row that leads to it.
    ///
    /// - Parameter parent: The row, whose key is written as its column stores it.
    public func request(for parent: Parent) -> Where<Child> {
        let path = _path
        let key = StoredKeyValues(path.parentKey, of: parent)
        var query = childQuery.separated()
        guard !key.containsNull else { return query.none }
        let columns = path.links[path.links.count - 1].key
        let nodes = columns.map { SQLNode.column(query.core.from.qualifier, $0) }
        if path.links.count > 1 {
            EnclosingQuery.enter(&query.core)
            let near = NearRows(path, of: key.nodes)
            query.core.append(condition: near.lead(to: nodes))
            query.core.order += near.order(of: nodes)
            EnclosingQuery.leave()
        } else {
            query.core.append(condition: .equal(nodes, key.nodes))
        }
        if let error = path.error ?? key.error { query.core.append(condition: .failure(error)) }
        guard let limit = path.limit else { return query }
        return query.limit(limit.count, offset: limit.offset)
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
