import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// An enum with `@Selection` or `@Table`: one column, or one group of columns, for each case.
struct EnumModel {
    let type: AttachedType
    let cases: [Case]

    struct Case {
        let name: TokenSyntax
        /// The label of the associated value, if it has one.
        let label: TokenSyntax?
        let options: ColumnOptions
        let storage: ColumnStorage

        var bareName: String { name.identifier?.name ?? name.text }
        var columnName: String { options.name ?? bareName }
    }

    /// Returns nil and adds to the report if the declaration has an error.
    ///
    /// - Parameters:
    ///   - macro: The name of the macro.
    ///   - forms: The forms of all dates and UUIDs without `@Column(as:)`.
    init?(
        _ declaration: EnumDeclSyntax, macro: String = "Selection",
        forms: TableForms, in context: some MacroExpansionContext,
        _ report: inout Report
    ) {
        let type = AttachedType(
            declaration, name: declaration.name,
            genericParameters: declaration.genericParameterClause, macro: macro, in: context,
            &report)
        var cases: [Case] = []
        for member in declaration.memberBlock.members {
            if let conditional = member.decl.as(IfConfigDeclSyntax.self), conditional.hasCase {
                report.add(.conditionalCase(conditional))
            }
            guard let declaration = member.decl.as(EnumCaseDeclSyntax.self) else { continue }
            let attributes = declaration.attributes.columnAttributes
            if attributes.count > 1 { report.add(.repeatedAttribute(attributes[1])) }
            let options = attributes.first.map { ColumnOptions($0, &report) } ?? ColumnOptions()
            options.checkSelection(isTable: macro == "Table", &report)
            cases += declaration.elements.compactMap {
                Case($0, options, forms, of: type, &report)
            }
        }
        Self.checkNames(cases, &report)
        (macro == "Table" ? GeneratedMembers.table(key: nil, hasDraft: false) : .selection)
            .check(declaration.memberBlock.members, &report)
        if cases.isEmpty, !report.hasErrors { report.add(.noCases(declaration.name)) }
        self.type = type
        self.cases = cases
        if report.hasErrors || type.isLocal { return nil }
    }

    private static func checkNames(_ cases: [Case], _ report: inout Report) {
        var seen: [[UInt8]: String] = [:]
        for element in cases {
            let meaning: String? =
                switch element.bareName {
                case ColumnsExpansion.reservedName: "a member of 'Columns'"
                case "Columns": "the type of the columns"
                default: nil
                }
            if let meaning {
                report.add(
                    .reservedName(
                        element.name, columnName: element.columnName, meaning: meaning, kind: "case"
                    ))
            }
            let key = element.columnName.comparedInSQL
            if let first = seen[key] {
                report.add(.duplicateColumn(element, firstCase: first))
            } else {
                seen[key] = element.bareName
            }
        }
    }
}

extension IfConfigDeclSyntax {
    /// Whether there is a case in a clause.
    fileprivate var hasCase: Bool {
        clauses.contains { clause in
            guard case .decls(let members)? = clause.elements else { return false }
            return members.contains {
                $0.decl.is(EnumCaseDeclSyntax.self)
                    || $0.decl.as(IfConfigDeclSyntax.self)?.hasCase == true
            }
        }
    }
}

extension EnumModel.Case {
    fileprivate init?(
        _ element: EnumCaseElementSyntax, _ options: ColumnOptions, _ forms: TableForms,
        of type: AttachedType, _ report: inout Report
    ) {
        guard let parameters = element.parameterClause?.parameters, let first = parameters.first
        else {
            report.add(.caseWithoutValue(element))
            return nil
        }
        guard parameters.count == 1 else {
            report.add(.caseWithSeveralValues(element))
            return nil
        }
        if let wrapped = first.type.wrappedOptional {
            report.add(
                .caseWithOptionalValue(
                    first.type, wrapped: wrapped.trimmed, name: element.name.text))
            return nil
        }
        let label = first.firstName?.trimmed
        var options = options
        options.apply(forms, to: first.type)
        self.init(
            name: element.name, label: label?.tokenKind == .wildcard ? nil : label,
            options: options,
            storage: ColumnStorage(
                TypeText(first.type, nestedIn: type), options, nestedIn: type))
    }
}
