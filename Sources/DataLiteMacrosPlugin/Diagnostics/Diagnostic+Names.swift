import SwiftDiagnostics
import SwiftSyntax

/// Names that do not mean what they mean elsewhere.
extension Diagnostic {
    static func shadowedForm(_ form: ExprSyntax, fixed: String) -> Diagnostic {
        Diagnostic(
            node: form,
            message: Message(
                id: "shadowedForm",
                message: """
                    in a 'Codable' struct, this name is the form of the struct itself; write \
                    '\(fixed)'
                    """),
            fixIt: FixIt(
                "qualifyForm", "write '\(fixed)'", form, ExprSyntax("\(raw: fixed)")))
    }
}
