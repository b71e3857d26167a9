extension SQLScanner {
    /// Whether the first statement at or after `start` can be one of ``changesStorage(in:from:)`` or
    /// ``addsName(in:from:)``. For almost every statement, only the first letter is read.
    @inlinable
    package static func mayChangeSchema(
        in bytes: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> Bool {
        var first = start
        while first < bytes.count, bytes[first] == UInt8(ascii: "\n") { first += 1 }
        guard first < bytes.count else { return false }
        switch bytes[first] | 0x20 {
        case UInt8(ascii: "a"), UInt8(ascii: "c"), UInt8(ascii: "e"), UInt8(ascii: "p"):
            return true
        case UInt8(ascii: "a")...UInt8(ascii: "z"): return false
        // Spaces, comments and semicolons.
        default: return true
        }
    }

    /// Whether the first statement at or after `start` creates an index, alters a table, attaches a database or sets
    /// `writable_schema`. Such a statement changes what a running statement has to write, or frees SQLite's information
    /// about its table.
    ///
    /// Only the beginning of the statement is read.
    package static func changesStorage(
        in bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0
    ) -> Bool {
        let tokenizer = SQLTokenizer(bytes)
        guard let first = tokenizer.firstToken(from: start) else { return false }
        switch bytes[first] | 0x20 {
        case UInt8(ascii: "a"), UInt8(ascii: "c"), UInt8(ascii: "e"), UInt8(ascii: "p"): break
        default: return false
        }
        let keywords = tokenizer.tokens(from: first, limit: 3).map(\.keyword)
        switch keywords.first {
        case "CREATE":
            return keywords.dropFirst().first == "INDEX"
                || keywords.dropFirst().elementsEqual(["UNIQUE", "INDEX"])
        case "ALTER", "ATTACH": return true
        case "EXPLAIN", "PRAGMA":
            return connectionChange(in: bytes, from: first) == .setting("writable_schema")
        default: return false
        }
    }

    /// Whether the first statement at or after `start` gives a name to a table or view: `CREATE` or `ALTER`. For
    /// almost every statement, only the first byte is read.
    package static func addsName(
        in bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0
    ) -> Bool {
        let tokenizer = SQLTokenizer(bytes)
        guard let first = tokenizer.firstToken(from: start) else { return false }
        switch bytes[first] | 0x20 {
        case UInt8(ascii: "a"), UInt8(ascii: "c"): break
        default: return false
        }
        let keyword = tokenizer.tokens(from: first, limit: 1).first?.keyword
        return keyword == "CREATE" || keyword == "ALTER"
    }

    /// Whether a statement is a `VACUUM` that rebuilds the file: without `INTO`. For almost every statement, only the
    /// first byte is read.
    package static func isVacuum(_ sql: UnsafePointer<CChar>?) -> Bool {
        guard let sql else { return false }
        switch UInt8(bitPattern: sql.pointee) | 0x20 {
        case UInt8(ascii: "a")...UInt8(ascii: "u"), UInt8(ascii: "w")...UInt8(ascii: "z"):
            return false
        default: break
        }
        var count = 0
        while sql[count] != 0 { count += 1 }
        return sql.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
            let tokenizer = SQLTokenizer(UnsafeBufferPointer(start: bytes, count: count))
            let tokens = tokenizer.tokens(from: tokenizer.firstToken(from: 0) ?? 0, limit: 4)
            return tokens.first?.keyword == "VACUUM" && !tokens.contains { $0.keyword == "INTO" }
        }
    }
}
