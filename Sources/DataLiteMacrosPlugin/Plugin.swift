import SwiftCompilerPlugin
@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// The compiler plug-in and its macros.
@main
struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        TableMacro.self, SelectionMacro.self, ColumnMacro.self, EphemeralMacro.self,
        BindMacro.self, SQLMacro.self, SQLQueryMacro.self, SQLExpressionMacro.self,
        SQLSelectionMacro.self, DatabaseFunctionMacro.self, DatabaseCollationMacro.self,
    ]

    static func main() throws {
        let handler = ExactPositionHandler(
            base: PluginProviderMessageHandler(provider: Provider(plugin: Self())))
        try CompilerPluginMessageListener(
            connection: StandardIOMessageConnection(), messageHandler: handler
        ).main()
    }

    /// Finds the macros by the names in their declarations.
    private struct Provider: PluginProvider {
        let plugin: Plugin

        struct UnknownMacro: Error, CustomStringConvertible {
            let description: String
        }

        func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
            let name = "\(moduleName).\(typeName)"
            let macro = plugin.providingMacros.first { String(reflecting: $0) == name }
            guard let macro else { throw UnknownMacro(description: "no macro type '\(name)'") }
            return macro
        }
    }
}
