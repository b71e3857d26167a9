import DataLiteC

/// A minimal wrapper of a `sqlite3 *`, as every program that uses the C interface has.
final class CDatabase {
    let pointer: OpaquePointer

    init(path: String) {
        var pointer: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &pointer, flags, nil)
        precondition(code == SQLITE_OK, "cannot open \(path)")
        self.pointer = pointer!
    }

    deinit {
        sqlite3_close_v2(pointer)
    }

    func execute(_ sql: String) {
        require(sqlite3_exec(pointer, sql, nil, nil, nil))
    }

    func prepare(_ sql: String) -> OpaquePointer {
        var statement: OpaquePointer?
        require(sqlite3_prepare_v2(pointer, sql, -1, &statement, nil))
        return statement!
    }

    /// The first column of the first row.
    func number(_ sql: String) -> Double {
        let statement = prepare(sql)
        defer { sqlite3_finalize(statement) }
        require(sqlite3_step(statement), SQLITE_ROW)
        return sqlite3_column_double(statement, 0)
    }

    func require(_ code: Int32, _ expected: Int32 = SQLITE_OK) {
        precondition(code == expected, String(cString: sqlite3_errmsg(pointer)))
    }
}

// MARK: - Text

/// `SQLITE_TRANSIENT`, which Swift does not import.
let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

func columnText(_ statement: OpaquePointer, _ index: Int32) -> String {
    let start = sqlite3_column_text(statement, index)
    let count = Int(sqlite3_column_bytes(statement, index))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
}

func bindText(_ statement: OpaquePointer, _ index: Int32, _ text: String) {
    var text = text
    text.withUTF8 { bytes in
        _ = bytes.withMemoryRebound(to: CChar.self) { characters in
            sqlite3_bind_text(
                statement, index, characters.baseAddress, Int32(characters.count), transient)
        }
    }
}
