extension Table {
    /// The differences between the table in a database and its definition; empty if there are none.
    ///
    /// ```swift
    /// #expect(try Reminder.differences(in: db) == [])
    /// ```
    ///
    /// Types are compared by the values that they store: `VARCHAR(20)` is equivalent to `TEXT`, and `BOOLEAN` to
    /// `INTEGER`. In a `STRICT` table they must be identical. For a view or a virtual table, only the columns' names
    /// are compared, and their types if they are known. The primary key is compared only if the definition has one, and
    /// the definition can omit generated columns, whose expressions are not compared.
    ///
    /// A column's collation is compared only if the definition has one. Unique columns, references and ``constraints``
    /// of the definition must be in the table. A type that declares `constraints` declares all of them: any other
    /// constraint of the table is a difference. Constraints are compared without their names and `ON CONFLICT`, and
    /// conditions without whitespace, case and quotes around names.
    ///
    /// - Throws: An `SQLiteError` if the definition is invalid or SQLite reports an error.
    public static func differences(
        in db: any ConnectionProtocol
    ) throws(SQLiteError) -> [SchemaDifference] {
        let definition = tableDefinition
        let stored = try StoredTable(definition.name, schema: definition.schema, in: db)
        var kinds =
            stored?.differences(from: definition.columns.list) ?? [.missingTable(definition.name)]
        if let stored {
            kinds += try collationDifferences(with: stored.kind, in: db)
            kinds += try constraintDifferences(with: stored.kind, in: db)
        }
        return kinds.map { SchemaDifference(table: tableName, kind: $0) }
    }
}

/// The description of a table that a database reports.
private struct StoredTable {
    let kind: StoredTableKind
    let columns: [StoredColumn]

    init?(
        _ name: String, schema: String?, in db: any ConnectionProtocol
    ) throws(SQLiteError) {
        // A table in `temp` hides a table with the same name in `main`.
        let kind = try db.row(
            """
            SELECT "schema", "type", "strict", "wr" FROM pragma_table_list(\(name))
            WHERE \(schema) IS NULL OR "schema" = \(schema) COLLATE NOCASE
            ORDER BY "schema" = 'temp' DESC, "schema" = 'main' DESC
            """, as: StoredTableKind.self)
        guard let kind else { return nil }
        self.kind = kind
        columns = try db.rows(
            """
            SELECT "name", "type", "notnull", "dflt_value", "pk", "hidden"
            FROM pragma_table_xinfo(\(name), \(kind.schema))
            """, as: StoredColumn.self)
    }
}

private struct StoredColumn: RowDecodable {
    let name: String
    let type: String
    let isNotNull: Bool
    let defaultSQL: String?
    /// The position in the primary key, starting at 1; 0 if the column is not part of it.
    let keyPosition: Int
    /// 1 for a hidden column of a virtual table, 2 and 3 for a generated column.
    let hidden: Int

    static let columnCount = 6

    init(row: inout RowReader) throws(SQLiteError) {
        name = try row.next()
        type = try row.next()
        isNotNull = try row.next()
        defaultSQL = try row.next()
        keyPosition = try row.next()
        hidden = try row.next()
    }

    func isNamed(_ other: String) -> Bool { SQLName.matches(name, other) }
}

extension StoredTable {
    func differences(from expected: [ColumnDefinition]) -> [SchemaDifference.Kind] {
        var differences: [SchemaDifference.Kind] = []
        let keyCount = expected.count(where: \.isPrimaryKey)
        for column in expected {
            if let stored = columns.first(where: { $0.isNamed(column.name) }) {
                differences += self.differences(stored, from: column, keyCount: keyCount)
            } else if !rowIDNames.contains(column.name.lowercasedASCII) {
                differences.append(.missingColumn(column.name))
            }
        }
        for column in columns where column.hidden == 0 {
            guard !expected.contains(where: { column.isNamed($0.name) }) else { continue }
            differences.append(.extraColumn(column.name))
        }
        return differences + keyDifferences(from: expected)
    }

    private func differences(
        _ stored: StoredColumn, from column: ColumnDefinition, keyCount: Int
    ) -> [SchemaDifference.Kind] {
        var differences: [SchemaDifference.Kind] = []
        let isKey = column.isPrimaryKey && keyCount == 1
        let expected = kind.isStrict && !isKey ? column.strictType : column.type
        let accepts =
            kind.isStrict
            ? StoredType.isSame(stored.type, expected)
            : StoredType.stores(stored.type, column)
        if !accepts {
            differences.append(
                .type(column: column.name, found: stored.type, expected: expected))
        }
        guard kind.isDeclared else { return differences }
        // In a table that is not strict, a key column can be NULL, which is never intended.
        if stored.keyPosition == 0, stored.isNotNull == column.isNullable {
            differences.append(
                .nullability(column: column.name, expectsNull: column.isNullable))
        }
        if (stored.hidden > 1) != (column.generated != nil) {
            differences.append(
                .generated(column: column.name, expectsGenerated: column.generated != nil))
        }
        if !DefaultValue.areEquivalent(stored.defaultSQL, column.defaultSQL) {
            differences.append(
                .defaultValue(
                    column: column.name, found: stored.defaultSQL, expected: column.defaultSQL))
        }
        return differences
    }

    private func keyDifferences(from expected: [ColumnDefinition]) -> [SchemaDifference.Kind] {
        let keys = expected.filter(\.isPrimaryKey).map(\.name)
        guard kind.isDeclared, !keys.isEmpty else { return [] }
        let stored = columns.filter { $0.keyPosition > 0 }
            .sorted { $0.keyPosition < $1.keyPosition }
        let areEquivalent =
            stored.count == keys.count && zip(stored, keys).allSatisfy { $0.isNamed($1) }
        return areEquivalent ? [] : [.primaryKey(found: stored.map(\.name), expected: keys)]
    }

    /// The columns of every rowid table that no pragma lists.
    private var rowIDNames: Set<String> {
        kind.type == "view" || kind.isWithoutRowID ? [] : ["rowid", "oid", "_rowid_"]
    }
}
