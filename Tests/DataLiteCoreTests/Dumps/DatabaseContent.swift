import DataLiteCore
import DataLiteTransfer
import Testing

/// Runs the script of a database on an empty one, and compares both.
@discardableResult
func expectCopy(
    of source: Connection, _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> Connection {
    var script = ""
    try source.dumpScript(to: &script)
    let copy = try Connection.inMemory()
    try copy.execute(script: script)
    let expected = try DatabaseContent(source)
    #expect(try DatabaseContent(copy) == expected, comment, sourceLocation: sourceLocation)
    var again = ""
    try copy.dumpScript(to: &again)
    #expect(
        again.split(separator: "\n").sorted().filter { !$0.contains("foreign_keys") }
            == script.split(separator: "\n").sorted().filter { !$0.contains("foreign_keys") },
        comment, sourceLocation: sourceLocation)
    return copy
}

/// Everything that a copy of a database must have in common with it.
private struct DatabaseContent: Equatable {
    var objects: [SQLiteRow]
    var rows: [String: [SQLiteRow]] = [:]
    var pragmas: [SQLiteValue] = []

    init(_ connection: Connection) throws {
        objects = try connection.rows(
            """
            SELECT type, name, tbl_name, CASE WHEN type = 'view' THEN '' ELSE sql END, rootpage = 0
            FROM sqlite_master ORDER BY 1, 2
            """)
        let names: [String] = try connection.rows(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'sqlite_stat4'",
            as: String.self)
        for name in names {
            let schema = try connection.schema.table(name)
            var key = ""
            if schema?.kind == .table, schema?.hasRowID == true {
                key = ["rowid", "_rowid_", "oid"].first { schema?.column($0) == nil } ?? ""
            }
            let list = key.isEmpty ? "*" : "\(key), *"
            // The bytes, so that invalid UTF-8 is compared too, and -0.0 differs from 0.
            var rows: [SQLiteRow] = []
            let columns = try connection.cursor(
                SQL(raw: "SELECT \(list) FROM \(quoted(name))")
            ).columnNames.indices
            for position in columns {
                rows += try connection.rows(
                    SQL(
                        raw: """
                            SELECT typeof(c\(position)), quote(CAST(c\(position) AS BLOB)), quote(c\(position)) FROM (
                                SELECT \(columns.map { "NULL AS c\($0)" }.joined(separator: ", ")) WHERE 0
                                UNION ALL SELECT \(list) FROM \(quoted(name))
                            )
                            """))
            }
            self.rows[name] = rows
        }
        for pragma in ["user_version", "application_id", "encoding"] {
            pragmas.append(try connection.value(SQL(raw: "PRAGMA \(pragma)")) ?? .null)
        }
    }
}

/// A name in double quotes.
func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }
