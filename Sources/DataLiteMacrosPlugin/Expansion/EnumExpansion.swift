import SwiftSyntax

/// The expansion of `@Selection` and `@Table` for an enum: one nullable column, or group of columns, for each case.
struct EnumExpansion {
    let model: EnumModel

    /// The members of an enum with `@Selection`.
    func members() -> [String] {
        let definitions = model.type.constant(
            "columnDefinitions", of: "DataLiteQuery.ColumnDefinitions",
            initializer: "DataLiteQuery.ColumnDefinitions.cases", additions)
        return [definitions, decoder(), encoder(), columnSet] + columns.aliases()
    }

    /// The members of an enum with `@Table`.
    func members(_ names: TableNames) -> [String] {
        let definition = model.type.constant(
            "tableDefinition", of: "DataLiteQuery.TableDefinition",
            initializer: "DataLiteQuery.TableDefinition(cases: \(names.arguments))", additions)
        return [definition, decoder(), encoder(), columnSet, columns.outerColumnSet()]
            + columns.aliases()
    }

    private var columns: ColumnsExpansion {
        let type = model.type
        let columns = model.cases.map { element in
            ColumnsExpansion.Column(
                name: element.name.text, columnName: element.columnName, access: type.access,
                type: element.storage.type, storage: element.storage.optional,
                representationAlias: nil, typeAlias: nil,
                checkedType: element.storage.optional.type, defaultText: nil,
                sourceDefault: nil)
        }
        return ColumnsExpansion(type: type, table: nil, columns: columns)
    }

    private var columnSet: String {
        columns.columnSet(hasMemberwiseInitializer: false, mistakes: model.cases.map(call))
    }

    /// The mistake of a call of a case's column: `Medium.Columns.file("a")`. Without the function, the compiler would crash
    /// for an argument like `#bind(["a"])`.
    private func call(of element: EnumModel.Case) -> String {
        let name = element.name.text
        let label = element.label.map { "\($0.text) _" } ?? "_"
        let message = "write '\(model.type.nestedName.text).\(name)(...)'"
        return """
            @available(*, unavailable, message: \(message.literal))
            \(model.type.access.modifier)static func \(name)(\(label): \
            DataLiteQuery.SQLExpression<\(element.storage.type.text)>) -> Columns { while true {} }
            """
    }

    /// The statements that add the columns.
    private var additions: [String] {
        model.cases.flatMap { element in
            let arguments =
                [element.columnName.literal, "\(element.storage.type.optional).self"]
                + element.options.arguments(
                    labeled: ["prefix", "unique", "collate"] + ColumnOptions.referenceLabels)
            return element.options.checks(of: element.storage.type.optional)
                + ["columns.add(\(arguments.joined(separator: ", ")))"]
        }
    }

    private func decoder() -> String {
        .block(
            """
            \(model.type.access.modifier)nonisolated init(row: inout DataLiteCore.RowReader) \
            throws(DataLiteCore.SQLiteError)
            """,
            ["var choice = DataLiteQuery._EnumRow<Self>(row)"]
                + model.cases.map { element in
                    let label = element.label.map { "\($0.text): " } ?? ""
                    let value =
                        element.storage.isRepresented
                        ? "($0 as \(element.storage.type.text)).\(element.storage.value)" : "$0"
                    return "try choice.next(&row) { .\(element.name.text)(\(label)\(value)) }"
                } + ["self = try choice.value(in: row)"])
    }

    private func encoder() -> String {
        let variables = model.cases.map { "var \($0.variable): \($0.storage.type.optional)" }
        let cases = model.cases.map { element in
            let value = element.storage.stored("value")
            return "case .\(element.name.text)(let value): \(element.variable) = \(value)"
        }
        return .block(
            "\(model.type.access.modifier)nonisolated func encode(to values: inout DataLiteCore.RowWriter)",
            variables + ["switch self {"] + cases + ["}"]
                + model.cases.map { "values.append(\($0.variable))" }
                + ["DataLiteQuery._EnumRow<Self>.requireCase(in: &values)"])
    }
}

extension EnumModel.Case {
    /// A name that differs from the other names in the function that uses it.
    fileprivate var variable: String { "\(bareName)Value".identifier }
}
