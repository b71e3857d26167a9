import SwiftSyntax

/// The names that mean something else in `Columns`, `OuterColumns` and `Draft`, which have type aliases with these names.
/// The outer type then has an alias for the hidden type, with an underscore before its name.
private enum HiddenName: String, CaseIterable {
    case model = "Model"
    case output = "Output"

    var alias: String { "_\(rawValue)" }

    /// The aliases by the names that they stand for.
    static let aliases = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.rawValue, $0.alias) })
}

extension AttachedType {
    /// The name of the type, as a nested type can write it.
    var nestedName: TokenSyntax {
        HiddenName.aliases[name.text].map { .identifier($0) } ?? name
    }
}

extension ColumnsExpansion {
    /// The type aliases in the outer type: another name for `Columns`, which an extension can use because it is a member
    /// of the type, and those that the nested types use for this type and the types of its columns.
    func aliases() -> [String] {
        ["\(type.access.modifier)typealias TableColumns = Columns"] + hiddenAliases()
    }

    private func hiddenAliases() -> [String] {
        HiddenName.allCases.compactMap { hidden in
            let users = columns.filter { $0.mentions(hidden.alias) }
            let isOwn = hidden.rawValue == type.name.text
            guard isOwn || !users.isEmpty else { return nil }
            let access = isOwn ? type.access : users.map(\.access).max() ?? .internal
            let target = isOwn ? "Self" : hidden.rawValue
            return "\(access.modifier)typealias \(hidden.alias) = \(target)"
        }
    }
}

extension ColumnsExpansion.Column {
    fileprivate func mentions(_ alias: String) -> Bool {
        [type.text, storage.type.text, sourceDefault ?? ""].contains { text in
            text.utf8.contains(UInt8(ascii: "_"))
                && text.split { !($0 == "_" || $0.isLetter || $0.isNumber) }.contains(alias[...])
        }
    }
}

extension SyntaxProtocol {
    /// The text in a form for the types nested in a type: without `Self` and without hidden names.
    func text(nestedIn type: AttachedType) -> String {
        if let only = onlyToken {
            if only.tokenKind == .keyword(.Self) { return type.nestedName.text }
            return HiddenName.aliases[only.text] ?? only.text
        }
        let text = trimmedDescription
        let names = ["Self"] + HiddenName.allCases.map(\.rawValue)
        guard names.contains(where: text.contains) else { return text }
        return NestedNameReplacer(name: type.nestedName).rewrite(self).trimmedDescription
    }
}

/// Replaces `Self` and the hidden names where they stand for types, which is not after a dot.
private final class NestedNameReplacer: SelfReplacer {
    override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
        guard let alias = HiddenName.aliases[node.name.text] else { return super.visit(node) }
        return super.visit(node.with(\.name.tokenKind, .identifier(alias)))
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> ExprSyntax {
        guard let alias = HiddenName.aliases[node.baseName.text] else { return super.visit(node) }
        return super.visit(node.with(\.baseName.tokenKind, .identifier(alias)))
    }

    override func visit(_ node: KeyPathPropertyComponentSyntax) -> KeyPathPropertyComponentSyntax {
        node
    }

    override func visit(_ node: MemberAccessExprSyntax) -> ExprSyntax {
        var copy = node
        copy.base = node.base.map { rewrite($0).cast(ExprSyntax.self) }
        return ExprSyntax(copy)
    }
}
