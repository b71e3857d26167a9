import DataLiteSyntax

extension Table {
    /// The constraints that the definition has and the table does not, and, if the type declares ``constraints``, those
    /// that the table has and the definition does not.
    static func constraintDifferences(
        with kind: StoredTableKind, in db: any ConnectionProtocol
    ) throws(SQLiteError) -> [SchemaDifference.Kind] {
        let definition = tableDefinition
        let declared = constraintDefinitions
        // A view or a virtual table has no constraints, whatever its columns declare.
        let columns = kind.isDeclared ? definition.columns.list : []
        let expected = columns.flatMap { $0.constraints(in: definition) } + declared
        guard !expected.isEmpty else { return [] }
        let stored = try StoredConstraints(definition.name, schema: kind.schema, in: db)
        let texts = expected.map { $0.checkText(in: definition) }
        let checks = Set(stored.checks)
        var differences: [SchemaDifference.Kind] = []
        var missing: Set<String> = []
        for (constraint, text) in zip(expected, texts) {
            guard !(text.map(checks.contains) ?? stored.contains(constraint, kind, definition))
            else { continue }
            let sql = try ConstraintClause(constraint: constraint.unnamed, table: definition)
                .schemaSQL().text
            if missing.insert(sql).inserted { differences.append(.missingConstraint(sql)) }
        }
        guard !declared.isEmpty, kind.isDeclared else { return differences }
        let extra = stored.constraints(besides: expected, Set(texts.compactMap(\.self)), kind)
        return differences + extra.map { .extraConstraint($0) }
    }
}

/// The kind of a table that a database reports.
struct StoredTableKind: RowDecodable {
    let schema: String
    let type: String
    let isStrict: Bool
    let isWithoutRowID: Bool

    static let columnCount = 4

    init(row: inout RowReader) throws(SQLiteError) {
        schema = try row.next()
        type = try row.next()
        isStrict = try row.next()
        isWithoutRowID = try row.next()
    }

    /// Whether the columns are declared, unlike the columns of a view or a virtual table.
    var isDeclared: Bool { type == "table" }
}

extension StoredConstraints {
    /// Whether the table has a constraint that is not a `CHECK`.
    fileprivate func contains(
        _ constraint: ConstraintDefinition, _ kind: StoredTableKind, _ table: TableDefinition
    ) -> Bool {
        switch constraint.kind {
        case .withoutRowID: return kind.isWithoutRowID
        case .strict: return kind.isStrict
        case .foreignKey(let key): return foreignKeys.contains { $0.matches(key) }
        case .unique(let columns):
            // The rowid is unique without an index.
            let keys: [String?] = table.columns.list.filter(\.isPrimaryKey).map(\.name)
            return keys == columns || unique.contains { $0.hasColumns(columns) }
        // A condition that cannot be written.
        case .check, .checkText: return false
        }
    }

    /// The constraints of the table, in SQL, that are not expected.
    fileprivate func constraints(
        besides expected: [ConstraintDefinition], _ texts: Set<CheckText>, _ kind: StoredTableKind
    ) -> [String] {
        let columns = expected.compactMap(\.uniqueColumns)
        let keys = expected.compactMap(\.foreignKey)
        var extra = checks.filter { !texts.contains($0) }.map { "CHECK (\($0.sql))" }
        extra += unique.filter { unique in
            unique.isConstraint && !columns.contains { unique.hasColumns($0) }
        }.map(\.sql)
        extra += foreignKeys.filter { key in !keys.contains { key.matches($0) } }.map(\.sql)
        if kind.isWithoutRowID, !expected.areWithoutRowID { extra.append("WITHOUT ROWID") }
        return extra
    }
}

extension ConstraintDefinition {
    fileprivate var unnamed: ConstraintDefinition { ConstraintDefinition(kind: kind) }

    fileprivate var foreignKey: ForeignKeyDefinition? {
        if case .foreignKey(let key) = kind { key } else { nil }
    }

    fileprivate var uniqueColumns: [String?]? {
        if case .unique(let columns) = kind { columns } else { nil }
    }

    fileprivate func checkText(in table: TableDefinition) -> CheckText? {
        switch kind {
        case .check, .checkText:
            let sql = try? ConstraintClause(constraint: unnamed, table: table).schemaSQL().text
            // Without CHECK; the parentheses make no difference.
            return sql.map { CheckText(String($0.dropFirst("CHECK ".count)), of: table.name) }
        default: return nil
        }
    }
}

extension ColumnDefinition {
    /// The constraints of the column, as constraints of its table.
    fileprivate func constraints(in table: TableDefinition) -> [ConstraintDefinition] {
        var constraints: [ConstraintDefinition] = []
        if isUnique { constraints.append(ConstraintDefinition(kind: .unique([name]))) }
        if let references {
            let key = ForeignKeyDefinition(
                columns: [name], table: references, keys: nil, onDelete: onDelete,
                onUpdate: onUpdate, isDeferred: false)
            constraints.append(ConstraintDefinition(kind: .foreignKey(key)))
        }
        return constraints
    }
}
