import CInterface
import DataLiteDatabase
import DataLiteQuery
import DataLiteC

/// Reads entries with the arrays of their parts. An operation is a row of either table.
enum AssociationOperations {
    static let all = [
        Operation(name: "typed-including", count: entries + parts, c: c, dataLite: dataLite)
    ]

    private static let entries = 2000
    private static let parts = 10 * entries

    private static let create = """
        CREATE TABLE parts(
            id INTEGER PRIMARY KEY, entryID INTEGER NOT NULL, text TEXT NOT NULL);
        INSERT INTO parts
        WITH RECURSIVE numbers(k) AS (
            SELECT 1 UNION ALL SELECT k + 1 FROM numbers WHERE k < \(parts)
        ) SELECT k, (k * 7919) % \(entries) + 1, printf('text of a part %011d', k) FROM numbers;
        CREATE INDEX partsOfEntries ON parts(entryID);
        """

    private static func checksum(_ entry: Entry, _ parts: [Part]) -> Int {
        parts.reduce(entry.checksum) { 31 &* $0 &+ $1.checksum } & 0xFFFF_FFFF
    }

    private static func c() -> Contender {
        let c = EntryTable.openC()
        c.execute(create)
        let entries = c.prepare(
            "SELECT id, x, y, text, number FROM entries WHERE id <= ? ORDER BY id")
        let parts = c.prepare(
            """
            SELECT id, entryID, text FROM parts
            WHERE entryID IN (SELECT value FROM json_each(?)) ORDER BY entryID, id
            """)
        return Contender { [c] _ in
            let entries = cEntries(entries, c)
            var keys = entries.reduce(into: "[") { $0 += "\($1.id)," }
            keys.removeLast()
            bindText(parts, 1, keys + "]")
            let parts = cParts(parts, c)
            return entries.reduce(0) { $0 + checksum($1, parts[$1.id] ?? []) }
        }
    }

    private static func cEntries(_ statement: OpaquePointer, _ c: CDatabase) -> [Entry] {
        sqlite3_bind_int64(statement, 1, Int64(entries))
        var entries: [Entry] = []
        while sqlite3_step(statement) == SQLITE_ROW { entries.append(cEntryRow(statement)) }
        c.require(sqlite3_reset(statement))
        return entries
    }

    private static func cParts(_ statement: OpaquePointer, _ c: CDatabase) -> [Int: [Part]] {
        var parts: [Int: [Part]] = [:]
        while sqlite3_step(statement) == SQLITE_ROW {
            let part = Part(
                id: Int(sqlite3_column_int64(statement, 0)),
                entryID: Int(sqlite3_column_int64(statement, 1)), text: columnText(statement, 2))
            parts[part.entryID, default: []].append(part)
        }
        c.require(sqlite3_reset(statement))
        return parts
    }

    private static func dataLite() throws -> Contender {
        let connection = try EntryTable.openDataLite()
        try connection.execute(sql: create)
        let parts = Entry.hasMany(Part.self, by: \.entryID).order(by: \.id)
        return Contender { _ in
            try Entry.where { $0.id <= entries }.order(by: \.id).including(parts)
                .fetchAll(connection).reduce(0) { $0 + checksum($1.0, $1.1) }
        }
    }
}

/// A row that belongs to an entry.
struct Part: Table {
    let id: Int
    var entryID: Int
    var text: String

    var checksum: Int { id + text.utf8.count }

    static let tableDefinition = TableDefinition("parts") { columns in
        columns.add("id", Int.self, primaryKey: true)
        columns.add("entryID", Int.self)
        columns.add("text", String.self)
    }

    struct Columns: ColumnSet {
        typealias Model = Part
        typealias Output = Part

        let _source: ColumnSource

        var id: SQLExpression<Int> { _source.column("id") }
        var entryID: SQLExpression<Int> { _source.column("entryID") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Part
        typealias Output = Part?

        let _source: ColumnSource
    }
}

extension Part {
    init(row: inout RowReader) throws(SQLiteError) {
        id = try row.next()
        entryID = try row.next()
        text = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(id)
        values.append(entryID)
        values.append(text)
    }
}
