import CInterface
import DataLiteDatabase
import DataLiteC

/// Reads rows of four values into structs, with one statement. An operation is a row.
enum FetchOperations {
    static let all = [
        Operation(name: "fetch-prepared", c: c, dataLite: prepared),
        Operation(name: "fetch-typed-columns", c: c, dataLite: typedColumns),
        Operation(name: "fetch-SQLiteRow-by-index", c: c, dataLite: rowsByIndex),
        Operation(name: "fetch-SQLiteRow-by-name", c: c, dataLite: rowsByName),
        Operation(name: "fetch-Decodable", c: c, dataLite: decodable),
    ]

    private static let sql = "SELECT x, y, text, number FROM entries LIMIT 2000"

    private static func c() -> Contender {
        let c = EntryTable.openC()
        let statement = c.prepare(sql)
        return Contender { [c] _ in
            var sum = 0
            while sqlite3_step(statement) == SQLITE_ROW {
                let values = EntryValues(
                    x: sqlite3_column_double(statement, 0), y: sqlite3_column_double(statement, 1),
                    text: columnText(statement, 2), number: sqlite3_column_int64(statement, 3))
                sum += values.checksum
            }
            c.require(sqlite3_reset(statement))
            return sum
        }
    }

    private static func prepared() throws -> Contender {
        let statement = try EntryTable.openDataLite().prepare(sql: sql)
        return Contender { _ in
            var sum = 0
            while try statement.step() {
                let values = EntryValues(
                    x: statement.columnValue(at: 0) ?? 0, y: statement.columnValue(at: 1) ?? 0,
                    text: statement.columnValue(at: 2) ?? "",
                    number: statement.columnValue(at: 3) ?? 0)
                sum += values.checksum
            }
            return sum
        }
    }

    private static func typedColumns() throws -> Contender {
        let connection = try EntryTable.openDataLite()
        return Contender { _ in
            let cursor = try connection.cursor(SQL(raw: sql))
            var sum = 0
            while try cursor.step() {
                let values = EntryValues(
                    x: cursor.columnValue(at: 0) ?? 0, y: cursor.columnValue(at: 1) ?? 0,
                    text: cursor.columnValue(at: 2) ?? "", number: cursor.columnValue(at: 3) ?? 0)
                sum += values.checksum
            }
            return sum
        }
    }

    private static func rowsByIndex() throws -> Contender {
        try readingRows { row in
            EntryValues(
                x: row.lenientValue(at: 0) ?? 0, y: row.lenientValue(at: 1) ?? 0,
                text: row.lenientValue(at: 2) ?? "",
                number: row.lenientValue(at: 3) ?? 0)
        }
    }

    private static func rowsByName() throws -> Contender {
        try readingRows { row in
            EntryValues(
                x: row.lenientValue("x") ?? 0, y: row.lenientValue("y") ?? 0,
                text: row.lenientValue("text") ?? "",
                number: row.lenientValue("number") ?? 0)
        }
    }

    private static func readingRows(
        _ values: @escaping (SQLiteRow) -> EntryValues
    ) throws -> Contender {
        let connection = try EntryTable.openDataLite()
        return Contender { _ in
            let cursor = try connection.cursor(SQL(raw: sql))
            var sum = 0
            while let row = try cursor.next() { sum += values(row).checksum }
            return sum
        }
    }

    private static func decodable() throws -> Contender {
        let connection = try EntryTable.openDataLite()
        return Contender { _ in
            let cursor = try connection.cursor(SQL(raw: sql), as: EntryValues.self)
            var sum = 0
            while let values = try cursor.next() { sum += values.checksum }
            return sum
        }
    }
}
