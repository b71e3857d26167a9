import SwiftDiagnostics
import SwiftSyntax

/// Names that do not mean what they mean elsewhere.
extension Diagnostic {
    static func shadowedForm(_ form: ExprSyntax, fixed: String) -> Diagnostic {
        Diagnostic(
            "shadowedForm", form,
            """
            in a 'Codable' struct, this name is the form of the struct itself; write \
            '\(fixed)'
            """,
            fixIt: FixIt(
                "qualifyForm", "write '\(fixed)'", form, ExprSyntax("\(raw: fixed)")))
    }

    static func ignoredTableName(
        _ name: TokenSyntax, table: String, literal: StringLiteralExprSyntax
    ) -> Diagnostic {
        Diagnostic(
            "ignoredTableName", name,
            """
            '\(name.text)' has no effect: the table is named "\(table)"; write \
            '@Table(\(literal.trimmedDescription))'
            """,
            severity: .warning)
    }

    static func ignoredMember(_ name: TokenSyntax, _ reason: String) -> Diagnostic {
        Diagnostic("ignoredMember", name, "'\(name.text)' has no effect: \(reason)")
    }

    static func ignoredCodingKey(
        _ key: StringLiteralExprSyntax, of property: StoredProperty
    ) -> Diagnostic {
        Diagnostic(
            "ignoredCodingKey", key,
            """
            a coding key does not name a column: the column is "\(property.columnName)"; write \
            '@Column(\(key.trimmedDescription))' at the property, or \
            '@Column(\(property.columnName.literal))' to keep its name
            """,
            severity: .warning)
    }

    static func ignoredCallback(_ name: TokenSyntax) -> Diagnostic {
        Diagnostic(
            "ignoredCallback", name,
            """
            '\(name.text)' is not called: rows have no callbacks; write a trigger, or a \
            method that changes the row
            """,
            severity: .warning)
    }
}
