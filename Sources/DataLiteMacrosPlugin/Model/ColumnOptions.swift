import SwiftSyntax

/// The arguments of `@Column`.
struct ColumnOptions {
    /// The column's name, without quotes, and its literal.
    var name: String?
    var nameLiteral: StringLiteralExprSyntax?
    /// The type in `as: Type.self`: the stored form of the value.
    var representation: ExprSyntax?
    /// Whether another type chooses the form, which the macro does not see.
    private(set) var isFormShared = false
    /// The types that have a form in the table, if the type of the column may be another name for one.
    var formedTypes: [(name: String, form: String)] = []
    /// The argument `primaryKey: true` or `false`.
    var primaryKey: LabeledExprSyntax?
    /// Options for the table's definition, in the order in which they are written.
    var constraints: [LabeledExprSyntax] = []
    /// The attribute itself.
    var attribute: AttributeSyntax?

    /// The labels that describe a foreign key, in the order of the column's definition.
    static let referenceLabels = ["references", "onDelete", "onUpdate"]

    /// The labels that describe a generated column, in the order of the column's definition.
    static let generatedLabels = ["generated", "storage"]

    /// The labels that have an effect only together with another one.
    private static let requiredLabels = [
        ("storage", "generated"), ("onDelete", "references"), ("onUpdate", "references"),
    ]

    /// Whether SQLite computes the column, so that drafts omit it.
    var isGenerated: Bool {
        guard let expression = constraint("generated") else { return false }
        return expression != "nil"
    }

    /// Whether a draft can leave the column unset although the table has no primary key.
    var isLazyInitializable: Bool { constraint("lazyInitializable") == "true" }

    var isPrimaryKey: Bool? {
        guard let literal = primaryKey?.expression.as(BooleanLiteralExprSyntax.self) else {
            return nil
        }
        return literal.literal.tokenKind == .keyword(.true)
    }

    init() {}

    init(_ attribute: AttributeSyntax, _ report: inout Report) {
        self.attribute = attribute
        guard case .argumentList(let arguments)? = attribute.arguments else { return }
        for argument in arguments {
            guard let label = argument.label else {
                name = argument.readName(&report)
                nameLiteral = argument.expression.as(StringLiteralExprSyntax.self)
                continue
            }
            switch label.text {
            case "as":
                representation = Self.metatypeBase(argument.expression)
                if representation == nil { report.add(.notAMetatype(argument)) }
            case "primaryKey":
                primaryKey = argument
                if !argument.expression.is(BooleanLiteralExprSyntax.self) {
                    report.add(.notALiteral(argument, expected: "'true' or 'false'"))
                }
            default:
                argument.checkCollation(&report)
                constraints.append(argument)
            }
        }
        for (label, required) in Self.requiredLabels where constraint(required) == nil {
            guard let argument = constraints.first(where: { $0.label?.text == label }) else {
                continue
            }
            report.add(.optionWithoutEffect(argument, without: required, in: attribute))
        }
    }

    /// Chooses the form of the table for a column without its own form.
    mutating func apply(_ forms: TableForms, to type: TypeSyntax) {
        if representation == nil {
            let chosen = forms.representation(of: type)
            representation = chosen?.form
            isFormShared = chosen?.isShared ?? false
        }
        let name = (type.wrappedOptional ?? type).trimmedDescription
        if representation == nil, ["[UInt8]", "Array<UInt8>"].contains(name) {
            representation = "DataLiteQuery.BytesRepresentation"
        }
        if representation == nil, !StoredProperty.isStoredType(name) {
            formedTypes = forms.formedTypes
        }
    }

    /// Reports an option that only structs with `@Table` have.
    func checkSelection(isTable: Bool = false, _ report: inout Report) {
        guard let primaryKey, let attribute else { return }
        report.add(
            isTable
                ? .primaryKeyOfCase(primaryKey, in: attribute)
                : .primaryKeyOfSelection(primaryKey, in: attribute))
    }

    /// The value of the argument with a label, as written.
    func constraint(_ label: String) -> String? {
        constraints.first { $0.label?.text == label }?.expression.trimmedDescription
    }

    /// The arguments with these labels, as written and in the order of the labels.
    func arguments(labeled labels: [String]) -> [String] {
        labels.compactMap { label in constraint(label).map { "\(label): \($0)" } }
    }

    /// `Type` in `Type.self`.
    static func metatypeBase(_ expression: ExprSyntax) -> ExprSyntax? {
        guard
            let access = expression.as(MemberAccessExprSyntax.self),
            access.declName.baseName.tokenKind == .keyword(.self)
        else { return nil }
        return access.base?.trimmed
    }
}

extension LabeledExprSyntax {
    /// Reports a collation without a name.
    fileprivate func checkCollation(_ report: inout Report) {
        guard label?.text == "collate",
            let literal = expression.as(StringLiteralExprSyntax.self),
            literal.representedLiteralValue?.isEmpty == true
        else { return }
        report.add(.emptyName(literal))
    }

    /// The value of an argument that must be a string literal without interpolations, or `nil`.
    func readName(_ report: inout Report) -> String? {
        if expression.is(NilLiteralExprSyntax.self) { return nil }
        guard
            let literal = expression.as(StringLiteralExprSyntax.self),
            let text = literal.representedLiteralValue
        else {
            report.add(.notALiteral(self, expected: "a string literal"))
            return nil
        }
        if text.isEmpty { report.add(.emptyName(literal)) }
        return text
    }
}
