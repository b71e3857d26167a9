import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A function with `@DatabaseFunction`.
struct FunctionModel {
    /// A parameter in SQL.
    struct Parameter {
        /// The label of the argument in Swift, or nil if it has none.
        let label: String?
        let type: TypeText
    }

    let name: TokenSyntax
    let sqlName: String
    let options: [String]
    /// The parameters in SQL: the parameters of a scalar function, or the elements of an aggregate's sequence.
    let parameters: [Parameter]
    /// The only parameter of an aggregate.
    let sequence: Sequence?
    /// The type of the result, or `Int?` for a function without a result, which returns NULL.
    let result: TypeText
    let hasResult: Bool
    /// The `@available` attributes, which the generated code repeats.
    let availability: String
    let isThrowing: Bool
    let isStatic: Bool
    let access: DeclarationAccess
    /// The access level that is written at the function, or nil if there is none.
    let writtenAccess: DeclarationAccess?

    struct Sequence {
        let label: String?
        let element: TypeText
        let isTuple: Bool
    }

    var bareName: String { name.identifier?.name ?? name.text }

    init?(
        _ declaration: some DeclSyntaxProtocol, attribute: AttributeSyntax,
        in context: some MacroExpansionContext, _ report: inout Report
    ) {
        guard let function = declaration.as(FunctionDeclSyntax.self) else {
            report.add(.notAFunction(attribute))
            return nil
        }
        let options = FunctionOptions(attribute, &report)
        let outer = context.lexicalContext.first
        let modifiers = function.modifiers.map(\.name.tokenKind)
        isStatic = modifiers.contains(.keyword(.static)) || modifiers.contains(.keyword(.class))
        if let outer, !isStatic {
            report.add(
                outer.isTypeOrExtension ? .instanceMethod(function) : .localFunction(function))
        }
        if let generics = function.genericParameterClause { report.add(.genericFunction(generics)) }
        let effects = function.signature.effectSpecifiers
        if let async = effects?.asyncSpecifier { report.add(.asyncFunction(async)) }
        isThrowing = effects?.throwsClause != nil
        let level = DeclarationAccess(function.modifiers)
        writtenAccess = level
        access =
            level ?? outer?.as(ExtensionDeclSyntax.self).flatMap {
                DeclarationAccess($0.modifiers)
            } ?? .internal
        availability = function.attributes.named("available").map { "\($0.trimmed)\n" }.joined()
        name = function.name.trimmed
        sqlName = options.name ?? (name.identifier?.name ?? name.text)
        self.options = options.list

        let typeName = outer?.typeName ?? .keyword(.Self)
        let result = function.signature.returnClause?.type
        hasResult = result.map { !["Void", "()"].contains($0.trimmedDescription) } ?? false
        if let result, hasResult {
            self.result = TypeText(result, replacingSelfWith: typeName)
        } else {
            self.result = TypeText("Int?", wrapped: "Int")
        }
        let list = function.signature.parameterClause.parameters
        for parameter in list { parameter.check(&report) }
        if let only = list.first, list.count == 1, let element = only.type.sequenceElement {
            let tuple = element.as(TupleTypeSyntax.self).flatMap {
                $0.elements.count > 1 ? $0.elements : nil
            }
            sequence = Sequence(
                label: only.argumentLabel, element: TypeText(element, replacingSelfWith: typeName),
                isTuple: tuple != nil)
            parameters =
                tuple?.map {
                    Parameter(
                        label: $0.firstName?.text,
                        type: TypeText($0.type, replacingSelfWith: typeName))
                } ?? [
                    Parameter(
                        label: only.argumentLabel,
                        type: TypeText(element, replacingSelfWith: typeName))
                ]
        } else {
            sequence = nil
            parameters = list.map {
                Parameter(
                    label: $0.argumentLabel, type: TypeText($0.type, replacingSelfWith: typeName))
            }
        }
    }
}

/// The arguments of `@DatabaseFunction`.
private struct FunctionOptions {
    var name: String?
    var list: [String] = []

    private static let members = [
        "isDeterministic": ".deterministic", "isDirectOnly": ".directonly",
        "isInnocuous": ".innocuous",
    ]

    init(_ attribute: AttributeSyntax, _ report: inout Report) {
        guard case .argumentList(let arguments)? = attribute.arguments else { return }
        for argument in arguments {
            guard let label = argument.label else {
                name = argument.readName(&report)
                continue
            }
            guard let value = argument.expression.as(BooleanLiteralExprSyntax.self) else {
                report.add(.notALiteral(argument, expected: "'true' or 'false'"))
                continue
            }
            if value.literal.tokenKind == .keyword(.true), let member = Self.members[label.text] {
                list.append(member)
            }
        }
    }
}

extension FunctionParameterSyntax {
    /// The label of the argument, or nil for `_`.
    fileprivate var argumentLabel: String? { firstName.text == "_" ? nil : firstName.text }

    fileprivate func check(_ report: inout Report) {
        if let ellipsis { report.add(.variadicParameter(ellipsis)) }
        if let type = type.as(AttributedTypeSyntax.self) { report.add(.attributedParameter(type)) }
    }
}

extension TypeSyntax {
    /// `Element` of `some Sequence<Element>`.
    fileprivate var sequenceElement: TypeSyntax? {
        guard
            let opaque = self.as(SomeOrAnyTypeSyntax.self),
            opaque.someOrAnySpecifier.tokenKind == .keyword(.some),
            let constraint = opaque.constraint.as(IdentifierTypeSyntax.self),
            constraint.name.text == "Sequence" || constraint.name.text == "Collection",
            case .type(let element)? = constraint.genericArgumentClause?.arguments.first?.argument
        else { return nil }
        return element
    }
}

extension Syntax {
    fileprivate var isTypeOrExtension: Bool { typeName != nil }

    /// The name of the type that the declaration declares or extends.
    fileprivate var typeName: TokenSyntax? {
        if let type = self.as(ExtensionDeclSyntax.self) {
            return .identifier(type.extendedType.trimmedDescription)
        }
        switch kind {
        case .structDecl, .classDecl, .enumDecl, .actorDecl:
            return asProtocol(NamedDeclSyntax.self)?.name.trimmed
        default: return nil
        }
    }
}
