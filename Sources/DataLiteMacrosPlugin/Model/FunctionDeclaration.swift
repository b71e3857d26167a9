import SwiftSyntax

/// A declaration that `@DatabaseFunction` can be attached to: a function, a computed property, or a constant with the
/// type of a closure.
struct FunctionDeclaration {
    /// A parameter as declared.
    struct Parameter {
        /// The label of the argument, or nil if it has none.
        let label: String?
        /// The name in error messages, or nil if it has none.
        let name: String?
        let type: TypeSyntax
        var defaultValue: ExprSyntax?
        var isVariadic = false
    }

    /// The name, in the tree of the declaration: the position of errors.
    let name: TokenSyntax
    let modifiers: DeclModifierListSyntax
    let attributes: AttributeListSyntax
    let parameters: [Parameter]
    let result: TypeSyntax?
    let isThrowing: Bool
    /// Whether the declaration is a property that is read without arguments.
    let isProperty: Bool

    init?(_ declaration: some DeclSyntaxProtocol, _ report: inout Report) {
        if let function = declaration.as(FunctionDeclSyntax.self) {
            self.init(function, &report)
        } else if let variable = declaration.as(VariableDeclSyntax.self) {
            self.init(variable)
        } else {
            return nil
        }
    }

    private init(_ function: FunctionDeclSyntax, _ report: inout Report) {
        if let generics = function.genericParameterClause { report.add(.genericFunction(generics)) }
        let effects = function.signature.effectSpecifiers
        if let async = effects?.asyncSpecifier { report.add(.asyncFunction(async)) }
        let list = function.signature.parameterClause.parameters
        for parameter in list { parameter.check(isLast: parameter == list.last, &report) }
        name = function.name
        (modifiers, attributes) = (function.modifiers, function.attributes)
        parameters = list.map {
            Parameter(
                label: $0.firstName.text == "_" ? nil : $0.firstName.text,
                name: ($0.secondName ?? $0.firstName).text, type: $0.type,
                defaultValue: $0.defaultValue?.value, isVariadic: $0.ellipsis != nil)
        }
        result = function.signature.returnClause?.type
        isThrowing = effects?.throwsClause != nil
        isProperty = false
    }

    private init?(_ variable: VariableDeclSyntax) {
        guard variable.bindings.count == 1, let binding = variable.bindings.first,
            let pattern = binding.pattern.as(IdentifierPatternSyntax.self),
            let type = binding.typeAnnotation?.type
        else { return nil }
        name = pattern.identifier
        (modifiers, attributes) = (variable.modifiers, variable.attributes)
        if let closure = type.closureType {
            parameters = closure.parameters.map {
                Parameter(label: nil, name: $0.secondName?.text, type: $0.type)
            }
            result = closure.returnClause.type
            isThrowing = closure.effectSpecifiers?.throwsClause != nil
            isProperty = false
            guard closure.effectSpecifiers?.asyncSpecifier == nil else { return nil }
        } else {
            guard let getter = binding.accessorBlock?.getter, !getter.isAsync else { return nil }
            parameters = []
            result = type
            isThrowing = getter.isThrowing
            isProperty = true
        }
    }

    /// Reports the types without a form in SQL, as far as their syntax shows that.
    ///
    /// - Parameter isAggregate: Whether the only parameter is the sequence of the rows.
    func checkTypes(isAggregate: Bool, _ report: inout Report) {
        let types = isAggregate ? [] : parameters.map(\.type)
        for type in types where !type.is(AttributedTypeSyntax.self) && !type.isPlainValue {
            report.add(.functionType(type, isResult: false))
        }
        if let result, !["Void", "()"].contains(result.trimmedDescription), !result.isPlainValue {
            report.add(.functionType(result, isResult: true))
        }
    }
}

extension TypeSyntax {
    /// Whether the type may be a value that is stored in a column.
    fileprivate var isPlainValue: Bool {
        let type = (wrappedOptional ?? self).unparenthesized
        return type.compoundKind == nil && !type.is(SomeOrAnyTypeSyntax.self)
            && !type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
    }

    /// The type of a closure, without attributes and parentheses.
    fileprivate var closureType: FunctionTypeSyntax? {
        if let attributed = self.as(AttributedTypeSyntax.self) {
            return attributed.baseType.as(FunctionTypeSyntax.self)
        }
        if let function = self.as(FunctionTypeSyntax.self) { return function }
        guard let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1,
            let element = tuple.elements.first?.type
        else { return nil }
        return element.as(AttributedTypeSyntax.self)?.baseType.as(FunctionTypeSyntax.self)
            ?? element.as(FunctionTypeSyntax.self)
    }
}

extension FunctionParameterSyntax {
    fileprivate func check(isLast: Bool, _ report: inout Report) {
        if let ellipsis, !isLast { report.add(.variadicParameter(ellipsis)) }
        if let type = type.as(AttributedTypeSyntax.self) { report.add(.attributedParameter(type)) }
    }
}

extension AccessorBlockSyntax {
    /// The effects of the getter; nil if the property is stored.
    fileprivate var getter: (isThrowing: Bool, isAsync: Bool)? {
        switch accessors {
        case .getter: return (false, false)
        case .accessors(let list):
            guard
                let getter = list.first(where: { $0.accessorSpecifier.tokenKind == .keyword(.get) })
            else { return nil }
            return (
                getter.effectSpecifiers?.throwsClause != nil,
                getter.effectSpecifiers?.asyncSpecifier != nil
            )
        }
    }
}
