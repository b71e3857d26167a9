import DataLiteC

/// `SQLITE_TRANSIENT`, which Swift does not import.
//
// SAFETY: SQLite compares the value with -1 and never calls it.
@inlinable
public var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}

@inlinable
public func columnText(_ statement: OpaquePointer, _ index: Int32) -> String {
    let start = sqlite3_column_text(statement, index)
    let count = Int(sqlite3_column_bytes(statement, index))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
}

@inlinable
public func bindText(_ statement: OpaquePointer, _ index: Int32, _ text: String) {
    var text = text
    text.withUTF8 { bytes in
        _ = bytes.withMemoryRebound(to: CChar.self) { characters in
            sqlite3_bind_text(
                statement, index, characters.baseAddress, Int32(characters.count), transient)
        }
    }
}
