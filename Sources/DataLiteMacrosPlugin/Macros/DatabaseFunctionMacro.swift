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
        if BuiltInFunctions.contain(model.sqlName, argumentCount: model.argumentCount) {
            report.add(.functionOfSQLite(model.declaredName, model.sqlName))
        }
        let type = context.makeUniqueName(model.bareName).text
        return FunctionExpansion(model: model, typeName: type).declarations()
            .map(DeclSyntax.init(unparsed:))
    }
}

extension FunctionModel {
    /// The number of arguments in SQL, as far as the declaration shows it, or nil for any number.
    fileprivate var argumentCount: Int? {
        parameters.last?.isVariadic == true ? nil : parameters.count
    }
}
