import SwiftSyntax

/// The members that a macro generates and that the type could also declare.
struct GeneratedMembers {
    let macro: String
    var types: Set<String>
    var staticProperty: String
    var computedProperty: String?

    /// The members of a struct or an enum with `@Selection`.
    static let selection = GeneratedMembers(
        macro: "Selection", types: ["Columns", "TableColumns"], staticProperty: "columnDefinitions")

    /// The members of a struct or an enum with `@Table`.
    static func table(key: String?, hasDraft: Bool) -> GeneratedMembers {
        GeneratedMembers(
            macro: "Table",
            types: Set(
                ["Columns", "TableColumns", "OuterColumns"] + (hasDraft ? ["Draft"] : [])),
            staticProperty: "tableDefinition",
            computedProperty: key == nil || key == "primaryKey" ? nil : "primaryKey")
    }

    /// Reports the members with names of generated ones.
    func check(_ members: MemberBlockItemListSyntax, _ report: inout Report) {
        for member in members {
            if let name = typeName(member.decl) ?? propertyName(member.decl) {
                report.add(.generatedMember(name, macro: macro))
            }
        }
    }

    private func typeName(_ declaration: DeclSyntax) -> TokenSyntax? {
        let kinds: [SyntaxKind] = [
            .structDecl, .enumDecl, .classDecl, .actorDecl, .typeAliasDecl,
        ]
        guard kinds.contains(declaration.kind),
            let name = declaration.asProtocol(NamedDeclSyntax.self)?.name,
            types.contains(name.text)
        else { return nil }
        return name
    }

    private func propertyName(_ declaration: DeclSyntax) -> TokenSyntax? {
        guard let variable = declaration.as(VariableDeclSyntax.self) else { return nil }
        let isStatic = variable.modifiers.contains { $0.name.tokenKind == .keyword(.static) }
        // A stored property with the name is reported as a column.
        if !isStatic, variable.isStoredInInstances { return nil }
        let generated = isStatic ? staticProperty : computedProperty
        let names = variable.bindings.compactMap {
            $0.pattern.as(IdentifierPatternSyntax.self)?.identifier
        }
        return names.first { $0.text == generated }
    }
}
