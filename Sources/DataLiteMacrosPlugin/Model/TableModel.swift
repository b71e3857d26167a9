import DataLiteSourceSQL
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A struct with `@Table`, as far as its source text describes it.
struct TableModel {
    let type: AttachedType
    let names: TableNames
    let columns: [StoredProperty]
    /// The position of the primary key in `columns`.
    let primaryKey: Int?

    var primaryKeyColumn: StoredProperty? { primaryKey.map { columns[$0] } }

    /// Whether a row can get its key after it has been created.
    var hasAssignableKey: Bool { primaryKeyColumn.map { $0.isOptional && !$0.isConstant } ?? false }

    /// Whether rows can be inserted as drafts.
    var hasDraft: Bool {
        primaryKey != nil || columns.contains { $0.options.isLazyInitializable }
    }

    /// Returns nil and adds to the report if the declaration has an error.
    init?(
        _ declaration: some DeclGroupSyntax, attribute: AttributeSyntax,
        in context: some MacroExpansionContext, _ report: inout Report
    ) {
        guard let declaration = StructDeclSyntax(attachedTo: declaration, macro: "Table", &report)
        else { return nil }
        type = AttachedType(
            declaration, name: declaration.name,
            genericParameters: declaration.genericParameterClause, macro: "Table", in: context,
            &report)
        names = TableNames(attribute, of: declaration, &report)
        columns =
            PropertyCollector(
                declaration.memberBlock.members, of: type,
                forms: TableForms(attribute, of: declaration, &report), &report
            )
            .columns
        // A macro cannot detect a conformance in an extension.
        let isFullText = declaration.inheritanceClause?.names("FTS5") ?? false
        primaryKey = Self.primaryKey(of: columns, isFullText: isFullText, &report)
        if let primaryKey,
            let column = columns.first(where: { $0.bareName == "primaryKey" }),
            column.name != columns[primaryKey].name
        {
            report.add(.primaryKeyName(column, key: columns[primaryKey].bareName))
        }
        if hasDraft { Self.checkDraftNames(columns, &report) }
        GeneratedMembers.table(key: primaryKey.map { columns[$0].bareName }, hasDraft: hasDraft)
            .check(declaration.memberBlock.members, &report)
        ShadowedForms(declaration.inheritanceClause).check(columns, &report)
        LeftoverNames(declaration, table: names.table).check(columns, &report)
        if columns.isEmpty, !report.hasErrors {
            report.add(.noColumns(declaration.name))
        }
        if report.hasErrors || type.isLocal { return nil }
    }

    /// Reports a name that a draft uses: for `title`, it has a property wrapper that is stored as `_title`.
    private static func checkDraftNames(_ columns: [StoredProperty], _ report: inout Report) {
        let names = Set(columns.map { "_\($0.bareName)" })
        for column in columns {
            let name = column.bareName
            guard name == "self" || names.contains(name) else { continue }
            let meaning =
                name == "self" ? "the draft" : "where the draft stores '\(name.dropFirst())'"
            report.add(
                .reservedName(column.name, columnName: column.columnName, meaning: meaning))
        }
    }

    /// The index of the primary key: the column with `primaryKey: true`, or else the property `id`, or the
    /// rowid of a full-text table.
    private static func primaryKey(
        of columns: [StoredProperty], isFullText: Bool, _ report: inout Report
    ) -> Int? {
        let marked = columns.indices.filter { columns[$0].options.isPrimaryKey == true }
        for second in marked.dropFirst() {
            report.add(
                .secondPrimaryKey(columns[second], firstProperty: columns[marked[0]].bareName))
        }
        let key =
            marked.first
            ?? columns.firstIndex {
                guard $0.options.isPrimaryKey != false else { return false }
                return isFullText ? $0.columnName.lowercased() == "rowid" : $0.bareName == "id"
            }
        if let key, columns[key].options.isGenerated {
            report.add(.generatedPrimaryKey(columns[key]))
        }
        return key
    }
}

extension InheritanceClauseSyntax {
    /// Whether the clause names a protocol, with or without the name of a module before it.
    fileprivate func names(_ name: String) -> Bool {
        inheritedTypes.contains {
            let names = $0.type.trimmedDescription.split(separator: ".")
            return names.last == name[...] && (names.count == 1 || names[0] == "DataLiteQuery")
        }
    }
}

/// The names of a table: the arguments of `@Table`, and the static property `schemaName`.
struct TableNames {
    private(set) var table = ""
    /// The schema, as an expression.
    private var schema: String?

    /// The first arguments of a table's definition.
    var arguments: String { table.literal + (schema.map { ", schema: \($0)" } ?? "") }

    init(
        _ attribute: AttributeSyntax, of declaration: some DeclGroupSyntax & NamedDeclSyntax,
        _ report: inout Report
    ) {
        let typeName = declaration.name
        var written: String?
        if case .argumentList(let arguments)? = attribute.arguments {
            for argument in arguments {
                switch argument.label?.text {
                case nil: written = argument.readName(&report)
                case "schema": schema = argument.readName(&report)?.literal
                default: break
                }
            }
        }
        readProperties(of: declaration, &report)
        if let written {
            table = written
            return
        }
        let bareName = typeName.identifier?.name ?? typeName.text
        table = DefaultTableName.make(fromTypeName: bareName)
        if DefaultTableName.isAmbiguous(typeName: bareName) {
            report.add(
                .ambiguousTableName(
                    typeName, attribute: attribute, derived: table,
                    suggestion: DefaultTableName.suggestion(forTypeName: bareName)))
        }
    }

    /// Reads the static properties with which StructuredQueries names a table.
    private mutating func readProperties(
        of declaration: some DeclGroupSyntax, _ report: inout Report
    ) {
        for (name, binding) in declaration.staticProperties {
            switch name.text {
            case "schemaName" where schema == nil:
                schema = binding.stringLiteral?.trimmedDescription ?? "Self.schemaName"
            case "schemaName":
                report.add(.ignoredMember(name, "'@Table' has the argument 'schema:'"))
            case "tableFragment":
                let instead =
                    "write '@Table(\"name\", schema: \"schema\")'; a table-valued function conforms "
                    + "to 'TableFunction'"
                report.add(.ignoredMember(name, instead))
            case "tableAlias":
                report.add(
                    .ignoredMember(name, "where a query needs an alias, write 'as(Alias.self)'"))
            default: break
            }
        }
    }
}

extension DeclGroupSyntax {
    /// The static properties.
    var staticProperties: [(name: TokenSyntax, binding: PatternBindingSyntax)] {
        memberBlock.members.compactMap { member in
            guard let variable = member.decl.as(VariableDeclSyntax.self),
                variable.modifiers.contains(where: { $0.name.tokenKind == .keyword(.static) }),
                let binding = variable.bindings.first,
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
            else { return nil }
            return (name, binding)
        }
    }
}

extension PatternBindingSyntax {
    /// The string literal that a property is set to, or that its getter consists of.
    var stringLiteral: StringLiteralExprSyntax? {
        guard case .getter(let statements)? = accessorBlock?.accessors else {
            return initializer?.value.as(StringLiteralExprSyntax.self)
        }
        guard statements.count == 1 else { return nil }
        return statements.first?.item.as(StringLiteralExprSyntax.self)
    }
}
