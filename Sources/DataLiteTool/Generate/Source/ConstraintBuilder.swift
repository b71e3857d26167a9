/// The constraints of a table as elements of its `constraints`.
struct ConstraintBuilder {
    let table: TableSchema
    let columns: ExpressibleColumns
    let references: ReferenceBuilder

    /// The elements, in the order of the options, unique constraints, foreign keys and conditions.
    var constraints: [String] {
        guard table.kind == .table else { return [] }
        var constraints: [String] = []
        if table.isStrict { constraints.append(".strict") }
        if !table.hasRowID, hasKey { constraints.append(".withoutRowID") }
        if isAutoincrement, hasKey { constraints.append(".autoincrement") }
        constraints += table.indexes.filter(\.isCompositeConstraint).compactMap { unique($0) }
        constraints += references.keysOfTable(table, columns).compactMap { foreignKey($0) }
        constraints += table.checks.map { check in
            let element = ".check(sql: \(SwiftText.literal(check.sql)))"
            return element + (check.name.map { ".named(\(SwiftText.literal($0)))" } ?? "")
        }
        return constraints
    }

    /// The constraints in SQL that no element expresses.
    var inexpressible: [String] {
        var limits: [String] = []
        if table.kind == .table, !table.hasRowID, !hasKey { limits.append("WITHOUT ROWID") }
        if isAutoincrement, !hasKey { limits.append(Self.autoincrement) }
        limits += table.indexes.filter { $0.isCompositeConstraint && unique($0) == nil }
            .map { "UNIQUE \($0.columns.sqlList)" }
        limits += references.keysOfTable(table, columns).filter { foreignKey($0) == nil }
            .map(\.sql)
        limits += table.constraints.filter { $0 != Self.autoincrement }
        return limits
    }

    private static let autoincrement = "AUTOINCREMENT"

    private var isAutoincrement: Bool { table.constraints.contains(Self.autoincrement) }

    /// Whether the struct has the primary key.
    private var hasKey: Bool {
        let key = table.primaryKey
        return key.count > 1 ? !columns.key.isEmpty : key.allSatisfy { path($0.name) != nil }
    }

    private func path(_ name: String) -> String? { columns.path(name, in: table) }

    private func unique(_ index: IndexSchema) -> String? {
        let paths = index.columns.compactMap { $0.flatMap(path) }
        guard paths.count == index.columns.count else { return nil }
        return ".unique(\(paths.joined(separator: ", ")))"
    }

    private func foreignKey(_ key: ForeignKeySchema) -> String? {
        let paths = key.columns.compactMap(path)
        guard let other = references.referencedTable(key), paths.count == key.columns.count else {
            return nil
        }
        let primaryKey = other.primaryKey.map(\.name)
        let referenced = key.referencedColumns.isEmpty ? primaryKey : key.referencedColumns
        let otherColumns = ExpressibleColumns(other)
        let otherPaths = referenced.compactMap { otherColumns.path($0, in: other) }
        guard otherPaths.count == paths.count, otherPaths.count == referenced.count,
            zip(key.columns, referenced).allSatisfy({ isSameType($0, $1, of: other) })
        else { return nil }
        var arguments = paths + ["references: \(references.names.type(of: other.name)).self"]
        let isKey = referenced.map(\.foldedASCII) == primaryKey.map(\.foldedASCII)
        if !isKey || otherColumns.key.isEmpty && primaryKey.count > 1 { arguments += otherPaths }
        arguments += ReferenceBuilder.actionArguments(key)
        if key.isDeferred { arguments.append("deferred: true") }
        return ".foreignKey(\(arguments.joined(separator: ", ")))"
    }

    /// Whether a column and the column that it refers to store values of one type, which `createTable` requires.
    private func isSameType(_ name: String, _ otherName: String, of other: TableSchema) -> Bool {
        guard let column = table.column(named: name),
            let referenced = other.column(named: otherName)
        else { return false }
        let types = [column, referenced].map { PropertyType(declaredType: $0.declaredType) }
        return types[0] == types[1]
            && (column.form ?? .standard) == (referenced.form ?? .standard)
    }
}

extension IndexSchema {
    fileprivate var isCompositeConstraint: Bool { origin == .unique && columns.count > 1 }
}

extension TableSchema {
    fileprivate func column(named name: String) -> ColumnSchema? {
        columns.first { $0.name.foldedASCII == name.foldedASCII }
    }
}

extension ExpressibleColumns {
    /// The key path of a column, such as `\.key.albumID`; `nil` if no property has it.
    fileprivate func path(_ name: String, in table: TableSchema) -> String? {
        let isNamed = { (column: ColumnSchema) in column.name.foldedASCII == name.foldedASCII }
        if let keyName, let column = key.first(where: isNamed) {
            return "\\.\(SwiftName.quoted(keyName)).\(SwiftName.quoted(property(column)))"
        }
        return others.first(where: isNamed).map { "\\.\(SwiftName.quoted(property($0)))" }
    }
}
