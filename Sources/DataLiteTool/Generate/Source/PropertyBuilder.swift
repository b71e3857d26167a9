/// Builds the property for a column.
struct PropertyBuilder {
    let table: TableSchema
    let columns: ExpressibleColumns
    let references: ReferenceBuilder
    let sharedForms: [PropertyType: ColumnForm]

    func property(_ column: ColumnSchema) -> PropertyDeclaration {
        let name = columns.property(column)
        let type = type(of: column)
        var property = PropertyDeclaration()
        property.isConstant =
            table.kind == .view || column.storage != .ordinary || column.primaryKeyPosition > 0
        property.declaration =
            "\(SwiftName.quoted(name)): \(type.rawValue)\(isOptional(column) ? "?" : "")"
        property.comments = comments(column, type)
        if column.name != name { property.arguments.append(SwiftText.literal(column.name)) }
        if let form = formArgument(column, type) { property.arguments.append(form) }
        if let key = primaryKeyArgument(column, name) { property.arguments.append(key) }
        if isUnique(column) { property.arguments.append("unique: true") }
        if let collation = column.collation {
            property.arguments.append("collate: \(Self.collation(collation))")
        }
        addDefault(column, type, to: &property)
        addGenerated(column, to: &property)
        property.arguments += references.arguments(of: column, in: table) ?? []
        return property
    }

    /// The type of a column. Full-text tables store text, and their columns have no declared types.
    private func type(of column: ColumnSchema) -> PropertyType {
        if case .virtual(let module) = table.kind, module.hasPrefix("fts") { return .string }
        return PropertyType(declaredType: column.declaredType)
    }

    /// The `as` argument, if the column has another form than the table.
    private func formArgument(_ column: ColumnSchema, _ type: PropertyType) -> String? {
        guard table.isInGroup(column) || sharedForms[type] == nil else { return nil }
        return column.form?.columnArgument
    }

    /// Whether the column makes the struct `Identifiable`.
    func isIdentifier(_ column: ColumnSchema) -> Bool {
        columns.property(column) == "id" && isPrimaryKey(column)
    }

    /// Whether the column can be NULL. SQLite allows NULL in most primary keys that are not declared
    /// `NOT NULL` (<https://www.sqlite.org/quirks.html>, section 5), but no program stores it.
    private func isOptional(_ column: ColumnSchema) -> Bool {
        !column.isNotNull && column.primaryKeyPosition == 0
    }

    private func isPrimaryKey(_ column: ColumnSchema) -> Bool {
        column.primaryKeyPosition > 0 && table.primaryKey.count == 1
    }

    /// The `primaryKey` argument, if it is needed: by default, a property named `id` is the key.
    private func primaryKeyArgument(_ column: ColumnSchema, _ name: String) -> String? {
        if isPrimaryKey(column) { return name == "id" ? nil : "primaryKey: true" }
        return name == "id" && table.primaryKey.isEmpty ? "primaryKey: false" : nil
    }

    private func isUnique(_ column: ColumnSchema) -> Bool {
        table.indexes.contains { $0.origin == .unique && $0.columns == [column.name] }
    }

    /// `.nocase`, or the literal of another name.
    private static func collation(_ name: String) -> String {
        let builtIn = ["binary", "nocase", "rtrim"]
        let folded = name.foldedASCII
        return builtIn.contains(folded) ? ".\(folded)" : SwiftText.literal(name)
    }

    private func addGenerated(_ column: ColumnSchema, to property: inout PropertyDeclaration) {
        guard column.storage != .ordinary else { return }
        let sql = column.generatedSQL
        property.arguments.append("generated: \(SwiftText.literal(sql))")
        if column.storage == .stored { property.arguments.append("storage: .stored") }
    }

    private func addDefault(
        _ column: ColumnSchema, _ type: PropertyType, to property: inout PropertyDeclaration
    ) {
        switch PropertyDefault(column.defaultSQL, type: type) {
        case .none: break
        case .literal(let literal) where !property.isConstant: property.defaultValue = literal
        case .literal: addDefault(sql: column.defaultSQL ?? "NULL", to: &property)
        case .sql(let sql): addDefault(sql: sql, to: &property)
        }
    }

    private func addDefault(sql: String, to property: inout PropertyDeclaration) {
        property.arguments.append("default: \(SwiftText.literal(sql))")
    }

    private func comments(_ column: ColumnSchema, _ type: PropertyType) -> [String] {
        var comments: [String] = []
        if type == .value, table.kind != .view,
            !["", "any"].contains(column.declaredType.foldedASCII)
        {
            comments.append(
                "Declared \(SwiftText.comment(column.declaredType)), which can hold any value.")
        }
        if !column.isNotNull, column.primaryKeyPosition > 0, !column.isRowID, table.hasRowID {
            comments.append(
                "Not declared NOT NULL: a NULL in this key is an error when it is read.")
        }
        return comments
    }
}
