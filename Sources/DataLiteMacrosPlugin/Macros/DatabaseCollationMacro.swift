import SwiftSyntax
import SwiftSyntaxMacros

/// `@DatabaseCollation`
enum DatabaseCollationMacro: PeerMacro {
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
        guard model.comparesStrings else {
            report.add(.collationSignature(node))
            return []
        }
        if ["binary", "nocase", "rtrim"].contains(model.sqlName.lowercased()) {
            report.add(.collationOfSQLite(model.declaredName, model.sqlName))
        }
        let place = context.location(of: declaration)
        return [DeclSyntax(unparsed: variable(model, declaredAt: place))]
    }

    /// A variable with the collating sequence.
    private static func variable(
        _ model: FunctionModel, declaredAt place: AbstractSourceLocation?
    ) -> String {
        let owner = model.owner == nil ? "" : "self."
        let arguments = zip(model.parameters, ["$0", "$1"]).map { parameter, value in
            (parameter.label.map { "\($0): " } ?? "") + value
        }
        let call =
            "\(model.isThrowing ? "try " : "")\(owner)\(model.name.text)(\(arguments.joined(separator: ", ")))"
        let location =
            place.map { ", fileID: \($0.file), line: \($0.line), column: \($0.column)" } ?? ""
        return .block(
            "\(model.variable): DataLiteQuery.DatabaseCollation",
            ["DataLiteQuery.DatabaseCollation(\(model.sqlName.literal)\(location)) { \(call) }"])
    }
}

extension FunctionModel {
    fileprivate var comparesStrings: Bool {
        let results = ["CollationOrder", "ComparisonResult"]
        return sequence == nil && parameters.count == 2
            && results.contains { result.text == $0 || result.text.hasSuffix(".\($0)") }
            && parameters.allSatisfy {
                !$0.isVariadic && ["String", "Swift.String"].contains($0.type.text)
            }
    }
}
