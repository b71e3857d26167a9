/// The parts of a table that its struct does not express.
struct TableLimits {
    let comments: [String]

    init(
        _ table: TableSchema, _ columns: ExpressibleColumns, _ constraints: ConstraintBuilder
    ) {
        var limits: [String] = []
        if case .virtual(let module) = table.kind {
            limits.append(
                module == "fts5"
                    ? "the options of the full-text table" : "virtual table of \(module)")
        }
        limits += columns.inexpressible.map {
            "column \($0.name.sqlName), whose name is empty, not valid UTF-8 or not unique"
        }
        if table.primaryKey.count > 1, columns.key.isEmpty {
            limits.append("PRIMARY KEY \(table.primaryKey.map(\.name).sqlList)")
        }
        limits += constraints.inexpressible
        limits += table.indexes.filter { $0.origin == .createIndex }.map(\.summary)
        limits += table.triggers.map { "trigger \($0.sqlName)" }
        comments = limits.map { "Not expressed: \(SwiftText.comment($0))." }
    }
}

extension IndexSchema {
    /// `partial UNIQUE INDEX "by_name" ON ("first", expression)`
    fileprivate var summary: String {
        let kind = (isPartial ? "partial " : "") + (isUnique ? "UNIQUE INDEX" : "INDEX")
        return "\(kind) \(name.sqlName) ON \(columns.sqlList)"
    }
}

extension ForeignKeySchema {
    var sql: String {
        var sql = "FOREIGN KEY \(columns.sqlList) REFERENCES \(table.sqlName)"
        if !referencedColumns.isEmpty { sql += " \(referencedColumns.sqlList)" }
        if onDelete != "NO ACTION" { sql += " ON DELETE \(onDelete)" }
        if onUpdate != "NO ACTION" { sql += " ON UPDATE \(onUpdate)" }
        return sql + (isDeferred ? " DEFERRABLE INITIALLY DEFERRED" : "")
    }
}

extension String {
    /// The name in double quotes.
    var sqlName: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}

extension [String?] {
    var sqlList: String {
        "(" + map { $0?.sqlName ?? "expression" }.joined(separator: ", ") + ")"
    }
}

extension [String] {
    fileprivate var sqlList: String { map(Optional.init).sqlList }
}
