import CInterface
import DataLiteDatabase
import DataLiteQuery
import DataLiteC

/// Looks up one row at a time by its rowid, in memory, without a transaction.
enum LookupOperations {
    static let all = [
        Operation(name: "lookup-prepared", c: cText, dataLite: prepared),
        Operation(name: "lookup-one-line", c: cText, dataLite: oneLine),
        Operation(name: "lookup-decodable", c: cEntry, dataLite: decodable),
        Operation(name: "lookup-find", c: cEntry, dataLite: find),
        Operation(name: "lookup-prepared-query", c: cEntry, dataLite: preparedQuery),
    ]

    // MARK: A single column

    private static let sql = "SELECT text FROM entries WHERE id = ?"

    private static func cText() -> Contender {
        cLookup(sql) { columnText($0, 0).utf8.count }
    }

    private static func prepared() throws -> Contender {
        let statement = try EntryTable.openDataLite().prepare(sql: sql)
        return lookingUp { id in
            try statement.bind(id, at: 1)
            var size = 0
            if try statement.step() {
                let text: String? = statement.columnValue(at: 0)
                size = text?.utf8.count ?? 0
            }
            try statement.reset()
            return size
        }
    }

    private static func oneLine() throws -> Contender {
        let connection = try EntryTable.openDataLite()
        return lookingUp { id in
            let text: String? = try connection.value("SELECT text FROM entries WHERE id = \(id)")
            return text?.utf8.count ?? 0
        }
    }

    // MARK: A whole row

    private static func cEntry() -> Contender {
        cLookup("SELECT id, x, y, text, number FROM entries WHERE id = ?") {
            cEntryRow($0).checksum
        }
    }

    private static func decodable() throws -> Contender {
        let connection = try EntryTable.openDataLite()
        return lookingUp { id in
            let values: EntryValues = try connection.requiredRow(
                "SELECT x, y, text, number FROM entries WHERE id = \(id)")
            return values.checksum
        }
    }

    private static func find() throws -> Contender {
        let connection = try EntryTable.openDataLite()
        return lookingUp { id in try Entry.find(id).fetchOne(connection)?.checksum ?? 0 }
    }

    private static func preparedQuery() throws -> Contender {
        let connection = try EntryTable.openDataLite()
        let query = PreparedQuery { (id: SQLExpression<Int>) in Entry.where { $0.id == id } }
        return lookingUp { id in try query.fetchOne(connection, id)?.checksum ?? 0 }
    }

    // MARK: Running

    private static func cLookup(
        _ sql: String, _ read: @escaping (OpaquePointer) -> Int
    ) -> Contender {
        let c = EntryTable.openC()
        let statement = c.prepare(sql)
        return lookingUp { [c] id in
            sqlite3_bind_int64(statement, 1, Int64(id))
            c.require(sqlite3_step(statement), SQLITE_ROW)
            let result = read(statement)
            sqlite3_reset(statement)
            return result
        }
    }

    private static func lookingUp(_ lookUp: @escaping (Int) throws -> Int) -> Contender {
        Contender { range in
            var sum = 0
            for k in range { sum += try lookUp(EntryTable.id(k)) }
            return sum
        }
    }
}
