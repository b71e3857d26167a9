extension ConnectionProtocol {
    /// Inserts rows of several tables, in the order of their foreign keys.
    ///
    /// ```swift
    /// try db.seed {
    ///     Album(id: 10, title: "Kind of Blue", artistID: 1)
    ///     Album.Draft(title: "Blue Train", artistID: 2)
    ///     Artist(id: 1, name: "Miles")
    ///     Artist(id: 2, name: "John")
    /// }
    /// ```
    ///
    /// All rows of a table are inserted together, in their order: `INSERT INTO "artists" ...`, then
    /// `INSERT INTO "albums" ...`. Tables without foreign keys between them keep the order of the closure. If tables
    /// refer to each other, or a table refers to itself, their foreign keys are checked after the last row.
    ///
    /// The statements run in a transaction, or in a savepoint of the open one.
    ///
    /// - Throws: `SQLiteError` if SQLite reports an error; `SQLITE_CONSTRAINT_FOREIGNKEY` with the rows that refer to
    ///   missing rows. In that case nothing has been inserted.
    public func seed(@SeedBuilder _ rows: () throws -> [SeedRows]) throws {
        let plan = SeedPlan(try rows())
        try transaction(.immediate) { try plan.run(on: self) }
    }
}

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

/// The rows of `seed`, one list for each table.
struct SeedPlan {
    private typealias Name = ExactName

    /// The rows of each table, in the order in which the tables occur first.
    private var lists: [any SeedCollection] = []

    init(_ rows: [SeedRows]) {
        // Two types can have the same table.
        var positions: [Name: [Int]] = [:]
        for list in rows.map(\.list) {
            let key = Self.key(list.table.schema, list.table.name)
            let known = positions[key, default: []]
            guard !known.contains(where: { lists[$0].append(list) }) else { continue }
            positions[key, default: []].append(lists.count)
            lists.append(list.collected())
        }
    }

    func run(on db: any ConnectionProtocol) throws(SQLiteError) {
        guard !lists.isEmpty else { return }
        let parents = try parents(on: db)
        let order = Self.order(parents)
        let defers = order.isCyclic ? try db.checksForeignKeysAtOnce : false
        guard defers else {
            for position in order.positions { try lists[position].insert(db) }
            return
        }
        let before = try violations(in: db)
        try db.execute("PRAGMA defer_foreign_keys = ON")
        do throws(SQLiteError) {
            for position in order.positions { try lists[position].insert(db) }
            try requireNoViolations(in: db, except: before)
        } catch {
            // Only the end of the transaction, which may be far away, would undo it. After some errors there is none.
            _ = try? db.execute("PRAGMA defer_foreign_keys = OFF")
            throw error
        }
        try db.execute("PRAGMA defer_foreign_keys = OFF")
    }

    private func requireNoViolations(
        in db: any ConnectionProtocol, except before: Set<String>
    ) throws(SQLiteError) {
        let added = try violations(in: db).subtracting(before)
        guard added.isEmpty else {
            throw SQLiteError(
                .constraintForeignKey,
                message: "the rows violate foreign keys: "
                    + MessageText.lines(added.sorted()).joined(separator: "; "))
        }
    }

    /// For each list, the lists of the tables that its table refers to.
    private func parents(on db: any ConnectionProtocol) throws(SQLiteError) -> [Set<Int>] {
        var positions: [Name: [Int]] = [:]
        for (position, list) in lists.enumerated() {
            positions[Self.key(list.table.schema, list.table.name), default: []].append(position)
        }
        var schemas: [String: DatabaseSchema] = [:]
        var parents: [Set<Int>] = []
        for list in lists {
            let name = list.table.schema ?? "main"
            let schema: DatabaseSchema
            if let known = schemas[name] {
                schema = known
            } else {
                schema = try name == "main" ? db.schema : db.schema(of: name)
                schemas[name] = schema
            }
            let keys = schema.table(list.table.name)?.foreignKeys ?? []
            parents.append(
                Set(keys.flatMap { positions[Self.key(list.table.schema, $0.parent)] ?? [] }))
        }
        return parents
    }

    private static func key(_ schema: String?, _ table: String) -> Name {
        Name(name: "\((schema ?? "main").lowercasedASCII).\(table.lowercasedASCII)")
    }

    /// An order in which each list comes after its parents, and otherwise as early as before. Lists in a cycle, and
    /// those that depend on them, keep their order.
    private static func order(_ parents: [Set<Int>]) -> (positions: [Int], isCyclic: Bool) {
        var positions: [Int] = []
        var done: Set<Int> = []
        var isCyclic = parents.enumerated().contains { $1.contains($0) }
        while positions.count < parents.count {
            let waiting = parents.indices.filter { !done.contains($0) }
            let ready = waiting.first { parents[$0].subtracting([$0]).isSubset(of: done) }
            if ready == nil { isCyclic = true }
            guard let next = ready ?? waiting.first else { break }
            positions.append(next)
            done.insert(next)
        }
        return (positions, isCyclic)
    }

    /// The descriptions of the violations of foreign keys in the tables of the lists.
    private func violations(in db: any ConnectionProtocol) throws(SQLiteError) -> Set<String> {
        var violations: Set<String> = []
        for list in lists {
            let found = try db.foreignKeyViolations(
                in: list.table.name, of: list.table.schema ?? "main")
            violations.formUnion(found.lazy.map(\.description))
        }
        return violations
    }
}

extension ConnectionProtocol {
    /// Whether foreign keys are enforced, and not only at the end of the transaction.
    fileprivate var checksForeignKeysAtOnce: Bool {
        get throws(SQLiteError) {
            guard try foreignKeys else { return false }
            return try value("PRAGMA defer_foreign_keys", as: Bool.self) != true
        }
    }
}
