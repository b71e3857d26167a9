import SwiftSyntax
import SwiftSyntaxMacros

/// `@DatabaseFunction`
enum DatabaseFunctionMacro: PeerMacro {
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        var report = Report()
        defer { report.emit(in: context) }
        guard
            let model = FunctionModel(declaration, attribute: node, in: context, &report),
            !report.hasErrors
        else { return [] }
        let type = context.makeUniqueName(model.bareName).text
        return FunctionExpansion(model: model, typeName: type).declarations()
            .map(DeclSyntax.init(unparsed:))
    }
}
