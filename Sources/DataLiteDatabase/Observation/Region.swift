import DataLiteCore
import DataLiteSyntax

/// The part of a database that a fetch has read.
struct Region: Sendable {
    /// The part of a table that was read.
    struct Table: Sendable {
        var columns: ObservedColumns
        /// The rows that were looked up; `nil` if any row may have been read.
        var rowIDs: Set<Int64>?

        static let all = Table(columns: .all)
    }

    /// The tables that were read; `nil` if any commit may change the result.
    var tables: [TableName: Table]?

    static let everything = Region(tables: nil)

    /// Shares the storage of equal columns with another region.
    mutating func shareColumns(with other: Region) {
        for (name, table) in other.tables ?? [:] where tables?[name]?.columns == table.columns {
            tables?[name]?.columns = table.columns
        }
    }

    /// A region of the same tables and columns, and any rows.
    var withoutRows: Region { Region(tables: tables?.mapValues { Table(columns: $0.columns) }) }

    func intersects(_ commit: Commit) -> Bool {
        guard let tables, !commit.isUnknown else { return true }
        if let coverage = commit.coverage, !coverage.contains(self) { return true }
        // Both are usually short.
        if commit.tables.count < tables.count {
            return commit.tables.contains { name, change in
                tables[name].map { $0.intersects(change, commit.rows[name]) } ?? false
            }
        }
        return tables.contains { name, table in
            commit.tables[name].map { table.intersects($0, commit.rows[name]) } ?? false
        }
    }
}

extension Region.Table {
    /// - Parameter rows: The rows that were changed, if they are known.
    fileprivate func intersects(_ change: ChangeSet.Table, _ rows: ChangedRowIDs?) -> Bool {
        guard let rowIDs, let rows else {
            return change.rows || columns.isTouched(by: change.columns)
        }
        return rowIDs.contains { rowID in
            if rows.moved.contains(rowID) { return true }
            return rows.updated.contains(rowID) && columns.isTouched(by: change.columns)
        }
    }

    /// The part of one table that was read under two names.
    func union(_ other: Region.Table) -> Region.Table {
        var union = Region.Table(columns: columns.union(other.columns))
        if let rowIDs, let others = other.rowIDs { union.rowIDs = rowIDs.union(others) }
        return union
    }
}

/// The tables and columns that were observed when a write began. Other changes are not collected.
struct Coverage: Sendable {
    /// A number that changes when the observed tables and columns change.
    let version: Int
    private(set) var tables: [TableName: ObservedColumns]
    private(set) var streamed: Set<TableName>
    /// Whether this covers less than its version does.
    private var isReduced = false

    init(version: Int, tables: [TableName: ObservedColumns], streamed: Set<TableName>) {
        self.version = version
        self.tables = tables
        self.streamed = streamed
    }

    /// Whether all changes of a region are collected.
    func contains(_ region: Region) -> Bool {
        guard let regions = region.tables else { return false }
        return regions.allSatisfy { name, table in contains(table.columns, of: name) }
    }

    func contains(_ columns: ObservedColumns, of name: TableName) -> Bool {
        tables[name]?.isSuperset(of: columns) ?? false
    }

    /// Whether the changes of a table are collected in any way.
    func contains(_ name: TableName) -> Bool { tables[name] != nil || streamed.contains(name) }

    func intersection(_ other: Coverage) -> Coverage {
        guard version != other.version || isReduced || other.isReduced else { return self }
        var both = self
        both.isReduced = true
        both.tables = tables.reduce(into: [:]) { both, entry in
            both[entry.key] = other.tables[entry.key].map(entry.value.intersection)
        }
        both.streamed.formIntersection(other.streamed)
        return both
    }
}

// MARK: - RegionResolver

/// Determines the region of a fetch from the names that SQLite's authorizer reported.
struct RegionResolver {
    let connection: Connection

    func region(of reads: ReadSet) throws -> Region {
        var tables: [TableName: Region.Table] = [:]
        for name in reads.tables {
            for entry in try entries(of: name) {
                guard let read = try self.tables(of: entry, name, reads) else { return .everything }
                tables.merge(read) { table, other in table.union(other) }
            }
        }
        return Region(tables: tables)
    }

    // MARK: - Names

    private struct Entry {
        enum Kind {
            case table(isWithoutRowID: Bool)
            case virtual
            /// An entry that a commit cannot change: a view, whose tables are reported separately; a table-valued
            /// function; a common table expression.
            case constant
            /// An entry whose changes are not reported.
            case unknown
        }

        let name: TableName
        let kind: Kind
    }

    /// Modules whose tables contain no data of the database.
    private static let constantModules: Set<String> = [
        "bytecode", "carray", "completion", "fts3tokenize", "generate_series", "json_each",
        "json_tree", "series", "tables_used",
    ]

    /// The tables that a name may refer to: SQLite reports no schema for a table if none of its columns is read.
    private func entries(of name: TableName) throws -> [Entry] {
        if name.isInternal { return [Entry(name: name, kind: internalKind(of: name))] }
        let found = try connection.listedTables(named: name.table).map { listed in
            Entry(name: TableName(schema: listed.schema, name.table), kind: kind(of: listed))
        }
        let exact = found.filter { $0.name == name }
        if !exact.isEmpty { return exact }
        return found.isEmpty ? [Entry(name: name, kind: try moduleKind(of: name.table))] : found
    }

