import DataLiteSyntax

extension Table {
    /// The constraints that the definition has and the table does not, and, if the type declares ``constraints``, those
    /// that the table has and the definition does not.
    static func constraintDifferences(
        with table: StoredTable
    ) throws(SQLiteError) -> [SchemaDifference.Kind] {
        let definition = tableDefinition
        let declared = constraintDefinitions
        // A view or a virtual table has no constraints, whatever its columns declare.
        let columns = table.isDeclared ? definition.columns.list : []
        let expected = columns.flatMap { $0.constraints(in: definition) } + declared
        guard !expected.isEmpty else { return [] }
        let stored = StoredConstraints(of: table.table)
        let texts = expected.map { $0.checkText(in: definition) }
        let checks = Set(stored.checks)
        var differences: [SchemaDifference.Kind] = []
        var missing: Set<String> = []
        for (constraint, text) in zip(expected, texts) {
            guard !(text.map(checks.contains) ?? stored.contains(constraint, definition)) else {
                continue
            }
            let sql = try ConstraintClause(constraint: constraint.unnamed, table: definition)
                .schemaSQL().text
            if missing.insert(sql).inserted { differences.append(.missingConstraint(sql)) }
        }
        guard !declared.isEmpty, table.isDeclared else { return differences }
        let extra = stored.constraints(besides: expected, Set(texts.compactMap(\.self)))
        return differences + extra.map { .extraConstraint($0) }
    }
}

extension StoredConstraints {
    /// Whether the table has a constraint that is not a `CHECK`.
    fileprivate func contains(
        _ constraint: ConstraintDefinition, _ table: TableDefinition
    ) -> Bool {
        switch constraint.kind {
        case .withoutRowID: return isWithoutRowID
        case .strict: return isStrict
        case .autoincrement: return isAutoincrement
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
        besides expected: [ConstraintDefinition], _ texts: Set<CheckText>
    ) -> [String] {
        let columns = expected.compactMap(\.uniqueColumns)
        let keys = expected.compactMap(\.foreignKey)
        var extra = checks.filter { !texts.contains($0) }.map { "CHECK (\($0.sql))" }
        extra += unique.filter { unique in
            unique.isConstraint && !columns.contains { unique.hasColumns($0) }
        }.map(\.sql)
        extra += foreignKeys.filter { key in !keys.contains { key.matches($0) } }.map(\.sql)
        if isWithoutRowID, !expected.areWithoutRowID { extra.append("WITHOUT ROWID") }
        if isAutoincrement, !expected.areAutoincrement { extra.append("AUTOINCREMENT") }
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
