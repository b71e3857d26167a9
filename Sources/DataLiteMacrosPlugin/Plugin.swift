import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The macros of this plug-in, for the compiler.
@main
struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        TableMacro.self, SelectionMacro.self, ColumnMacro.self, EphemeralMacro.self,
        BindMacro.self,
    ]
}
