import SwiftSyntax

/// Members with a meaning in other libraries that a table ignores. They are warnings, unless the struct is also a record
/// of GRDB.
struct LeftoverNames {
    private let declaration: StructDeclSyntax
    private let table: String
    private let isRecord: Bool

    private static let records: Set = [
        "EncodableRecord", "FetchableRecord", "MutablePersistableRecord", "PersistableRecord",
        "TableRecord",
    ]

    private static let callbacks: Set = [
        "aroundDelete", "aroundInsert", "aroundSave", "aroundUpdate", "didDelete", "didInsert",
        "didSave", "didUpdate", "willDelete", "willInsert", "willSave", "willUpdate",
    ]

    init(_ declaration: StructDeclSyntax, table: String) {
        self.declaration = declaration
        self.table = table
        isRecord = declaration.inheritanceClause?.conforms(to: Self.records) ?? false
    }

    func check(_ columns: [StoredProperty], _ report: inout Report) {
        guard !isRecord else { return }
        let members = declaration.memberBlock.members
        CodingKeys(members)?.check(columns, &report)
        for member in members {
            if let function = member.decl.as(FunctionDeclSyntax.self) { check(function, &report) }
        }
        for (name, binding) in declaration.staticProperties { check(name, binding, &report) }
    }

    /// Reports a callback: a method whose first argument, the connection, has no label.
    private func check(_ function: FunctionDeclSyntax, _ report: inout Report) {
        guard Self.callbacks.contains(function.name.text),
            function.signature.parameterClause.parameters.first?.firstName.text == "_"
        else { return }
        report.add(.ignoredCallback(function.name))
    }

    /// Reports a name of the table that differs from the name that the table has.
    private func check(
        _ name: TokenSyntax, _ binding: PatternBindingSyntax, _ report: inout Report
    ) {
        guard ["databaseTableName", "tableName"].contains(name.text),
            let literal = binding.stringLiteral, let value = literal.representedLiteralValue,
            value != table
        else { return }
        report.add(.ignoredTableName(name, table: table, literal: literal))
    }
}
