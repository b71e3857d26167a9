import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Column` and `@Columns`, which `@Table` and `@Selection` read. They generate no code.
enum ColumnMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        checkPlace(of: node, on: declaration, allowsCases: true, in: context)
        return []
    }
}

/// `@Ephemeral`, which `@Table` and `@Selection` read. It generates no code.
enum EphemeralMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        checkPlace(of: node, on: declaration, allowsCases: false, in: context)
        return []
    }
}

private func checkPlace(
    of node: AttributeSyntax, on declaration: some DeclSyntaxProtocol, allowsCases: Bool,
    in context: some MacroExpansionContext
) {
    if let property = declaration.as(VariableDeclSyntax.self), property.isStoredInInstances {
        return
    }
    if allowsCases, declaration.is(EnumCaseDeclSyntax.self) { return }
    context.diagnose(.misplacedAttribute(node))
}
