/// Builds the struct for a table or view.
struct TableBuilder {
    let table: TableSchema
    let names: SwiftNames
    let references: ReferenceBuilder

    /// The lines of the struct, or of a comment with the reason that there is none.
    func lines(access: AccessLevel) -> [String] {
        let title = "\(table.kindName) \(SwiftText.comment(table.name.sqlName))"
        if let problem = table.problem {
            return ["// \(title) cannot be read: \(SwiftText.comment(problem))."]
        }
        guard SwiftNames.isExpressible(table.name) else {
            return ["// \(title) cannot be expressed: its name is empty or not valid UTF-8."]
        }
        let columns = ExpressibleColumns(table)
        guard !columns.isEmpty else {
            return ["// \(title) cannot be expressed: none of its columns can be."]
        }
        return declaration(columns).lines(access: access)
    }

    private func declaration(_ columns: ExpressibleColumns) -> StructDeclaration {
        let sharedForms = table.sharedForms
        let builder = PropertyBuilder(
            table: table, columns: columns, references: references, sharedForms: sharedForms)
        let forms = [PropertyType.date, .uuid].compactMap { sharedForms[$0]?.tableArgument }
        let arguments = [SwiftText.literal(table.name)] + forms
        var declaration = StructDeclaration(
            attributes: ["@Table(\(arguments.joined(separator: ", ")))"],
            name: names.type(of: table.name))
        if table.kind == .view { declaration.attributes.append("@Selection") }
        if table.kind == .virtual(module: "fts5") { declaration.conformances.append("FTS5") }
        let constraints = ConstraintBuilder(
            table: table, columns: columns, references: references)
        declaration.comments = TableLimits(table, columns, constraints).comments
        declaration.constraints = constraints.constraints
        if let keyName = columns.keyName { addKey(keyName, columns, builder, to: &declaration) }
        for column in columns.others {
            declaration.properties.append(builder.property(column))
            if builder.isIdentifier(column) { declaration.conformances.append("Identifiable") }
        }
        return declaration
    }

    /// Adds a primary key of several columns as a group.
    private func addKey(
        _ name: String, _ columns: ExpressibleColumns, _ builder: PropertyBuilder,
        to declaration: inout StructDeclaration
    ) {
        var key = StructDeclaration(attributes: ["@Selection"], name: "Key")
        key.conformances = ["Hashable"]
        key.properties = columns.key.map(builder.property)
        declaration.nested.append(key)
        declaration.properties.append(
            PropertyDeclaration(
                arguments: ["primaryKey: true"], isConstant: true,
                declaration: "\(SwiftName.quoted(name)): Key"))
    }
}

extension TableSchema {
    /// `Table`, `View` or `Virtual table`.
    fileprivate var kindName: String {
        switch kind {
        case .table: "Table"
        case .view: "View"
        case .virtual: "Virtual table"
        }
    }

    /// The columns of the primary key, in the order of the key.
    var primaryKey: [ColumnSchema] {
        columns.filter { $0.primaryKeyPosition > 0 }
            .sorted { $0.primaryKeyPosition < $1.primaryKeyPosition }
    }
}
