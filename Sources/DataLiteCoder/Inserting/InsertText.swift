import DataLiteCore

/// The text of an `INSERT` of rows with the same columns.
struct InsertText {
    let table: String
    let schema: String?
    let conflict: InsertConflict?
    var update: Update?

    /// What an upsert does with a row that is there already.
    struct Update {
        let keys: [String]
    }

    func sql(_ columns: [String], rows: Int) -> String {
        let verb = conflict.map { "INSERT OR \($0.rawValue)" } ?? "INSERT"
        guard !columns.isEmpty else { return "\(verb) INTO \(target) DEFAULT VALUES" }
        let names = columns.map(quoted).joined(separator: ", ")
        let row = "(" + Array(repeating: "?", count: columns.count).joined(separator: ", ") + ")"
        let values = Array(repeating: row, count: rows).joined(separator: ", ")
        return "\(verb) INTO \(target)(\(names)) VALUES \(values)" + updating(columns)
    }

    private func updating(_ columns: [String]) -> String {
        guard let update else { return "" }
        let others = columns.filter { column in
            !update.keys.contains { ColumnName.equal($0, column) }
        }
        let keys = update.keys.map(quoted).joined(separator: ", ")
        guard !others.isEmpty else { return " ON CONFLICT(\(keys)) DO NOTHING" }
        let assignments = others.map { "\(quoted($0)) = excluded.\(quoted($0))" }
        return " ON CONFLICT(\(keys)) DO UPDATE SET \(assignments.joined(separator: ", "))"
    }

    private var target: String {
        (schema.map { quoted($0) + "." } ?? "") + quoted(table)
    }

    private func quoted(_ name: String) -> String { ("\(identifier: name)" as SQL).text }
}
