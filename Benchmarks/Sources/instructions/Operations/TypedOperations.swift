import CInterface
import DataLiteDatabase
import DataLiteQuery
import DataLiteC

/// Reads rows of a table type with one statement, or renders queries. An operation is a row, or the
/// rendering of a query.
enum TypedOperations {
    static let all = [
        Operation(name: "typed-fetchAll", count: rows, c: cArray, dataLite: fetchAll),
        Operation(name: "typed-cursor", count: rows, c: c, dataLite: cursor),
        Operation(name: "typed-render", c: nil, dataLite: render),
    ]

    /// The rows of the table.
    private static let rows = EntryTable.rows

    private static let sql = "SELECT id, x, y, text, number FROM entries"

    private static func c() -> Contender {
        let c = EntryTable.openC()
        let statement = c.prepare(sql)
        return Contender { [c] _ in
            var sum = 0
            while sqlite3_step(statement) == SQLITE_ROW { sum += cEntryRow(statement).checksum }
            c.require(sqlite3_reset(statement))
            return sum
        }
    }

    private static func cArray() -> Contender {
        let c = EntryTable.openC()
        let statement = c.prepare(sql)
        return Contender { [c] _ in
            var entries: [Entry] = []
            while sqlite3_step(statement) == SQLITE_ROW { entries.append(cEntryRow(statement)) }
            c.require(sqlite3_reset(statement))
            return entries.reduce(0) { $0 + $1.checksum }
        }
    }

    private static func fetchAll() throws -> Contender {
        let connection = try EntryTable.openDataLite()
        return Contender { _ in
            try Entry.all.fetchAll(connection).reduce(0) { $0 + $1.checksum }
        }
    }

    private static func cursor() throws -> Contender {
        let connection = try EntryTable.openDataLite()
        return Contender { _ in
            let cursor = try Entry.all.fetchCursor(connection)
            var sum = 0
            while let entry = try cursor.next() { sum += entry.checksum }
            return sum
        }
    }

    private static func render() -> Contender {
        Contender { range in
            var sum = 0
            for k in range {
                let query = Entry.where { $0.x > Double(k) && $0.text == "a text" }
                    .order(by: \.number).limit(20)
                sum += try query.sql().isEmpty ? 0 : 1
            }
            return sum
        }
    }
}

/// The current row of a C statement.
func cEntryRow(_ statement: OpaquePointer) -> Entry {
    Entry(
        id: Int(sqlite3_column_int64(statement, 0)), x: sqlite3_column_double(statement, 1),
        y: sqlite3_column_double(statement, 2), text: columnText(statement, 3),
        number: sqlite3_column_int64(statement, 4))
}
