/// Collects the text and the parameters of a statement.
struct SQLWriter {
    var utf8: [UInt8] = []
    var parameters: [SQLiteValue] = []
    var error: SQLiteError?

    mutating func write(_ text: StaticString) {
        text.withUTF8Buffer { utf8.append(contentsOf: $0) }
    }

    /// Writes a name in double quotes, double quotes inside it doubled.
    mutating func writeName(_ name: String) {
        let quote = UInt8(ascii: "\"")
        utf8.append(quote)
        var name = name
        name.withUTF8 { bytes in
            if bytes.contains(quote) {
                for byte in bytes {
                    if byte == quote { utf8.append(quote) }
                    utf8.append(byte)
                }
            } else {
                utf8.append(contentsOf: bytes)
            }
        }
        utf8.append(quote)
    }

    mutating func writeColumn(_ qualifier: String, _ name: String) {
        if !qualifier.isEmpty {
            writeName(qualifier)
            utf8.append(UInt8(ascii: "."))
        }
        writeName(name)
    }

    mutating func writeTable(_ name: String, schema: String?) {
        writeColumn(schema ?? "", name)
    }
}
