import SwiftSyntax

/// The nested types `Columns` and `OuterColumns`: columns as expressions.
struct ColumnsExpansion {
    /// The name of a member that every set of columns has.
    static let reservedName = "_source"

    let type: AttachedType

    /// The name of the table; `nil` for a selection.
    let table: String?

    /// The properties, each with the type of its column's values.
    let columns: [Column]

    struct Column {
        let name: String
        let columnName: String
        let access: DeclarationAccess
        /// The type of the property.
        let type: TypeText
        let storage: ColumnStorage
        let representationAlias: String?
        let typeAlias: String?
        /// The type of the column's values, by the alias if there is one.
        let checkedType: TypeText
        /// The default value of the argument for the property, if it has one.
        let defaultText: String?
        /// Whether SQLite computes the values.
        var isGenerated = false
        /// The default value of the property as text.
        let sourceDefault: String?
        /// The attributes that deprecate the property.
        var deprecation = ""
    }

    /// `Columns`, whose values have the types of the properties.
    ///
    /// - Parameter mistakes: Declarations that only report a mistake.
    func columnSet(hasMemberwiseInitializer: Bool, mistakes: [String] = []) -> String {
        var members = columns.compactMap { column in
            column.representationAlias.map { "typealias \($0) = \(column.storage.type.text)" }
        }
        members += typeAliases
        if hasMemberwiseInitializer {
            members += memberwiseInitializers(for: type.access)
        }
        members += columns.map { property($0, of: $0.storage.type.text, text: text(of: $0)) }
        members += mistakes
        return declaration("Columns", "ColumnSet", output: type.nestedName.text, members)
    }

    /// `OuterColumns`, whose values may all be NULL.
    func outerColumnSet() -> String {
        let members = columns.map { property($0, of: $0.checkedType.optional, isOuter: true) }
        return declaration(
            "OuterColumns", "OuterColumnSet", output: "\(type.nestedName.text)?", members)
    }

    private func declaration(
        _ name: String, _ conformance: String, output: String, _ members: [String]
    ) -> String {
        let access = type.access.modifier
        return .block(
            "\(access)nonisolated struct \(name): DataLiteQuery.\(conformance)",
            [
                "\(access)typealias Model = \(type.nestedName.text)",
                "\(access)typealias Output = \(output)",
                "\(access)let _source: DataLiteQuery.ColumnSource",
                "\(access)init(_source: DataLiteQuery.ColumnSource) { self._source = _source }",
            ] + members)
    }

    /// The column as `"table"."column"`, if it is known to be no group, and no name contains a double quote.
    private func text(of column: Column) -> String? {
        guard column.isValue, let table, !"\(table)\(column.columnName)".contains("\"") else {
            return nil
        }
        return "\"\(table)\".\"\(column.columnName)\""
    }

    private func property(
        _ column: Column, of stored: String, isOuter: Bool = false, text: String? = nil
    ) -> String {
        let function = column.isValue ? "_value" : "column"
        let text = text.map { ", \($0.literal)" } ?? ""
        let type = isOuter ? column.checkedType.optional : column.checkedType.text
        let coercion =
            column.typeAlias == nil ? "" : " as DataLiteQuery.SQLExpression<\(type)>"
        let arguments = "\(column.columnName.literal)\(text), of: \(self.type.nestedName.text).self"
        let call = "self._source.\(function)(\(arguments))\(coercion)"
        // The setter is never called: it makes the key path writable, and `Updates` has no setter for such key paths.
        let accessors =
            column.isGenerated && !isOuter ? "{ get { \(call) } set {} }" : "{ \(call) }"
        return """
            \(column.deprecation)\(column.access.modifier)var \(column.name): DataLiteQuery.SQLExpression<\(stored)> \
            \(accessors)
            """
    }

    /// The aliases for types that may not be stored in a column.
    private var typeAliases: [String] {
        let aliases = columns.compactMap { column in
            column.typeAlias.map { alias in
                "\(column.access.modifier)typealias \(alias) = "
                    + "DataLiteQuery._StoredColumn<\(column.type.wrapped ?? column.type.text)>.Value"
            }
        }
        let comment =
            "// An error here: conform the type to 'SQLiteRepresentable', or write '@Column(as:)'."
        return aliases.isEmpty ? [] : [comment] + aliases
    }

