/// Rows and drafts of one table, to insert with the rows of other tables.
public struct SeedRows: Sendable {
    let list: any SeedList

    @usableFromInline
    init<Model: Table>(_ rows: [_InsertRows<Model>]) {
        list = TableRows(rows: rows)
    }
}

/// Collects rows of different tables: rows, drafts and sequences of them.
///
/// ```swift
/// try db.seed {
///     Artist(id: 1, name: "Miles")
///     for title in titles { Album.Draft(title: title, artistID: 1) }
/// }
/// ```
public typealias SeedBuilder = _ListBuilder<SeedRows>

extension _ListBuilder where Element == SeedRows {
    /// A row.
    public static func buildExpression<Model: Table>(_ row: Model) -> [SeedRows] {
        [SeedRows(InsertRowsBuilder<Model>.buildExpression(row))]
    }

    /// Rows of a table.
    public static func buildExpression<Model: Table>(_ rows: some Sequence<Model>) -> [SeedRows] {
        [SeedRows(InsertRowsBuilder<Model>.buildExpression(rows))]
    }

    /// A draft.
    public static func buildExpression<Draft: TableDraft>(_ draft: Draft) -> [SeedRows] {
        [SeedRows([_InsertRows<Draft.Model>(drafts: CollectionOfOne(draft))])]
    }

    /// Drafts of a table.
    public static func buildExpression<Draft: TableDraft>(
        _ drafts: some Sequence<Draft>
    ) -> [SeedRows] {
        [SeedRows([_InsertRows<Draft.Model>(drafts: drafts)])]
    }
}

/// Rows of one table.
protocol SeedList: Sendable {
    var table: TableDefinition { get }

    /// A collection of these rows.
    func collected() -> any SeedCollection
}

/// All rows of one table.
protocol SeedCollection: AnyObject {
    var table: TableDefinition { get }

    /// Appends rows, unless they are of another type.
    func append(_ list: any SeedList) -> Bool

    func insert(_ db: any ConnectionProtocol) throws(SQLiteError)
}

private struct TableRows<Model: Table>: SeedList {
    let rows: [_InsertRows<Model>]

    var table: TableDefinition { Model.tableDefinition }

    func collected() -> any SeedCollection { CollectedRows(rows) }
}

private final class CollectedRows<Model: Table>: SeedCollection {
    private var rows: [_InsertRows<Model>]

    init(_ rows: [_InsertRows<Model>]) { self.rows = rows }

    var table: TableDefinition { Model.tableDefinition }

    func append(_ list: any SeedList) -> Bool {
        guard let list = list as? TableRows<Model> else { return false }
        rows += list.rows
        return true
    }

    func insert(_ db: any ConnectionProtocol) throws(SQLiteError) {
        try Model.inserting(rows, or: nil).execute(db)
    }
}
