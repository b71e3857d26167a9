import SwiftDiagnostics
import SwiftSyntax

/// Errors in the arguments of an attribute.
extension Diagnostic {
    static func misplacedAttribute(_ attribute: AttributeSyntax) -> Diagnostic {
        Diagnostic(
            "misplacedAttribute", attribute,
            """
            '@\(attribute.attributeName.trimmedDescription)' can only be attached to a stored \
            property
            """)
    }

    /// A group is the key of a table if the table's property is marked as the primary key.
    static func primaryKeyOfSelection(
        _ argument: LabeledExprSyntax, in attribute: AttributeSyntax
    ) -> Diagnostic {
        Diagnostic(
            "primaryKeyOfSelection", argument,
            """
            a '@Selection' has no primary key; write 'primaryKey: true' at the property of \
            the table
            """,
            fixIt: FixIt(
                "removePrimaryKey", "remove 'primaryKey'", attribute, attribute.removing(argument)))
    }

    static func primaryKeyOfCase(
        _ argument: LabeledExprSyntax, in attribute: AttributeSyntax
    ) -> Diagnostic {
        Diagnostic(
            "primaryKeyOfCase", argument,
            """
            a case cannot be the primary key, because it is NULL in rows of the other cases; write \
            a '@Table' struct with the key and a '@Selection' enum
            """,
            fixIt: FixIt(
                "removePrimaryKey", "remove 'primaryKey'", attribute, attribute.removing(argument)))
    }

    static func optionWithoutEffect(
        _ argument: LabeledExprSyntax, without required: String, in attribute: AttributeSyntax
    ) -> Diagnostic {
        let label = argument.label?.text ?? ""
        return Diagnostic(
            "optionWithoutEffect", argument, "'\(label)' has no effect without '\(required)'",
            fixIt: FixIt(
                "removeOption", "remove '\(label)'", attribute, attribute.removing(argument)))
    }

    static func generatedPrimaryKey(_ property: StoredProperty) -> Diagnostic {
        Diagnostic(
            "generatedPrimaryKey",
            property.options.attribute.map(Syntax.init) ?? Syntax(property.name),
            "a generated column cannot be the primary key")
    }

    static func notAMetatype(_ argument: LabeledExprSyntax) -> Diagnostic {
        let fixed = MemberAccessExprSyntax(
            base: argument.expression.trimmed, name: .keyword(.self))
        return Diagnostic(
            "notAMetatype", argument.expression, "expected a type, written as 'Type.self'",
            fixIt: FixIt("addSelf", "add '.self'", argument.expression, fixed))
    }

    static func notALiteral(_ argument: LabeledExprSyntax, expected: String) -> Diagnostic {
        Diagnostic(
            "notALiteral", argument.expression,
            "expected \(expected): a macro sees only the source text")
    }

    static func emptyName(_ literal: StringLiteralExprSyntax) -> Diagnostic {
        Diagnostic("emptyName", literal, "the name is empty")
    }
}
