import DataLiteSourceSQL
import SwiftDiagnostics
import SwiftSyntax

/// Errors in the declaration that a macro is attached to.
extension Diagnostic {
    static func notAStruct(
        _ keyword: TokenSyntax, of declaration: some DeclGroupSyntax, macro: String
    ) -> Diagnostic {
        var fixIts: [FixIt] = []
        if ["class", "actor"].contains(keyword.text) {
            var changes: [FixIt.Change] = [
                .replace(
                    oldNode: Syntax(keyword),
                    newNode: Syntax(keyword.with(\.tokenKind, .keyword(.struct))))
            ]
            let kept = declaration.modifiers.filter { $0.name.tokenKind != .keyword(.final) }
            if kept.count != declaration.modifiers.count {
                changes.append(
                    .replace(oldNode: Syntax(declaration.modifiers), newNode: Syntax(kept)))
            }
            fixIts = [
                FixIt(
                    message: Message(
                        id: "makeStruct", message: "replace '\(keyword.text)' with 'struct'"),
                    changes: changes)
            ]
        }
        let article = keyword.text == "class" || keyword.text == "protocol" ? "a" : "an"
        return Diagnostic(
            "notAStruct", keyword,
            """
            '@\(macro)' can be attached to a struct or an enum, not to \(article) \
            \(keyword.text)
            """,
            fixIts: fixIts)
    }

    /// The generated extension is at file scope, where a private nested type is not visible.
    static func privateNestedType(
        _ modifier: DeclModifierSyntax, name: String, macro: String
    ) -> Diagnostic {
        Diagnostic(
            "privateNestedType", modifier,
            """
            '@\(macro)' extends '\(name)', which is not visible outside of its enclosing type
            """,
            fixIt: FixIt(
                "makeFileprivate", "replace 'private' with 'fileprivate'", modifier.name,
                modifier.name.with(\.tokenKind, .keyword(.fileprivate))))
    }

    static func privateOuterType(_ name: TokenSyntax, macro: String) -> Diagnostic {
        Diagnostic(
            "privateOuterType", name,
            """
            '@\(macro)' extends '\(name.text)', whose enclosing type is 'private' in another type; make that \
            one 'fileprivate'
            """)
    }

    /// The generated types have these names, and are found first in the type itself.
    static func generatedTypeName(_ name: TokenSyntax, macro: String) -> Diagnostic {
        let table = macro == "Table" ? ", with the table's name in '@Table(...)'" : ""
        return Diagnostic(
            "generatedTypeName", name,
            """
            '@\(macro)' cannot be attached to a type named '\(name.text)', which is the name of \
            a type in it; give the type another name\(table)
            """)
    }

    static func noncopyableType(_ type: TypeSyntax, macro: String) -> Diagnostic {
        Diagnostic("noncopyableType", type, "'@\(macro)' can only be attached to a copyable type")
    }

    static func repeatedMacro(_ attribute: AttributeSyntax, macro: String) -> Diagnostic {
        Diagnostic("repeatedMacro", attribute, "a type can have only one '@\(macro)'")
    }

    static func generatedMember(_ name: TokenSyntax, macro: String) -> Diagnostic {
        Diagnostic(
            "generatedMember", name,
            "'@\(macro)' generates a member named '\(name.text)'; rename this one")
    }

    static func noColumns(_ name: TokenSyntax) -> Diagnostic {
        Diagnostic("noColumns", name, "'\(name.text)' has no stored properties to use as columns")
    }

    static func ambiguousTableName(
        _ name: TokenSyntax, attribute: AttributeSyntax, derived: String, suggestion: String
    ) -> Diagnostic {
        var seen: Set<String> = []
        let choices = [suggestion, derived].filter { seen.insert($0).inserted }
        return Diagnostic(
            "ambiguousTableName", name,
            """
            the table of '\(name.text)' is named "\(derived)"; if the plural is different, \
            write the name in '@Table'
            """,
            severity: .warning,
            fixIts: choices.map { choice in
                FixIt(
                    "nameTable", "name the table \"\(choice)\"", attribute,
                    attribute.insertingFirstArgument("\"\(choice)\""))
            })
    }

    // Errors in the cases of an enum.

    static func noCases(_ name: TokenSyntax) -> Diagnostic {
        Diagnostic("noCases", name, "'\(name.text)' has no cases to use as columns")
    }

    static func duplicateColumn(_ element: EnumModel.Case, firstCase: String) -> Diagnostic {
        Diagnostic(
            "duplicateColumn", element.options.nameLiteral.map(Syntax.init) ?? Syntax(element.name),
            """
            column "\(element.columnName)" is already the column of case '\(firstCase)'
            """)
    }

    static func caseWithoutValue(_ element: EnumCaseElementSyntax) -> Diagnostic {
        Diagnostic(
            "caseWithoutValue", element.name,
            """
            case '\(element.name.text)' has no value to store; an enum without values is \
            stored in one column if it conforms to 'SQLiteRepresentable'
            """)
    }

    static func caseWithSeveralValues(_ element: EnumCaseElementSyntax) -> Diagnostic {
        Diagnostic(
            "caseWithSeveralValues",
            element.parameterClause.map(Syntax.init) ?? Syntax(element.name),
            """
            case '\(element.name.text)' has several values; put them into a '@Selection' \
            struct
            """)
    }

    static func caseWithOptionalValue(_ type: TypeSyntax, wrapped: TypeSyntax, name: String)
        -> Diagnostic
    {
        var fixed = wrapped
        fixed.leadingTrivia = type.leadingTrivia
        fixed.trailingTrivia = type.trailingTrivia
        return Diagnostic(
            "caseWithOptionalValue", type,
            """
            the value of case '\(name)' cannot be optional: NULL means that the case is not \
            set
            """,
            fixIt: FixIt("removeOptional", "make the value non-optional", type, fixed))
    }
}

extension AttributeSyntax {
    func insertingFirstArgument(_ text: String) -> AttributeSyntax {
        var copy = self
        var list: [LabeledExprSyntax] = []
        if case .argumentList(let arguments)? = self.arguments { list = Array(arguments) }
        var first = LabeledExprSyntax(expression: ExprSyntax(stringLiteral: text))
        if !list.isEmpty { first.trailingComma = .commaToken(trailingTrivia: .space) }
        copy.attributeName.trailingTrivia = []
        copy.leftParen = .leftParenToken()
        copy.arguments = .argumentList(LabeledExprListSyntax([first] + list))
        copy.rightParen = .rightParenToken(trailingTrivia: trailingTrivia)
        return copy
    }
}
