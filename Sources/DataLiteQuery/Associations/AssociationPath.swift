/// The tables that lead from the rows of one table to those of an association: one, or several through join tables.
public struct _AssociationPath: Sendable {
    /// The columns of the parent that the first table refers to.
    var parentKey: [String]

    /// The tables. The last one has the rows of the association.
    var links: [AssociationLink]

    /// The number of rows for each parent, and the number of rows to skip before.
    var limit: (count: Int, offset: Int)?

    /// Whether a row to which several rows of the tables before it lead is there once.
    var isDistinct = false

    /// A mistake in the declaration, which loading the association reports.
    var error: SQLiteError?

    init(parentKey: SQLNode, _ core: SelectCore, key: SQLNode, of table: any Table.Type) {
        let names = (parentKey.columnNames, key.columnNames)
        self.parentKey = names.0 ?? []
        links = [
            AssociationLink(
                core: core, columns: table.columnDefinitions, key: names.1 ?? [])
        ]
        if names.0 == nil || names.1 == nil || names.0?.count != names.1?.count {
            error = .keyIsNoColumn(of: table)
        }
    }

    /// The path continued from its last table to the tables of another path.
    func through(_ next: _AssociationPath) -> _AssociationPath {
        var path = self
        path.links[links.count - 1].nextKey = next.parentKey
        path.links += next.links
        path.limit = next.limit
        path.isDistinct = isDistinct || next.isDistinct
        path.error = error ?? next.error ?? (limit == nil ? nil : .limitBeforeThrough)
        return path
    }

    /// The path with other conditions and another order of its last table.
    func with(_ core: SelectCore) -> _AssociationPath {
        var path = self
        path.links[links.count - 1].core = core
        return path
    }
}

/// A table of a path.
struct AssociationLink: Sendable {
    /// The rows of the table, without a default scope that is not applied yet.
    var core: SelectCore
    let columns: ColumnDefinitions

    /// The columns that refer to the table before.
    let key: [String]

    /// The columns that the table after it refers to.
    var nextKey: [String] = []
}

extension SQLiteError {
    static let limitBeforeThrough = SQLiteError.misuse(
        "an association that continues through another one cannot have a limit: "
            + "limit the association as a whole")

    static let limitedJoin = SQLiteError.misuse(
        "an association with a limit for each row cannot be joined: include it instead")
}
