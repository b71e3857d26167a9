import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The struct or enum that a macro is attached to.
struct AttachedType {
    let name: TokenSyntax
    let access: DeclarationAccess
    /// Whether the type is inside a function. The compiler reports that it cannot have an extension.
    let isLocal: Bool
    /// Whether the type is generic or in a generic type: neither can have static stored properties.
    let isGeneric: Bool
    /// Whether the type is in an extension, which does not show whether the extended type is generic.
    let isInExtension: Bool

    init(
        _ declaration: some DeclGroupSyntax, name: TokenSyntax,
        genericParameters: GenericParameterClauseSyntax?, macro: String,
        in context: some MacroExpansionContext, _ report: inout Report
    ) {
        self.name = name.trimmed
        let outer = context.lexicalContext.filter { !$0.isDeclaration(named: name.text) }
        access = DeclarationAccess(declaration.modifiers) ?? outer.first?.memberAccess ?? .internal
        isLocal = outer.contains(where: \.isBody)
        if !isLocal, !outer.isEmpty,
            let modifier = declaration.modifiers.first(where: {
                $0.name.tokenKind == .keyword(.private)
            })
        {
            report.add(.privateNestedType(modifier, name: name.text, macro: macro))
        } else if !isLocal, outer.dropLast().contains(where: \.isPrivate) {
            report.add(.privateOuterType(name, macro: macro))
        }
        if let suppressed = declaration.inheritanceClause?.suppressedType {
            report.add(.noncopyableType(suppressed, macro: macro))
        }
        if let repeated = declaration.attributes.named(macro).dropFirst().first {
            report.add(.repeatedMacro(repeated, macro: macro))
        }
        if Self.generatedNames(macro).contains(name.text) {
            report.add(.generatedTypeName(name, macro: macro))
        }
        isInExtension = outer.contains { $0.is(ExtensionDeclSyntax.self) }
        isGeneric = genericParameters != nil || outer.contains(where: \.isGeneric)
    }

    /// The names of the types that a table or a selection has.
    private static func generatedNames(_ macro: String) -> Set<String> {
        macro == "Table"
            ? ["Columns", "TableColumns", "OuterColumns", "Draft", "PrimaryKey", "StoredKey"]
            : ["Columns", "TableColumns", "OuterColumns"]
    }
}

extension InheritanceClauseSyntax {
    /// `~Copyable` or another suppressed type.
    fileprivate var suppressedType: TypeSyntax? {
        inheritedTypes.map(\.type).first { $0.is(SuppressedTypeSyntax.self) }
    }
}

extension Syntax {
    fileprivate func isDeclaration(named name: String) -> Bool {
        asProtocol(NamedDeclSyntax.self)?.name.text == name
    }

    fileprivate var isPrivate: Bool {
        asProtocol((any WithModifiersSyntax).self)?.modifiers.contains {
            $0.name.tokenKind == .keyword(.private)
        } ?? false
    }

    /// Whether the declaration contains statements.
    fileprivate var isBody: Bool {
        [
            .functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl, .subscriptDecl,
            .variableDecl, .closureExpr,
        ].contains(kind)
    }

    /// The access level that an extension's modifier gives its members.
    fileprivate var memberAccess: DeclarationAccess? {
        self.as(ExtensionDeclSyntax.self).flatMap { DeclarationAccess($0.modifiers) }
    }

    fileprivate var isGeneric: Bool {
        if let declaration = self.as(ExtensionDeclSyntax.self) {
            let extended = declaration.extendedType.as(IdentifierTypeSyntax.self)
            return declaration.genericWhereClause != nil
                || extended?.genericArgumentClause != nil
        }
        return asProtocol(WithGenericParametersSyntax.self)?.genericParameterClause != nil
    }
}

extension StructDeclSyntax {
    /// The struct that a macro is attached to. Another kind of declaration is reported as an error.
    init?(attachedTo declaration: some DeclGroupSyntax, macro: String, _ report: inout Report) {
        guard let found = declaration.as(StructDeclSyntax.self) else {
            report.add(.notAStruct(declaration.introducer, of: declaration, macro: macro))
            return nil
        }
        self = found
    }
}
