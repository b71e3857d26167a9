import DataLiteCore

/// The text of an `INSERT` of rows with the same columns.
@usableFromInline
struct InsertText: Equatable {
    private let table: String
    private let schema: String?
    private let conflict: InsertConflict?

    /// The columns of the key by which an upsert finds the row that is there already.
    private let keys: [String]

    @usableFromInline
    init(
        _ table: String, _ schema: String?, or conflict: InsertConflict? = nil, keys: [String] = []
    ) {
        self.table = table
        self.schema = schema
        self.conflict = conflict
        self.keys = keys
    }

    /// Names that are equal as strings may be two to SQLite.
    @usableFromInline
    static func == (lhs: InsertText, rhs: InsertText) -> Bool {
        lhs.conflict == rhs.conflict && ColumnName.same(lhs.table, rhs.table)
            && (lhs.schema == nil) == (rhs.schema == nil)
            && ColumnName.same(lhs.schema ?? "", rhs.schema ?? "")
            && lhs.keys.elementsEqual(rhs.keys, by: ColumnName.same)
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
        guard !keys.isEmpty else { return "" }
        let others = columns.filter { column in
            !keys.contains { ColumnName.equal($0, column) }
        }
        let target = keys.map(quoted).joined(separator: ", ")
        guard !others.isEmpty else { return " ON CONFLICT(\(target)) DO NOTHING" }
        let assignments = others.map { "\(quoted($0)) = excluded.\(quoted($0))" }
        return " ON CONFLICT(\(target)) DO UPDATE SET \(assignments.joined(separator: ", "))"
    }

    private var target: String {
        (schema.map { quoted($0) + "." } ?? "") + quoted(table)
    }

    private func quoted(_ name: String) -> String { ("\(identifier: name)" as SQL).text }
}
