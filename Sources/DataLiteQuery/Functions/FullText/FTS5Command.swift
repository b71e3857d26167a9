/// A statement that maintains a full-text table
/// (<https://sqlite.org/fts5.html#special_insert_commands>).
///
/// ```swift
/// try ReminderText.optimize().execute(db)
/// ```
public struct FTS5Command<Model: FTS5>: ChangeStatement {
    public let _change: _Change

    fileprivate init(
        _ command: String, _ columns: [String] = [], _ values: [SQLNode] = []
    ) {
        _change = _Change(
            body: CommandBody(
                table: Model.tableDefinition, command: command, columns: columns, values: values))
    }
}

extension FTS5 {
    /// Rebuilds the index from the text of the table, or from its external content table.
    public static func rebuild() -> FTS5Command<Self> { FTS5Command("rebuild") }

    /// Merges all parts of the index, which makes searches faster. This can take a long time.
    public static func optimize() -> FTS5Command<Self> { FTS5Command("optimize") }

    /// Merges parts of the index until a number of pages has been written.
    ///
    /// - Parameter pages: The number of pages; a negative number also starts merges that are not due.
    public static func merge(pages: Int) -> FTS5Command<Self> {
        FTS5Command("merge", ["rank"], [SQLNode(binding: pages)])
    }

    /// Checks the index, and throws `SQLITE_CORRUPT` if it is damaged.
    ///
    /// - Parameter comparesContent: Whether to compare the index of an external content table with the table that
    ///   contains the text.
    public static func integrityCheck(comparesContent: Bool = true) -> FTS5Command<Self> {
        FTS5Command("integrity-check", ["rank"], [SQLNode(binding: comparesContent ? 1 : 0)])
    }

    /// Removes a row from the index of an external content table or a contentless table.
    ///
    /// - Parameter row: The row, with the text that was inserted. Other text damages the index.
    public static func removeFromIndex(_ row: Self) -> FTS5Command<Self> {
        var values = RowWriter()
        row.encode(to: &values)
        var nodes = values.values.map(SQLNode.parameter)
        if let error = values.error { nodes = [.failure(error)] }
        if !columnDefinitions.list.contains(where: \.isRowID) {
            let message = "\(Self.self) requires a property rowid to remove a row from its index"
            nodes = [.failure(SQLiteError(.misuse, message: message))]
        }
        return FTS5Command("delete", columnDefinitions.list.map(\.name), nodes)
    }

    /// Removes all rows from the index of an external content table or a contentless table.
    public static func removeAllFromIndex() -> FTS5Command<Self> { FTS5Command("delete-all") }

    /// Sets the weights of the columns that `rank` uses, for all connections.
    public static func setRank(_ weights: Double...) -> FTS5Command<Self> {
        guard weights.allSatisfy(\.isFinite) else {
            let error = SQLiteError(.misuse, message: "rank weights must be finite numbers")
            return FTS5Command("rank", ["rank"], [.failure(error)])
        }
        // FTS5 does not read exponents here, but it converts a string.
        let list = weights.map { weight in
            let text = weight.description
            return text.contains("e") ? "'\(text)'" : text
        }
        return FTS5Command(
            "rank", ["rank"], [SQLNode(binding: "bm25(\(list.joined(separator: ", ")))")])
    }
}

/// `INSERT INTO "table" ("table", ...) VALUES ('command', ...)`
private struct CommandBody: ChangeBody {
    let table: TableDefinition
    let command: String
    let columns: [String]
    let values: [SQLNode]

    var isEmpty: Bool { false }

    func write(returning: _SelectList?, to writer: inout _SQLWriter) {
        writer.write("INSERT INTO ")
        writer.write(changed: table)
        writer.write(" (")
        writer.writeList([table.name] + columns) { $0.writeName($1) }
        writer.write(") VALUES (")
        writer.write(raw: "'\(command)'")
        for value in values {
            writer.write(", ")
            writer.write(value)
        }
        writer.write(")")
        writer.write(returning: returning, of: table.columns)
    }
}
