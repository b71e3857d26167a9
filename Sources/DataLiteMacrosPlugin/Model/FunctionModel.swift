import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A declaration with `@DatabaseFunction` or `@DatabaseCollation`.
struct FunctionModel {
    /// A parameter in SQL.
    struct Parameter {
        /// The label of the argument in Swift, or nil if it has none.
        let label: String?
        /// The name in error messages.
        let name: String?
        let type: TypeText
        /// The representation in which the argument is stored, from `as:`.
        var stored: TypeText?
        var defaultValue: String?
        var isVariadic = false
    }

    /// The name at its place in the source, for errors.
    let declaredName: TokenSyntax
    let name: TokenSyntax
    let sqlName: String
    let options: [String]
    /// The parameters in SQL: the parameters of a scalar function, or the elements of an aggregate's sequence.
    private(set) var parameters: [Parameter]
    /// The only parameter of an aggregate.
    let sequence: Sequence?
    /// The type of the result, or `Int?` for a function without a result, which returns NULL.
    let result: TypeText
    /// The representation in which the result is stored, from `as:`.
    private(set) var storedResult: TypeText?
    let hasResult: Bool
    /// The `@available` attributes, which the generated code repeats.
    let availability: String
    let isThrowing: Bool
    let isStatic: Bool
    let isProperty: Bool
    /// The type whose instance has the function, or nil for a global function and a static member.
    let owner: String?
    let access: DeclarationAccess
    /// The access level that is written at the function, or nil if there is none.
    let writtenAccess: DeclarationAccess?

    struct Sequence {
        let label: String?
        let element: TypeText
        let isTuple: Bool
    }

    var bareName: String { name.identifier?.name ?? name.text }

    /// The access modifier of the generated variable. An extension's modifier also applies to generated members, and
    /// repeating it is a warning.
    var visibility: String {
        switch writtenAccess {
        case nil: ""
        case .private, .fileprivate: "fileprivate "
        case .internal: "internal "
        case .package, .public: access.modifier
        }
    }

    /// The beginning of the generated variable `$name`.
    var variable: String {
        "\(availability)\(visibility)nonisolated \(isStatic ? "static " : "")var $\(bareName)"
    }

    init?(
        _ declaration: some DeclSyntaxProtocol, attribute: AttributeSyntax,
        in context: some MacroExpansionContext, _ report: inout Report
    ) {
        guard let function = FunctionDeclaration(declaration, &report) else {
            report.add(.notAFunction(attribute))
            return nil
        }
        let options = FunctionOptions(attribute, &report)
        let outer = context.lexicalContext.first
        let modifiers = function.modifiers.map(\.name.tokenKind)
        isStatic = modifiers.contains(.keyword(.static)) || modifiers.contains(.keyword(.class))
        if let outer, outer.typeName == nil {
            report.add(.localFunction(function.name, attribute))
        }
        if modifiers.contains(.keyword(.mutating)) { report.add(.mutatingMethod(function.name)) }
        if outer?.is(ActorDeclSyntax.self) == true, !isStatic,
            !modifiers.contains(.keyword(.nonisolated))
        {
            report.add(.actorMethod(function.name))
        }
        if !modifiers.contains(.keyword(.nonisolated)),
            function.attributes.isMainActor || outer?.isMainActorIsolated == true
        {
            report.add(.mainActorFunction(function.name))
        }
        if function.name.identifier.map({ $0.name.identifier != $0.name }) ?? true {
            report.add(.rawFunctionName(function.name))
        }
        let typeName = outer?.typeName ?? .keyword(.Self)
        owner = outer != nil && !isStatic ? typeName.text : nil
        isThrowing = function.isThrowing
        isProperty = function.isProperty
        let level = DeclarationAccess(function.modifiers)
        writtenAccess = level
        access =
            level ?? outer?.as(ExtensionDeclSyntax.self).flatMap {
                DeclarationAccess($0.modifiers)
            } ?? .internal
        availability = function.attributes.named("available").map { "\($0.trimmed)\n" }.joined()
        declaredName = function.name
        name = function.name.trimmed
        sqlName = options.name ?? (name.identifier?.name ?? name.text)
        self.options = options.list
        hasResult =
            function.result.map { !["Void", "()"].contains($0.trimmedDescription) } ?? false
        if let type = function.result, hasResult {
            result = TypeText(type, replacingSelfWith: typeName)
        } else {
            result = TypeText("Int?", wrapped: "Int")
        }
        (sequence, parameters) = Self.parameters(of: function, typeName)
        if let stored = options.stored {
            store(as: stored, &report)
        } else {
            function.checkTypes(isAggregate: sequence != nil, &report)
        }
    }

    private static func parameters(
        of function: FunctionDeclaration, _ typeName: TokenSyntax
    ) -> (Sequence?, [Parameter]) {
        let list = function.parameters
        guard let only = list.first, list.count == 1, let element = only.type.sequenceElement else {
            return (
                nil,
                list.map {
                    Parameter(
                        label: $0.label, name: $0.name,
                        type: TypeText($0.type, replacingSelfWith: typeName),
                        defaultValue: $0.defaultValue?.trimmedDescription,
                        isVariadic: $0.isVariadic)
                }
            )
        }
        let tuple = element.as(TupleTypeSyntax.self).flatMap {
            $0.elements.count > 1 ? $0.elements : nil
        }
        let type = TypeText(element, replacingSelfWith: typeName)
        let parameters =
            tuple?.map {
                Parameter(
                    label: $0.firstName?.text, name: $0.firstName?.text,
                    type: TypeText($0.type, replacingSelfWith: typeName))
            } ?? [Parameter(label: only.label, name: only.name, type: type)]
        return (Sequence(label: only.label, element: type, isTuple: tuple != nil), parameters)
    }

    /// Sets the representations of the parameters and the result.
    private mutating func store(
        as signature: FunctionOptions.StoredSignature, _ report: inout Report
    ) {
        let types = sequence == nil ? signature.parameters : signature.element.map { [$0] } ?? []
        guard types.count == parameters.count, hasResult else {
            return report.add(
                .storedSignature(signature.expression, count: parameters.count, of: sequence != nil)
            )
        }
        for (index, type) in types.enumerated() {
            parameters[index].stored = TypeText(written: type)
        }
        storedResult = TypeText(written: signature.result)
    }
}

extension TypeSyntax {
    /// `Element` of `some Sequence<Element>` or `any Sequence<Element>`.
    fileprivate var sequenceElement: TypeSyntax? {
        guard
            let opaque = self.as(SomeOrAnyTypeSyntax.self),
            let constraint = opaque.constraint.as(IdentifierTypeSyntax.self),
            constraint.name.text == "Sequence" || constraint.name.text == "Collection",
            case .type(let element)? = constraint.genericArgumentClause?.arguments.first?.argument
        else { return nil }
        return element
    }
}

extension Syntax {
    /// The name of the type that the declaration declares or extends.
    fileprivate var isMainActorIsolated: Bool {
        asProtocol((any WithAttributesSyntax).self)?.attributes.isMainActor == true
    }

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

extension AttributeListSyntax {
    fileprivate var isMainActor: Bool { named("MainActor").first != nil }
}
