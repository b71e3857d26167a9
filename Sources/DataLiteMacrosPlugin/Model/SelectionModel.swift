import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A struct with `@Selection`, as far as its source text describes it.
struct SelectionModel {
    let type: AttachedType
    let columns: [StoredProperty]

    /// Returns nil and adds to the report if the declaration has an error.
    init?(
        _ declaration: StructDeclSyntax, in context: some MacroExpansionContext,
        _ report: inout Report
    ) {
        type = AttachedType(
            declaration, name: declaration.name,
            genericParameters: declaration.genericParameterClause, macro: "Selection", in: context,
            &report)
        columns =
            PropertyCollector(
                declaration.memberBlock.members, of: type, forms: TableForms(of: declaration),
                storesCollections: true, &report
            )
            .columns
        columns.forEach { $0.options.checkSelection(&report) }
        GeneratedMembers.selection.check(declaration.memberBlock.members, &report)
        ShadowedForms(declaration.inheritanceClause).check(columns, &report)
        if columns.isEmpty, !report.hasErrors {
            report.add(.noColumns(declaration.name))
        }
        if report.hasErrors || type.isLocal { return nil }
    }
}