    /// The kind of an internal table: the hook does not report its changes, and schema changes are detected separately.
    private func internalKind(of name: TableName) -> Entry.Kind {
        let schemaTables = [
            "sqlite_master", "sqlite_schema", "sqlite_temp_master", "sqlite_temp_schema",
        ]
        return schemaTables.contains(name.table) ? .constant : .unknown
    }

    private func kind(of listed: ListedTable) -> Entry.Kind {
        switch listed.type {
        case "table", "shadow": .table(isWithoutRowID: listed.isWithoutRowID)
        case "view": .constant
        case "virtual": .virtual
        default: .unknown
        }
    }

    /// The kind of a name that no schema contains.
    private func moduleKind(of name: String) throws -> Entry.Kind {
        if name.hasPrefix("pragma_") || Self.constantModules.contains(name) { return .constant }
        let isModule = try connection.value(
            "SELECT count(*) FROM pragma_module_list WHERE name = \(name) COLLATE NOCASE",
            as: Int.self)
        return isModule == 0 ? .constant : .unknown
    }

    // MARK: - Rows and columns

    /// The tables whose changes affect the columns and rows that were read from an entry.
    ///
    /// - Returns: `nil` if any commit may affect them.
    private func tables(
        of entry: Entry, _ name: TableName, _ reads: ReadSet
    ) throws -> [TableName: Region.Table]? {
        switch entry.kind {
        case .unknown: return nil
        case .constant: return [:]
        // A reader connection has its own temporary tables.
        case .table where entry.name.schema == "temp": return [:]
        case .table(isWithoutRowID: true): return [entry.name: .all]
        case .table:
            let columns = try positions(of: reads.columns[name] ?? [], in: entry.name)
            return [entry.name: Region.Table(columns: columns, rowIDs: reads.rowIDs[name])]
        case .virtual:
            guard let shadows = try shadowTables(of: entry.name) else { return nil }
            return Dictionary(shadows.map { ($0, .all) }) { all, _ in all }
        }
    }

    private func positions(
        of columns: Set<ExactName>, in name: TableName
    ) throws -> ObservedColumns {
        // The statement only counts rows.
        if columns.isEmpty { return .some([]) }
        var positions: Set<Int> = []
        // A row whose rowid changes is reported as deleted and inserted, so the rowid column need not be compared. It
        // is the only primary key without an index.
        let keyIsRowID = try connection.primaryKeyTerms(of: name).isEmpty
        for (position, column) in try connection.columns(of: name).enumerated() {
            // A generated column changes with other columns, and a virtual generated column shifts the positions.
            guard column.storage == .ordinary else { return .all }
            let isRowID = keyIsRowID && column.keyPosition > 0
            guard !isRowID, columns.contains(ExactName(name: column.name.lowercasedASCII)) else {
                continue
            }
            positions.insert(position)
        }
        return .some(positions)
    }

    /// The tables in which a virtual table stores its rows; `nil` if they are not known.
    private func shadowTables(of name: TableName) throws -> [TableName]? {
        let sql: String? = try connection.value(
            """
            SELECT sql FROM \(identifier: name.schema).sqlite_schema
            WHERE name = \(name.table) COLLATE NOCASE AND type = 'table'
            """)
        guard let sql, Self.storesItsRows(sql) else { return nil }
        let prefix = name.table + "_"
        return try connection.rows(
            """
            SELECT name FROM \(identifier: name.schema).sqlite_schema
            WHERE type = 'table'
            AND substr(name, 1, \(prefix.unicodeScalars.count)) = \(prefix) COLLATE NOCASE
            """
        ).map { row in TableName(schema: name.schema, row.lenientValue(at: 0) ?? "") }
    }

    /// Whether a virtual table reads only its own shadow tables. A full-text table with a `content` option reads
    /// another table.
    static func storesItsRows(_ sql: String) -> Bool {
        var tokens = Array(SQLTokens(sql))[...]
        tokens = tokens.drop { !($0.kind == .word && $0.text.lowercasedASCII == "using") }
        let module = tokens.dropFirst().first?.name?.lowercasedASCII ?? ""
        switch module {
        case "rtree", "rtree_i32", "geopoly": return true
        case "fts3", "fts4", "fts5":
            return !tokens.contains { $0.name?.lowercasedASCII == "content" }
        default: return false
        }
    }
}

extension FetchRecord {
    init(
        _ connection: Connection, _ failure: (any Error)?, _ reads: ReadSet, _ known: FetchRecord
    ) {
        self = .everything
        // Any commit may resolve an error of the database. Other errors depend only on the data that was read.
        if let failure = failure as? SQLiteError, failure.resultCode.primary != .error { return }
        if known.reads == reads {
            self = known
        } else if let region = try? RegionResolver(connection: connection).region(of: reads) {
            self = FetchRecord(reads: reads, region: region)
        }
    }
}
