/// The constraints of a table that a database reports.
struct StoredConstraints {
    /// The conditions of the `CHECK` constraints.
    let checks: [CheckText]

    /// The columns of each unique constraint, unique index or primary key.
    let unique: [UniqueColumns]

    /// The foreign keys.
    let foreignKeys: [StoredForeignKey]

    let isStrict: Bool
    let isWithoutRowID: Bool
    let isAutoincrement: Bool

    init(of table: DatabaseSchema.Table) {
        checks = table.checks.map { CheckText($0.sql, of: table.name) }
        unique = table.indexes.filter { $0.isUnique && !$0.isPartial }.map { index in
            UniqueColumns(
                isConstraint: index.origin == .unique, names: index.terms.map(\.column),
                collations: index.terms.map { term in
                    let own = term.column.flatMap { table.column($0)?.collation } ?? "BINARY"
                    return SQLName.matches(term.collation, own) ? nil : term.collation
                })
        }
        foreignKeys = table.foreignKeys.map(StoredForeignKey.init)
        isStrict = table.isStrict
        isWithoutRowID = table.kind != .view && !table.hasRowID
        isAutoincrement = table.isAutoincrement
    }
}

/// The columns of a unique constraint or index.
struct UniqueColumns {
    /// Whether it is a `UNIQUE` constraint, not a primary key or an index that was created on its own.
    let isConstraint: Bool

    /// The names of the columns; `nil` for an expression.
    let names: [String?]

    /// For each column, the collation that compares its values, if it is not the collation of the column.
    let collations: [String?]

    /// Whether it has the same columns, in any order, and compares them with their collations: then the same rows
    /// conflict.
    func hasColumns(_ others: [String?]) -> Bool {
        guard names.allSatisfy({ $0 != nil }), collations.allSatisfy({ $0 == nil }) else {
            return false
        }
        return Set(names.compactMap { $0?.lowercasedASCII })
            == Set(others.compactMap { $0?.lowercasedASCII })
    }

    /// The constraint in SQL.
    var sql: String {
        let columns = zip(names, collations).map { name, collation in
            (name ?? "").quotedName + (collation.map { " COLLATE \($0.quotedName)" } ?? "")
        }
        return "UNIQUE (\(columns.joined(separator: ", ")))"
    }
}

/// A foreign key that a database reports.
struct StoredForeignKey {
    private let key: DatabaseSchema.ForeignKey

    init(_ key: DatabaseSchema.ForeignKey) { self.key = key }

    func matches(_ other: ForeignKeyDefinition) -> Bool {
        let definition = other.table.tableDefinition
        guard SQLName.matches(key.parent, definition.name), key.isDeferred == other.isDeferred,
            key.onDelete == other.onDelete ?? .noAction, key.onUpdate == other.onUpdate ?? .noAction
        else { return false }
        let primaryKey = definition.columns.list.filter(\.isPrimaryKey).map(\.name)
        let referenced = key.parentColumns.isEmpty ? primaryKey : key.parentColumns
        let found = key.columns.enumerated().map { index, name in
            "\(name)\0\(referenced.indices.contains(index) ? referenced[index] : "")"
                .lowercasedASCII
        }
        let expected = zip(other.columns, other.referenced).map { name, referenced in
            "\(name ?? "")\0\(referenced ?? "")".lowercasedASCII
        }
        return found.sorted() == expected.sorted()
    }

    /// The constraint in SQL.
    var sql: String {
        let names = key.columns.map(\.quotedName).joined(separator: ", ")
        let referenced = key.parentColumns.map(\.quotedName).joined(separator: ", ")
        var sql = "FOREIGN KEY (\(names)) REFERENCES \(key.parent.quotedName)"
        if !referenced.isEmpty { sql += " (\(referenced))" }
        if key.onDelete != .noAction { sql += " ON DELETE \(key.onDelete.rawValue)" }
        if key.onUpdate != .noAction { sql += " ON UPDATE \(key.onUpdate.rawValue)" }
        return sql + (key.isDeferred ? " DEFERRABLE INITIALLY DEFERRED" : "")
    }
}

extension String {
    fileprivate var quotedName: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}
