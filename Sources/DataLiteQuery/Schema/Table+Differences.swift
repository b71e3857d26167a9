extension Table {
    /// The differences between the table in a database and its definition; empty if there are none.
    ///
    /// ```swift
    /// #expect(try Reminder.differences(in: db) == [])
    /// ```
    ///
    /// Types are compared by the values that they store: `VARCHAR(20)` is equivalent to `TEXT`, and `BOOLEAN` to
    /// `INTEGER`. In a `STRICT` table they must be identical. For a view or a virtual table, only the columns' names
    /// are compared, and their types if they are known. The primary key is compared only if the definition has one: a
    /// single column of integers must be an alias of the rowid, `INTEGER PRIMARY KEY`, unless the table is a `WITHOUT
    /// ROWID` table. The definition can omit generated columns, whose expressions are not compared, and the default of a
    /// key that is a UUID.
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
            kinds += collationDifferences(with: stored)
            kinds += try constraintDifferences(with: stored)
        }
        return kinds.map { SchemaDifference(table: tableName, kind: $0) }
    }

    /// The columns whose collation is not the one that the definition has.
    static func collationDifferences(with stored: StoredTable) -> [SchemaDifference.Kind] {
        guard stored.isDeclared else { return [] }
        return tableDefinition.columns.list.compactMap { column in
            // A column that is missing is another difference.
            guard let expected = column.collation,
                let found = stored.table.column(column.name)
            else { return nil }
            let collation = found.collation.map(CollationName.init(rawValue:)) ?? .binary
            guard !SQLName.matches(collation.rawValue, expected.rawValue) else { return nil }
            return .collation(column: column.name, found: collation, expected: expected)
        }
    }
}

/// A table that a database reports.
struct StoredTable {
    let table: DatabaseSchema.Table

    init?(
        _ name: String, schema: String?, in db: any ConnectionProtocol
    ) throws(SQLiteError) {
        guard let (_, table) = try db.schemaTable(name, in: schema) else { return nil }
        self.table = table
    }

    /// Whether the columns are declared, unlike the columns of a view or a virtual table.
    var isDeclared: Bool { table.kind == .table }

    func differences(from expected: [ColumnDefinition]) -> [SchemaDifference.Kind] {
        var differences: [SchemaDifference.Kind] = []
        let keyCount = expected.count(where: \.isPrimaryKey)
        for column in expected {
            if let stored = table.columns.first(where: { $0.isNamed(column.name) }) {
                differences += self.differences(stored, from: column, keyCount: keyCount)
            } else if !rowIDNames.contains(column.name.lowercasedASCII) {
                differences.append(.missingColumn(column.name))
            }
        }
        for column in table.columns where column.storage == .ordinary {
            guard !expected.contains(where: { column.isNamed($0.name) }) else { continue }
            differences.append(.extraColumn(column.name))
        }
        return differences + keyDifferences(from: expected)
    }

    private func differences(
        _ stored: DatabaseSchema.Column, from column: ColumnDefinition, keyCount: Int
    ) -> [SchemaDifference.Kind] {
        var differences: [SchemaDifference.Kind] = []
        let isKey = column.isPrimaryKey && keyCount == 1
        let expected = table.isStrict && !isKey ? column.strictType : column.type
        if !accepts(stored, column, as: expected) {
            differences.append(
                .type(column: column.name, found: stored.type, expected: expected))
        }
        guard isDeclared else { return differences }
        // In a table that is not strict, a key column can be NULL, which is never intended.
        if stored.keyPosition == 0, stored.isNullable != column.isNullable {
            differences.append(
                .nullability(column: column.name, expectsNull: column.isNullable))
        }
        if stored.isGenerated != (column.generated != nil) {
            differences.append(
                .generated(column: column.name, expectsGenerated: column.generated != nil))
        }
        // A UUID key can have any default that creates one, or none in an older table.
        let createsKey = isKey && column.newKeySQL != nil
        if !createsKey, !DefaultValue.areEquivalent(stored.defaultSQL, column.defaultSQL) {
            differences.append(
                .defaultValue(
                    column: column.name, found: stored.defaultSQL, expected: column.defaultSQL))
        }
        return differences
    }

    private func keyDifferences(from expected: [ColumnDefinition]) -> [SchemaDifference.Kind] {
        let keys = expected.filter(\.isPrimaryKey).map(\.name)
        guard isDeclared, !keys.isEmpty else { return [] }
        let stored = table.primaryKey
        guard stored.elementsEqual(keys, by: SQLName.matches) else {
            return [.primaryKey(found: stored, expected: keys)]
        }
        return rowIDDifferences(from: expected.filter(\.isPrimaryKey))
    }

    /// Only the alias of the rowid gets a value by itself: an insert without the key stores NULL in any other column.
    /// In a `WITHOUT ROWID` table, such an insert fails.
    private func rowIDDifferences(from keys: [ColumnDefinition]) -> [SchemaDifference.Kind] {
        guard table.hasRowID, keys.count == 1, keys[0].type == .integer,
            let stored = table.columns.first(where: { $0.isNamed(keys[0].name) }),
            !stored.isRowID, accepts(stored, keys[0], as: keys[0].type)
        else { return [] }
        return [.rowID(column: stored.name)]
    }

    private func accepts(
        _ stored: DatabaseSchema.Column, _ column: ColumnDefinition, as type: ColumnType
    ) -> Bool {
        table.isStrict
            ? StoredType.isSame(stored.type, type) : StoredType.stores(stored.type, column)
    }

    /// The columns of every rowid table that no pragma lists.
    private var rowIDNames: Set<String> {
        table.hasRowID ? ["rowid", "oid", "_rowid_"] : []
    }
}

extension DatabaseSchema.Column {
    fileprivate func isNamed(_ other: String) -> Bool { SQLName.matches(name, other) }

    fileprivate var isGenerated: Bool { storage == .virtual || storage == .stored }
}
