import DataLiteSyntax

// The parts of a schema that no pragma reports, from the statements that created it.

extension DatabaseSchema.Table {
    mutating func readDeclaration() {
        let text = CreateTableText(sql)
        isAutoincrement = text.isAutoincrement
        checks = text.checks.map { check in
            DatabaseSchema.Check(name: check.name, sql: text.written(check.range, check.condition))
        }
        for (position, isDeferred) in zip(foreignKeys.indices, text.foreignKeysAreDeferred) {
            foreignKeys[position].isDeferred = isDeferred
        }
        let positions = columnPositions
        for definition in text.columns {
            guard let position = positions[SchemaName(definition.name)] else { continue }
            columns[position].collation = definition.collation
            columns[position].generatedSQL = definition.generated
        }
    }

    /// Marks the primary key as the rowid if it has no index.
    mutating func markRowID() {
        guard hasRowID, !indexes.contains(where: { $0.origin == .primaryKey }),
            let position = columns.firstIndex(where: { $0.keyPosition == 1 })
        else { return }
        columns[position].isRowID = true
        columns[position].isNullable = false
    }
}

extension DatabaseSchema.Index {
    /// Reads the expressions and the condition, which no pragma reports.
    mutating func readDeclaration() {
        guard let sql, isPartial || terms.contains(where: { $0.column == nil }) else { return }
        let text = CreateIndexText(sql)
        condition = text.condition
        for (position, expression) in zip(terms.indices, text.terms)
        where terms[position].column == nil {
            terms[position].expression = expression
        }
    }
}
