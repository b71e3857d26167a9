import SwiftSyntax

/// The arguments of `@DatabaseFunction`.
struct FunctionOptions {
    var name: String?
    var list: [String] = []
    /// The types in which the arguments and the result are stored, from `as:`.
    var stored: StoredSignature?

    /// `((A, B) -> C).self`. The compiler passes attributes with folded operators.
    struct StoredSignature {
        let parameters: [String]
        let result: String
        let expression: ExprSyntax
    }

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
            guard label.text != "as" else {
                stored = StoredSignature(argument.expression)
                if stored == nil {
                    report.add(.notALiteral(argument, expected: "'((Argument) -> Result).self'"))
                }
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

extension FunctionOptions.StoredSignature {
    fileprivate init?(_ expression: ExprSyntax) {
        guard let member = expression.as(MemberAccessExprSyntax.self),
            member.declName.baseName.text == "self",
            let outer = member.base?.as(TupleExprSyntax.self), outer.elements.count == 1,
            let function = outer.elements.first?.expression.as(InfixOperatorExprSyntax.self),
            function.operator.is(ArrowExprSyntax.self),
            let arguments = function.leftOperand.as(TupleExprSyntax.self)
        else { return nil }
        parameters = arguments.elements.map(\.expression.trimmedDescription)
        result = function.rightOperand.trimmedDescription
        self.expression = expression
    }

    /// The stored type of the elements of the only parameter, `any Sequence<Element>`.
    var element: String? {
        guard parameters.count == 1, let start = parameters[0].firstIndex(of: "<"),
            parameters[0].last == ">", parameters[0].hasPrefix("any ")
        else { return nil }
        return String(parameters[0][parameters[0].index(after: start)...].dropLast())
    }
}

extension TypeText {
    /// A type from the text of an expression.
    init(written text: String) {
        let isOptional = text.hasSuffix("?")
        self.init(text, wrapped: isOptional ? String(text.dropLast()) : nil)
    }
}
