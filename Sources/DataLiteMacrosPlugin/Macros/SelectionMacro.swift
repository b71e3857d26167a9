import SwiftSyntax
import SwiftSyntaxMacros

/// `@Selection`
enum SelectionMacro: MemberMacro, ExtensionMacro {
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard !isTable(declaration) else { return [] }
        // The other expansion emits the report.
        var report = Report()
        return members(of: declaration, in: context, &report)
            .map(DeclSyntax.init(unparsed:))
    }

    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard !isTable(declaration) else { return [] }
        var report = Report()
        defer { report.emit(in: context) }
        if let declaration = declaration.as(EnumDeclSyntax.self) {
            guard
                EnumModel(declaration, forms: TableForms(of: declaration), in: context, &report)
                    != nil
            else { return [] }
            return [
                .make(
                    of: type, declaration, conformingTo: ["Selection"], of: protocols, members: [])
            ]
        }
        guard
            let declaration = StructDeclSyntax(
                attachedTo: declaration, macro: "Selection", &report),
            let model = SelectionModel(declaration, in: context, &report)
        else { return [] }
        let decoder = RowExpansion(type: model.type, columns: model.columns).decoder()
        return [
            .make(
                of: type, declaration, conformingTo: ["Selection", "CommonTableRow"],
                of: protocols, members: [decoder])
        ]
    }

    /// Whether the type also has `@Table`, which generates everything that a selection needs.
    private static func isTable(_ declaration: some DeclGroupSyntax) -> Bool {
        !declaration.attributes.named("Table").isEmpty
    }

    private static func members(
        of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext,
        _ report: inout Report
    ) -> [String] {
        if let declaration = declaration.as(EnumDeclSyntax.self) {
            return EnumModel(declaration, forms: TableForms(of: declaration), in: context, &report)
                .map { EnumExpansion(model: $0).members() } ?? []
        }
        guard
            let declaration = declaration.as(StructDeclSyntax.self),
            let model = SelectionModel(declaration, in: context, &report)
        else { return [] }
        let columns = ColumnsExpansion(model.type, model.columns)
        return [
            DefinitionExpansion(type: model.type, columns: model.columns).columnDefinitions(),
            RowExpansion(type: model.type, columns: model.columns).encoder(),
            columns.columnSet(hasMemberwiseInitializer: true),
        ] + columns.aliases()
    }
}
