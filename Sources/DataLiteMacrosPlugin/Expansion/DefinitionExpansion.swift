import SwiftSyntax

/// The static property that lists the columns with their types and constraints.
struct DefinitionExpansion {
    let type: AttachedType
    let columns: [StoredProperty]

    /// The definition of a table.
    func tableDefinition(_ names: TableNames, primaryKey: Int?) -> String {
        type.constant(
            "tableDefinition", of: "DataLiteQuery.TableDefinition",
            initializer: "DataLiteQuery.TableDefinition(\(names.arguments))",
            statements(primaryKey: primaryKey))
    }

    /// The definition of a selection.
    func columnDefinitions() -> String {
        type.constant(
            "columnDefinitions", of: "DataLiteQuery.ColumnDefinitions",
            initializer: "DataLiteQuery.ColumnDefinitions", statements(primaryKey: nil))
    }

    private func statements(primaryKey: Int?) -> [String] {
        columns.indices.flatMap { index in
            let column = columns[index]
            return column.options.checks(
                of: column.checkedType.delimited, isGeneric: type.isGeneric)
                + [statement(column, isKey: index == primaryKey)]
        }
    }

    private func statement(_ column: StoredProperty, isKey: Bool) -> String {
        var arguments = [column.columnName.literal, "\(column.checkedType.delimited).self"]
        arguments += column.options.arguments(labeled: ["prefix"])
        if isKey { arguments.append("primaryKey: true") }
        arguments += column.options.arguments(labeled: ["unique", "collate"])
        if let sql = column.options.constraint("default") {
            arguments.append("defaultSQL: \(sql)")
        } else if !column.options.isGenerated, let value = column.definedDefault {
            arguments.append("default: \(column.storage.stored(value))")
        }
        arguments += column.options.arguments(labeled: ColumnOptions.generatedLabels)
        arguments += column.options.arguments(labeled: ColumnOptions.referenceLabels)
        return "columns.add(\(arguments.joined(separator: ", ")))"
    }
}

extension AttachedType {
    /// A static property that is initialized once, by a call with a closure that adds columns.
    func constant(
        _ name: String, of type: String, initializer: String, _ statements: [String]
    ) -> String {
        let head = "\(access.modifier)nonisolated static"
        func value(_ head: String) -> String {
            .block("\(head)\(initializer)", closureParameter: "columns", statements)
        }
        guard isGeneric else {
            let comment = isInExtension ? Self.extensionComment : ""
            return value("\(comment)\(head) let \(name) = ")
        }
        return .block(
            "\(head) var \(name): \(type)", [.block("._once(for: Self.self)", [value("")])])
    }

    private static let extensionComment =
        "// An error here: declare the type in the generic type itself, not in an extension of it.\n"
}

extension StoredProperty {
    /// The default value in the table's definition: a constant, but not the result of a call.
    var definedDefault: String? {
        guard let value = defaultValue, !value.is(NilLiteralExprSyntax.self) else { return nil }
        if let member = value.as(MemberAccessExprSyntax.self) {
            let name = member.declName.baseName.text
            let isMember = member.base == nil || member.isQualified(by: type)
            guard isMember, member.isConstant, !(name == "none" && type.wrapped != nil) else {
                return nil
            }
            // The type is written out, because `.none` alone would mean the absence of a default.
            return "\(type.wrapped ?? type.delimited).\(member.declName.trimmed)"
        }
        return value.isConstantLiteral || value.isEmptyCollection ? value.description : nil
    }
}

extension MemberAccessExprSyntax {
    /// Whether a member has the same value each time, as far as its name says.
    fileprivate var isConstant: Bool {
        !["now", "current", "autoupdatingCurrent"].contains(declName.baseName.text)
    }

    /// Whether the member is written with the type of the property, `Priority.high`, or with the types around it.
    fileprivate func isQualified(by type: TypeText) -> Bool {
        guard let base = base?.trimmedDescription else { return false }
        let names = [base, type.wrapped ?? type.text].map { ".\($0)" }
        return names[0].hasSuffix(names[1]) || names[1].hasSuffix(names[0])
    }
}

extension ExprSyntax {
    /// Whether the expression is a number, a Boolean, a string without interpolations, or an array or a dictionary of
    /// these and of implicit members such as `.high`.
    fileprivate var isConstantLiteral: Bool {
        if let array = self.as(ArrayExprSyntax.self) {
            return array.elements.allSatisfy { $0.expression.isConstantElement }
        }
        if let dictionary = self.as(DictionaryExprSyntax.self) {
            guard case .elements(let elements) = dictionary.content else { return true }
            return elements.allSatisfy { $0.key.isConstantElement && $0.value.isConstantElement }
        }
        if let text = self.as(StringLiteralExprSyntax.self) {
            return text.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
        }
        return TypeSyntax.name(ofLiteral: self) != nil
    }

    private var isConstantElement: Bool {
        if self.is(NilLiteralExprSyntax.self) { return true }
        if let member = self.as(MemberAccessExprSyntax.self) {
            return member.base == nil && member.isConstant
        }
        return isConstantLiteral
    }

    /// Whether the expression is an empty array or dictionary: `[String]()`.
    fileprivate var isEmptyCollection: Bool {
        guard let call = self.as(FunctionCallExprSyntax.self), call.arguments.isEmpty,
            call.trailingClosure == nil
        else { return false }
        return call.calledExpression.is(ArrayExprSyntax.self)
            || call.calledExpression.is(DictionaryExprSyntax.self)
    }
}

extension ColumnOptions {
    /// The statements that reject options for a group, which has several columns, and a prefix for one column, and
    /// that warn of other names for types with a form. Only the compiler knows which types are groups, dates and UUIDs.
    ///
    /// - Parameter isGeneric: Whether the type may be a parameter of a generic type, which can stand for a group.
    func checks(of type: String, isGeneric: Bool = false) -> [String] {
        var requirements = name == nil ? [] : ["Column"]
        if constraint("collate") != nil { requirements.append("Collated") }
        if hasColumnConstraint { requirements.append("Constrained") }
        if constraint("prefix") != nil, !isGeneric { requirements.append("Group") }
        return requirements.map { "columns._require\($0)(\(type).self)" }
            + formedTypes.map {
                "columns._recommend\($0.name)(\(type).self, form: \($0.form).self)"
            }
    }

    /// Whether an option constrains or computes a single column.
    private var hasColumnConstraint: Bool {
        ["unique", "default", "generated", "references"].contains { label in
            constraint(label).map { $0 != "nil" && $0 != "false" } ?? false
        }
    }
}
