import SwiftSyntax

/// The representations whose names have another meaning in a `Codable` struct: there, `JSONRepresentation` is the form of
/// the struct itself.
struct ShadowedForms {
    private let isCodable: Bool

    init(_ clause: InheritanceClauseSyntax?) {
        isCodable = clause?.conforms(to: ["Codable"]) ?? false
    }

    func check(_ columns: [StoredProperty], _ report: inout Report) {
        guard isCodable else { return }
        for column in columns {
            guard let form = column.options.attribute?.form, let fixed = Self.qualified(form)
            else { continue }
            report.add(.shadowedForm(form, fixed: fixed))
        }
    }

    /// `[String].JSONRepresentation` for `JSONRepresentation<[String]>`.
    private static func qualified(_ form: ExprSyntax) -> String? {
        if let optional = form.as(OptionalChainingExprSyntax.self) {
            return generic(optional.expression).map { "\($0.argument)?.\($0.name)" }
        }
        return generic(form).map { "\($0.argument).\($0.name)" }
    }

    private static func generic(_ form: ExprSyntax) -> (name: String, argument: String)? {
        guard let form = form.as(GenericSpecializationExprSyntax.self),
            let name = form.expression.as(DeclReferenceExprSyntax.self)?.baseName.text,
            ["JSONRepresentation", "JSONBRepresentation"].contains(name),
            form.genericArgumentClause.arguments.count == 1,
            let argument = form.genericArgumentClause.arguments.first
        else { return nil }
        return (name, argument.argument.trimmedDescription)
    }
}

extension AttributeSyntax {
    /// `Type` in `as: Type.self`, at its position in the source.
    fileprivate var form: ExprSyntax? {
        guard case .argumentList(let arguments)? = arguments else { return nil }
        let argument = arguments.first { $0.label?.text == "as" }
        return argument?.expression.as(MemberAccessExprSyntax.self)?.base
    }
}

extension InheritanceClauseSyntax {
    /// Whether the clause names one of some protocols, with or without the name of a module before it.
    func conforms(to protocols: Set<String>) -> Bool {
        inheritedTypes.contains { inherited in
            let names = inherited.type.trimmedDescription.split { ".& ".contains($0) }
            return names.contains { protocols.contains(String($0)) }
        }
    }
}
