internal import DataLiteCore

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
@resultBuilder
public enum SeedBuilder {
    /// A row.
    public static func buildExpression<Model: Table>(_ row: Model) -> [SeedRows] {
        [SeedRows(ListBuilder<_InsertRows<Model>>.buildExpression(row))]
    }

    /// Rows of a table.
    public static func buildExpression<Model: Table>(_ rows: some Sequence<Model>) -> [SeedRows] {
        [SeedRows(ListBuilder<_InsertRows<Model>>.buildExpression(rows))]
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

    /// Rows that another builder has collected.
    public static func buildExpression(_ rows: [SeedRows]) -> [SeedRows] { rows }

    /// Used by the compiler for the closure as a whole.
    public static func buildBlock() -> [SeedRows] { [] }
    /// Used by the compiler for the first statement.
    public static func buildPartialBlock(first: [SeedRows]) -> [SeedRows] { first }
    /// Used by the compiler for each further statement.
    public static func buildPartialBlock(
        accumulated: [SeedRows], next: [SeedRows]
    ) -> [SeedRows] { accumulated + next }
    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither(first: [SeedRows]) -> [SeedRows] { first }
    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither(second: [SeedRows]) -> [SeedRows] { second }
    /// Used by the compiler for an `if` without `else`.
    public static func buildOptional(_ rows: [SeedRows]?) -> [SeedRows] { rows ?? [] }
    /// Used by the compiler for `if #available`.
    public static func buildLimitedAvailability(_ rows: [SeedRows]) -> [SeedRows] { rows }
    /// Used by the compiler for a `for` loop.
    public static func buildArray(_ rows: [[SeedRows]]) -> [SeedRows] { Array(rows.joined()) }
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
