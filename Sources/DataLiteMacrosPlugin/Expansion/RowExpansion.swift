import SwiftSyntax

/// The functions that decode and encode a struct.
struct RowExpansion {
    let type: AttachedType
    let columns: [StoredProperty]

    /// The initializer belongs in an extension: in the struct itself, it would replace the memberwise
    /// initializer. It does not name the types of properties, because the names in an enclosing type are
    /// not in scope in an extension.
    func decoder() -> String {
        .block(
            """
            \(columns.deprecation)\(type.access.modifier)nonisolated init(row: inout DataLiteCore.RowReader) \
            throws(DataLiteCore.SQLiteError)
            """,
            columns.map { column in
                let value =
                    column.representationAlias.map {
                        "row.next(as: Columns.\($0).self).\(column.storage.value)"
                    }
                    ?? "row.next()\(column.typeAlias == nil ? "" : " as \(column.checkedType.text)")"
                return "self.\(column.name.text) = try \(value)"
            })
    }

    func encoder() -> String {
        .block(
            """
            \(columns.deprecation)\(type.access.modifier)nonisolated func encode(\
            to values: inout DataLiteCore.RowWriter)
            """,
            columns.map { "values.append(\($0.storage.stored(value(of: $0))))" })
    }

    private func value(of column: StoredProperty) -> String {
        let value = "self.\(column.name.text)"
        // A compile error if the type differs, such as the optional of a failable initializer.
        if column.typeAlias != nil { return "\(value) as \(column.checkedType.text)" }
        return column.isInferred ? "\(value) as \(column.type.text)" : value
    }
}
