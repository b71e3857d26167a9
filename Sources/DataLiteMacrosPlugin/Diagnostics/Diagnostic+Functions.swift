import SwiftDiagnostics
import SwiftSyntax

/// Errors in the declaration of a `@DatabaseFunction`.
extension Diagnostic {
    static func notAFunction(_ attribute: AttributeSyntax) -> Diagnostic {
        Diagnostic(
            node: attribute,
            message: Message(
                id: "notAFunction",
                message: "'@DatabaseFunction' can only be attached to a function"))
    }

    /// SQL has no instance on which to call the method.
    static func instanceMethod(_ function: FunctionDeclSyntax) -> Diagnostic {
        let isStatic = DeclModifierSyntax(name: .keyword(.static), trailingTrivia: .space)
        var fixed = function
        let trivia = function.modifiers.isEmpty ? function.funcKeyword.leadingTrivia : []
        fixed.funcKeyword.leadingTrivia = function.modifiers.isEmpty ? [] : trivia
        fixed.modifiers.append(isStatic.with(\.leadingTrivia, trivia))
        return Diagnostic(
            node: function.name,
            message: Message(
                id: "instanceMethod",
                message: "SQL cannot call an instance method: it has no instance"),
            fixIt: FixIt("makeStatic", "make it static", function, fixed))
    }

    static func localFunction(_ function: FunctionDeclSyntax) -> Diagnostic {
        Diagnostic(
            node: function.name,
            message: Message(
                id: "localFunction",
                message: """
                    a function within another function cannot have '@DatabaseFunction'; move it out \
                    or add it as a closure
                    """))
    }

    static func genericFunction(_ parameters: GenericParameterClauseSyntax) -> Diagnostic {
        Diagnostic(
            node: parameters,
            message: Message(
                id: "genericFunction",
                message: """
                    a generic function cannot be called from SQL; an aggregate has a parameter of \
                    type 'some Sequence<Element>'
                    """))
    }

    static func asyncFunction(_ async: TokenSyntax) -> Diagnostic {
        Diagnostic(
            node: async,
            message: Message(
                id: "asyncFunction", message: "SQL cannot wait for an 'async' function"))
    }

    static func variadicParameter(_ ellipsis: TokenSyntax) -> Diagnostic {
        Diagnostic(
            node: ellipsis,
            message: Message(
                id: "variadicParameter",
                message: """
                    a variadic function cannot have '@DatabaseFunction'; add a closure with \
                    'argc: -1'
                    """))
    }

    static func attributedParameter(_ type: AttributedTypeSyntax) -> Diagnostic {
        Diagnostic(
            node: type,
            message: Message(
                id: "attributedParameter",
                message: """
                    '\(type.trimmedDescription)' cannot be passed from SQL: a parameter is a plain \
                    value
                    """))
    }
}
