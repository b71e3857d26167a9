import SwiftSyntax
import SwiftSyntaxMacros

/// `@Table`
enum TableMacro: MemberMacro, ExtensionMacro {
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        // The other expansion emits the report.
        var report = Report()
        if let declaration = declaration.as(EnumDeclSyntax.self) {
            return members(of: declaration, attribute: node, in: context, &report)
                .map(DeclSyntax.init(unparsed:))
        }
        guard let model = TableModel(declaration, attribute: node, in: context, &report)
        else { return [] }
        let columns = ColumnsExpansion(
            model.type, table: model.names.table, model.columns)
        let isSelection = !declaration.attributes.named("Selection").isEmpty
        var members = [
            DefinitionExpansion(type: model.type, columns: model.columns).tableDefinition(
                model.names, primaryKey: model.primaryKey),
            RowExpansion(type: model.type, columns: model.columns).encoder(),
            columns.columnSet(hasMemberwiseInitializer: isSelection),
            columns.outerColumnSet(),
        ]
        members += columns.aliases()
        if model.hasDraft { members.append(DraftExpansion(model).declaration()) }
        if let key = model.primaryKeyColumn {
            if key.bareName != "primaryKey" {
                let property = "self.\(key.name.text)"
                let accessors =
                    model.hasAssignableKey
                    ? "get { \(property) } set { \(property) = newValue }" : property
                members.append(
                    """
                    \(model.type.access.modifier)nonisolated var primaryKey: \(key.type.text) \
                    { \(accessors) }
                    """)
            }
            if key.storage.isRepresented {
                members.append(
                    """
                    \(model.type.access.modifier)nonisolated static func storedKey(_ key: \(key.type.text)) \
                    -> \(key.storage.type.text) { \(key.storage.stored("key")) }
                    """)
            }
        }
        return members.map(DeclSyntax.init(unparsed:))
    }

    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        var report = Report()
        defer { report.emit(in: context) }
        if let declaration = declaration.as(EnumDeclSyntax.self) {
            let members = members(of: declaration, attribute: node, in: context, &report)
            let conformances = ["Table", "Selection"]
            return members.isEmpty
                ? []
                : [
                    .make(
                        of: type, declaration, conformingTo: conformances, of: protocols,
                        members: [])
                ]
        }
        guard let model = TableModel(declaration, attribute: node, in: context, &report)
        else { return [] }
        let decoder = RowExpansion(type: model.type, columns: model.columns).decoder()
        let key =
            model.primaryKey != nil
            ? ["PrimaryKeyedTable"] : model.hasDraft ? ["DraftableTable"] : []
        let assignable = model.hasAssignableKey ? ["AssignableKeyTable"] : []
        let conformances = ["Table"] + key + assignable + ["Selection"]
        return [
            .make(
                of: type, declaration, conformingTo: conformances, of: protocols, members: [decoder]
            )
        ]
    }

    /// The members of an enum; none if the declaration has an error.
    private static func members(
        of declaration: EnumDeclSyntax, attribute: AttributeSyntax,
        in context: some MacroExpansionContext, _ report: inout Report
    ) -> [String] {
        let names = TableNames(attribute, of: declaration, &report)
        return EnumModel(
            declaration, macro: "Table", forms: TableForms(attribute, of: declaration, &report),
            in: context, &report
        ).map { EnumExpansion(model: $0).members(names) } ?? []
    }
}

extension ExtensionDeclSyntax {
    /// An extension with conformances to protocols of `DataLiteQuery`, but only to the protocols in
    /// `missing`: the type may already conform to the others.
    ///
    /// Inherited protocols are listed too: while the compiler expands the macro, it does not find a
    /// conformance that another one implies.
    static func make(
        of type: some TypeSyntaxProtocol, _ declaration: some DeclGroupSyntax,
        conformingTo protocols: [String],
        of missing: [TypeSyntax], members: [String]
    ) -> ExtensionDeclSyntax {
        let missing = missing.map { $0.trimmedDescription.split(separator: ".").last }
        let all =
            protocols.map { ("DataLiteQuery", $0) }
            + ["RowRepresentable", "RowDecodable"].map { ("DataLiteCore", $0) }
        let names = all.filter { missing.contains($0.1[...]) }.map { "\($0.0).\($0.1)" }
        var inheritance: InheritanceClauseSyntax?
        if !names.isEmpty {
            let list = TypeSyntax(unparsed: names.joined(separator: ", "))
            inheritance = InheritanceClauseSyntax(
                colon: .colonToken(trailingTrivia: .space),
                inheritedTypes: [InheritedTypeSyntax(type: list)])
        }
        let body = members.map { "\n\(String.indented([$0]))\n" }
        return ExtensionDeclSyntax(
            attributes: AttributeListSyntax(
                declaration.attributes.named("available").map {
                    .attribute($0.trimmed.with(\.trailingTrivia, .newline))
                }),
            modifiers: [DeclModifierSyntax(name: .keyword(.nonisolated, trailingTrivia: .space))],
            extensionKeyword: .keyword(.extension, trailingTrivia: .space),
            extendedType: TypeSyntax(type.trimmed), inheritanceClause: inheritance,
            memberBlock: MemberBlockSyntax(
                leftBrace: .leftBraceToken(leadingTrivia: .space),
                members: [
                    MemberBlockItemSyntax(decl: DeclSyntax(unparsed: body.joined()))
                ]))
    }
}
