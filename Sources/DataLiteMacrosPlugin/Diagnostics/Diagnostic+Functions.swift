import SwiftDiagnostics
import SwiftSyntax

/// Errors in the declaration of a `@DatabaseFunction` or `@DatabaseCollation`.
extension Diagnostic {
    static func notAFunction(_ attribute: AttributeSyntax) -> Diagnostic {
        Diagnostic(
            "notAFunction", attribute,
            """
            '@\(attribute.attributeName.trimmedDescription)' can only be attached to a \
            function, a computed property, or a constant with the type of a closure
            """)
    }

    /// SQL calls a function while a query runs, when the instance cannot be changed.
    static func mutatingMethod(_ name: TokenSyntax) -> Diagnostic {
        Diagnostic(
            "mutatingMethod", name, "SQL cannot call a 'mutating' method: it would change a copy")
    }

    static func actorMethod(_ name: TokenSyntax) -> Diagnostic {
        Diagnostic(
            "actorMethod", name, "SQL cannot wait for an actor; make the method 'nonisolated'")
    }

    static func mainActorFunction(_ name: TokenSyntax) -> Diagnostic {
        Diagnostic(
            "mainActorFunction", name,
            """
            SQL runs on any thread and cannot wait for the main actor; make the function \
            'nonisolated'
            """)
    }

    static func rawFunctionName(_ name: TokenSyntax) -> Diagnostic {
        Diagnostic(
            "rawFunctionName", name,
            """
            a function that SQL calls needs a Swift name without special characters; pass \
            another name for SQL to the macro
            """)
    }

    static func functionOfSQLite(_ name: TokenSyntax, _ sqlName: String) -> Diagnostic {
        Diagnostic(
            "functionOfSQLite", name,
            """
            SQLite has a function '\(sqlName)', which this one replaces in all SQL of a connection; \
            write another name in the attribute, as in '@DatabaseFunction("my_\(sqlName)")'
            """,
            severity: .warning)
    }

    static func collationOfSQLite(_ name: TokenSyntax, _ sqlName: String) -> Diagnostic {
        Diagnostic(
            "collationOfSQLite", name,
            """
            SQLite has a collating sequence '\(sqlName)'; write another name in the attribute, as in \
            '@DatabaseCollation("my_\(sqlName)")'
            """)
    }

    static func collationSignature(_ attribute: AttributeSyntax) -> Diagnostic {
        Diagnostic(
            "collationSignature", attribute,
            """
            a collating sequence compares two values of type 'String' and returns a \
            'CollationOrder' or a 'ComparisonResult'
            """)
    }

    static func storedSignature(
        _ expression: ExprSyntax, count: Int, of isSequence: Bool
    ) -> Diagnostic {
        let arguments =
            isSequence
            ? "'any Sequence<Element>'" : count == 1 ? "one argument" : "\(count) arguments"
        return Diagnostic(
            "storedSignature", expression,
            "expected a type with \(arguments) and a result, as in the function")
    }

    static func localFunction(
        _ name: TokenSyntax, _ attribute: AttributeSyntax
    ) -> Diagnostic {
        Diagnostic(
            "localFunction", name,
            """
            a function within another function cannot have \
            '@\(attribute.attributeName.trimmedDescription)'; move it out or add it as a closure
            """)
    }

    static func genericFunction(_ parameters: GenericParameterClauseSyntax) -> Diagnostic {
        Diagnostic(
            "genericFunction", parameters,
            """
            a generic function cannot be called from SQL; an aggregate has a parameter of \
            type 'some Sequence<Element>'
            """)
    }

    static func asyncFunction(_ async: TokenSyntax) -> Diagnostic {
        Diagnostic("asyncFunction", async, "SQL cannot wait for an 'async' function")
    }

    static func variadicParameter(_ ellipsis: TokenSyntax) -> Diagnostic {
        Diagnostic(
            "variadicParameter", ellipsis,
            """
            only the last parameter of a function that SQL calls can be variadic
            """)
    }

    static func functionType(_ type: TypeSyntax, isResult: Bool) -> Diagnostic {
        Diagnostic(
            "functionType", type,
            """
            '\(type.trimmedDescription)' cannot be \(isResult ? "returned to" : "passed from") SQL: write \
            a type that can be stored in a column, or its representation in 'as:'
            """)
    }

    static func attributedParameter(_ type: AttributedTypeSyntax) -> Diagnostic {
        Diagnostic(
            "attributedParameter", type,
            """
            '\(type.trimmedDescription)' cannot be passed from SQL: a parameter is a plain \
            value
            """)
    }
}
