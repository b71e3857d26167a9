import SwiftSyntax

extension String {
    /// The text as a Swift string literal.
    var literal: String {
        let escaped = unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                "\\u{\(String(scalar.value, radix: 16))}"
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }

    /// `head { ... }` with each line of the body indented. A closure's parameter follows the brace.
    static func block(
        _ head: String, closureParameter: String? = nil, _ body: [String]
    ) -> String {
        if body.isEmpty { return "\(head) {}" }
        let parameter = closureParameter.map { " \($0) in" } ?? ""
        return "\(head) {\(parameter)\n\(indented(body))\n}"
    }

    /// The lines of some texts, each indented by four spaces. Empty lines stay empty: within a literal
    /// of several lines, white space would belong to its value.
    static func indented(_ texts: [String]) -> String {
        texts.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
            .map { $0.isEmpty ? "" : "    \($0)" }
            .joined(separator: "\n")
    }
}

extension DeclSyntax {
    /// Declarations as they are to be printed.
    ///
    /// The compiler gets the text of an expansion and parses it. Parsing it here too would take more
    /// time than all else that the macro does.
    init(unparsed text: String) {
        self.init(MissingDeclSyntax(placeholder: .identifier(text)))
    }
}

extension TypeSyntax {
    /// A type as it is to be printed.
    init(unparsed text: String) {
        self.init(MissingTypeSyntax(placeholder: .identifier(text)))
    }
}

extension SyntaxProtocol {
    /// The text with `Self` replaced by the name of a type, to be used in a type nested in that one.
    func text(replacingSelfWith name: TokenSyntax) -> String {
        let text = trimmedDescription
        guard text.contains("Self") else { return text }
        return SelfReplacer(name: name).rewrite(self).trimmedDescription
    }
}

private final class SelfReplacer: SyntaxRewriter {
    private let name: TokenSyntax

    init(name: TokenSyntax) {
        self.name = name
        super.init()
    }

    override func visit(_ token: TokenSyntax) -> TokenSyntax {
        token.tokenKind == .keyword(.Self) ? token.with(\.tokenKind, name.tokenKind) : token
    }
}
