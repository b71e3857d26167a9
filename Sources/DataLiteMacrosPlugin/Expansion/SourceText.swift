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

    /// A name in SQL as SQLite compares it: only the case of ASCII letters is ignored.
    var comparedInSQL: [UInt8] {
        utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }

    /// The text as an identifier, in backticks if it is a raw one such as `first name`.
    var identifier: String {
        let isPlain = allSatisfy { $0 == "_" || $0 == "$" || $0.isLetter || $0.isNumber }
        return isPlain && first?.isNumber == false ? self : "`\(self)`"
    }

    /// The name of a parameter or a variable as an expression, in backticks if it would begin another expression, such as
    /// `await`.
    var reference: String { Self.operators.contains(self) ? "`\(self)`" : self }

    private static let operators: Set = [
        "any", "async", "await", "borrow", "consume", "copy", "discard", "each", "sending",
        "some", "then", "unsafe", "yield",
    ]

    /// The label of a parameter in a call, in which the compiler warns of backticks that are not necessary.
    var argumentLabel: String {
        guard hasPrefix("`") else { return self }
        let bare = String(dropFirst().dropLast())
        return bare.identifier == bare && !["inout", "let", "var"].contains(bare) ? bare : self
    }

    /// `head { ... }` with each line of the body indented. A closure's parameter follows the brace.
    static func block(
        _ head: String, closureParameter: String? = nil, _ body: [String]
    ) -> String {
        if body.isEmpty { return "\(head) {}" }
        let parameter = closureParameter.map { " \($0) in" } ?? ""
        return "\(head) {\(parameter)\n\(indented(body))\n}"
    }

    /// The lines of some texts, each indented by four spaces. Empty lines stay empty: in a multiline
    /// literal, whitespace would be part of its value.
    static func indented(_ texts: [String]) -> String {
        texts.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
            .map { $0.isEmpty ? "" : "    \($0)" }
            .joined(separator: "\n")
    }
}

extension DeclSyntax {
    /// Declarations from unparsed text.
    ///
    /// The compiler receives an expansion as text and parses it. Parsing it here as well would take more
    /// time than the rest of the macro.
    init(unparsed text: String) {
        self.init(MissingDeclSyntax(placeholder: .identifier(text)))
    }
}

extension TypeSyntax {
    /// A type from unparsed text.
    init(unparsed text: String) {
        self.init(MissingTypeSyntax(placeholder: .identifier(text)))
    }
}

extension SyntaxProtocol {
    /// The text with `Self` replaced by the name of a type.
    func text(replacingSelfWith name: TokenSyntax) -> String {
        // The usual case, for which the rest takes long: it copies the syntax tree.
        if let only = onlyToken, only.tokenKind != .keyword(.Self) { return only.text }
        let text = trimmedDescription
        guard text.contains("Self") else { return text }
        return SelfReplacer(name: name).rewrite(self).trimmedDescription
    }

    /// The token, if there is just one.
    var onlyToken: TokenSyntax? {
        guard let first = firstToken(viewMode: .sourceAccurate),
            first == lastToken(viewMode: .sourceAccurate)
        else { return nil }
        return first
    }
}

/// Replaces `Self` by the name of a type.
class SelfReplacer: SyntaxRewriter {
    private let name: TokenSyntax

    init(name: TokenSyntax) {
        self.name = name
        super.init()
    }

    override func visit(_ token: TokenSyntax) -> TokenSyntax {
        token.tokenKind == .keyword(.Self) ? token.with(\.tokenKind, name.tokenKind) : token
    }
}
