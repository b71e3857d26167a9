import DataLiteCore

extension SQLLiteral {
    /// A value in SQLite's memory as SQL text that SQLite evaluates to the same value.
    ///
    /// Text that is not valid UTF-8 is `CAST(X'61FF' AS TEXT)`, which yields the same bytes in a UTF-8 database.
    static func literal(of view: borrowing SQLiteValueView, _ escape: Escape = .nul) -> String {
        switch view.storageClass {
        case .integer: view.int64.map(integer) ?? null
        case .real: view.double.map(real) ?? null
        case .text: view.withTextBytes { text($0, escape) } ?? null
        case .blob: view.blob.map(blob) ?? null
        case .null: null
        }
    }

    private static func text(_ bytes: UnsafeBufferPointer<UInt8>, _ escape: Escape) -> String {
        let repaired = String(decoding: bytes, as: UTF8.self)
        guard repaired.utf8.elementsEqual(bytes) else { return "CAST(\(blob(bytes)) AS TEXT)" }
        return text(repaired, escape)
    }
}