    /// The initializers with all properties, and the ones with those that code sees from outside the module, if that is
    /// possible without the others.
    private func memberwiseInitializers(for access: DeclarationAccess) -> [String] {
        let all = columns.map(\.access).min() ?? access
        let initializers = memberwiseInitializers(named: { _ in true }, access: all)
        let isNamed = { (column: Column) in column.access >= access }
        guard all < access, columns.contains(where: isNamed),
            columns.allSatisfy({ isNamed($0) || $0.defaultValue != nil })
        else { return initializers }
        return initializers + memberwiseInitializers(named: isNamed, access: access)
    }

    private func memberwiseInitializers(
        named isNamed: (Column) -> Bool, access: DeclarationAccess
    ) -> [String] {
        [
            memberwiseInitializer(\.argumentType, named: isNamed, access: access),
            // In a generic parameter, the type of `#sql("...")` could not be inferred.
            "@_disfavoredOverload\n"
                + memberwiseInitializer(\.expressionType, named: isNamed, access: access),
        ]
    }

    /// An initializer with some of the properties, whose other properties have their defaults.
    private func memberwiseInitializer(
        _ argumentType: (Column) -> String, named isNamed: (Column) -> Bool,
        access: DeclarationAccess
    ) -> String {
        let parameters = columns.filter(isNamed).map {
            "    \($0.parameter): \(argumentType($0))\($0.defaultArgument)"
        }
        var fields = "_fields"
        while columns.contains(where: { $0.name == fields }) { fields += "_" }
        let additions = columns.map { column in
            let value = isNamed(column) ? column.argument.reference : column.defaultValue ?? "nil"
            return "\(fields).add(\(column.columnName.literal), \(value)\(column.null))"
        }
        return .block(
            "\(access.modifier)init(\n\(parameters.joined(separator: ",\n"))\n)",
            ["var \(fields) = DataLiteQuery.SelectedFields()"] + additions
                + [
                    "self._source = DataLiteQuery.ColumnSource(\(type.nestedName.text).self, \(fields))"
                ])
    }
}

extension ColumnsExpansion.Column {
    /// Whether the values are known not to be groups, because of a representation or a type of the standard library.
    /// The compiler then needs not choose among the overloads for values and groups.
    fileprivate var isValue: Bool {
        storage.isRepresented || Self.valueTypes.contains(type.wrapped ?? type.text)
    }

    private static let valueTypes: Set = ["Bool", "Double", "Int", "Int32", "Int64", "String"]

    /// The name of the argument in the memberwise initializer, in which `self` is the initialized value.
    fileprivate var argument: String { name == "`self`" ? "_self" : name }

    fileprivate var parameter: String { argument == name ? name : "\(name) \(argument)" }

    private var isOptional: Bool { type.wrapped != nil && storage.type.wrapped != nil }

    /// The type of the argument. For an optional property it is an optional, so that it can be `nil`.
    fileprivate var argumentType: String {
        isOptional ? "(any \(type.selectable))?" : "some \(type.selectable)"
    }

    /// The type of the argument as an expression.
    fileprivate var expressionType: String {
        "DataLiteQuery.SQLExpression<\(checkedType.text)>" + (isOptional ? "?" : "")
    }

    /// The expression for a property that a call does not name.
    fileprivate var defaultValue: String? {
        guard let defaultText else { return nil }
        if isOptional, defaultText == "nil" { return "nil" }
        let value = storage.stored("(\(defaultText)) as \(type.text)")
        return "DataLiteQuery.SQLExpression<\(checkedType.text)>(\(value))"
    }

    fileprivate var defaultArgument: String { defaultValue.map { " = \($0)" } ?? "" }

    /// The type of the expression for `nil`.
    fileprivate var null: String {
        isOptional ? ", orNull: DataLiteQuery.SQLExpression<\(checkedType.text)>.self" : ""
    }
}

extension ColumnsExpansion {
    init(_ type: AttachedType, table: String? = nil, _ properties: [StoredProperty]) {
        self.type = type
        self.table = table
        columns = properties.map { property in
            Column(
                name: property.name.text, columnName: property.columnName, access: property.access,
                type: property.type, storage: property.storage,
                representationAlias: property.representationAlias,
                typeAlias: property.typeAlias, checkedType: property.checkedType,
                defaultText: property.argumentDefault,
                isGenerated: table != nil && property.options.isGenerated,
                sourceDefault: property.defaultText, deprecation: property.deprecation)
        }
    }
}
