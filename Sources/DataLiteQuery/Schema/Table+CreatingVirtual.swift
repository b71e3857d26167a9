extension Table {
    /// A statement that creates the table as a virtual table of a module, such as an R-tree
    /// (<https://sqlite.org/rtree.html>) or a full-text table of FTS4.
    ///
    /// ```swift
    /// Area.createVirtualTable(using: "rtree")
    /// // CREATE VIRTUAL TABLE "areas" USING rtree("id", "minX", "maxX", "minY", "maxY")
    ///
    /// Letter.createVirtualTable(using: "fts4", arguments: "subject", "body", "tokenize=porter")
    /// ```
    ///
    /// For a full-text table of FTS5, make the type ``FTS5`` and use ``createTable(ifNotExists:strict:)``.
    ///
    /// - Parameters:
    ///   - module: The name of the module.
    ///   - ifNotExists: Whether to keep an existing table with this name instead of throwing.
    ///   - arguments: The arguments of the module, as SQL. Never pass untrusted text. If there are none, the names of
    ///     the columns, without a column called `rowid`.
    public static func createVirtualTable(
        using module: String, ifNotExists: Bool = false, arguments: String...
    ) -> SchemaStatement {
        SchemaStatement(
            CreateVirtualTable(
                table: tableDefinition, module: module, ifNotExists: ifNotExists,
                arguments: arguments))
    }
}

/// `CREATE VIRTUAL TABLE`
private struct CreateVirtualTable: SQLRenderable {
    let table: TableDefinition
    let module: String
    let ifNotExists: Bool
    let arguments: [String]

    func write(to writer: inout _SQLWriter) {
        writer.write(
            ifNotExists ? "CREATE VIRTUAL TABLE IF NOT EXISTS " : "CREATE VIRTUAL TABLE ")
        writer.write(bytes: table.quotedName)
        writer.write(" USING ")
        writer.writeName(module)
        writer.write("(")
        if arguments.isEmpty {
            let columns = table.columns.list.filter { !$0.isRowID }
            writer.writeList(columns) { $0.writeName($1.name) }
        } else {
            writer.writeList(arguments) { $0.write(raw: $1) }
        }
        writer.write(")")
    }
}
