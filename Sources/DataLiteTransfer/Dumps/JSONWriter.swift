import DataLiteCore
import Foundation

/// Writes each result as a JSON array of objects, one object per line.
///
/// Integers are exact, BLOBs are Base64, and infinities are the strings `"Infinity"` and
/// `"-Infinity"`, because JSON has no number for them. Repeated column names get the suffixes `:1`,
/// `:2`, ..., as in SQLite's `CREATE TABLE ... AS SELECT`. Invisible characters are escaped. Rows are not
/// kept in memory.
package final class JSONWriter: ResultWriter {
    private let output: BufferedOutput
    /// Each column's key in JSON, with the comma and the colon around it.
    private var keys: [[UInt8]] = []
    private var isFirstRow = true
    /// Whether each row is a line of its own, without an array around the rows.
    private let isLines: Bool

    package init(to output: BufferedOutput, isLines: Bool = false) {
        self.output = output
        self.isLines = isLines
    }

    package func begin(columns: [String]) throws {
        keys = Self.uniqueNames(columns).enumerated().map { index, name in
            var key = index > 0 ? [UInt8(ascii: ",")] : []
            let text = BufferedOutput { key.append(contentsOf: $0) }
            // Appending to an array does not fail.
            try? text.write(json: Array(name.utf8))
            try? text.flush()
            return key + [UInt8(ascii: ":")]
        }
        isFirstRow = true
        if !isLines { try output.write("[") }
    }

    package func add(rowOf statement: any StatementProtocol) throws {
        try output.write(isFirstRow || isLines ? "{" : ",\n {")
        isFirstRow = false
        for index in keys.indices {
            try keys[index].withUnsafeBufferPointer { try output.write($0) }
            try statement.withColumn(at: Int32(index)) { try write($0) }
        }
        try output.write(isLines ? "}\n" : "}")
    }

    package func end() throws {
        if !isLines { try output.write("]\n") }
    }

    private func write(_ view: borrowing SQLiteValueView) throws {
        switch view.storageClass {
        case .integer: try output.write(view.int64?.description ?? "null")
        case .real: try write(real: view.double ?? .nan)
        case .text: try view.withTextBytes { try output.write(json: $0) }
        case .blob: try output.write("\"\((view.blob ?? Data()).base64EncodedString())\"")
        case .null: try output.write("null")
        }
    }

    private func write(real value: Double) throws {
        let text = RealText.text(value)
        try output.write(value.isFinite ? text : "\"\(text)\"")
    }

    /// The names, with a number after each repeated name.
    package static func uniqueNames(_ names: [String]) -> [String] {
        var taken = Set(names)
        var seen: Set<String> = []
        return names.map { name in
            guard !seen.insert(name).inserted else { return name }
            var number = 1
            while !taken.insert("\(name):\(number)").inserted { number += 1 }
            return "\(name):\(number)"
        }
    }
}

extension BufferedOutput {
    /// Writes text as a JSON string. Invalid UTF-8, which JSON does not allow, is repaired, and control
    /// characters and invisible characters are escaped.
    fileprivate func write(json text: UnsafeBufferPointer<UInt8>) throws {
        try write(UInt8(ascii: "\""))
        if text.contains(where: { $0 >= 0x7f }) {
            try write(unicode: String(decoding: text, as: UTF8.self))
        } else {
            try write(escaping: text)
        }
        try write(UInt8(ascii: "\""))
    }

    fileprivate func write(json text: [UInt8]) throws {
        try text.withUnsafeBufferPointer { try write(json: $0) }
    }

    private func write(unicode text: String) throws {
        var rest = text.unicodeScalars[...]
        while let index = TerminalText.firstInvisible(in: rest) {
            try write(visible: rest[..<index])
            try write(escapeOf: rest[index])
            rest = rest[rest.index(after: index)...]
        }
        try write(visible: rest)
    }

    private func write(visible text: Substring.UnicodeScalarView) throws {
        var text = Substring(text)
        try text.withUTF8 { try write(escaping: $0) }
    }

    private func write(escaping text: UnsafeBufferPointer<UInt8>) throws {
        var rest = text[...]
        while let position = rest.firstIndex(where: Self.needsEscape) {
            try write(UnsafeBufferPointer(rebasing: rest[..<position]))
            try write(escapeOf: rest[position])
            rest = rest[(position + 1)...]
        }
        try write(UnsafeBufferPointer(rebasing: rest))
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private func write(escapeOf scalar: Unicode.Scalar) throws {
        guard !scalar.isASCII else { return try write(escapeOf: UInt8(scalar.value)) }
        try write(TerminalText.escapeInJSON(scalar))
    }

    private func write(escapeOf byte: UInt8) throws {
        switch byte {
        case UInt8(ascii: "\""): try write("\\\"")
        case UInt8(ascii: "\\"): try write("\\\\")
        case UInt8(ascii: "\n"): try write("\\n")
        case UInt8(ascii: "\r"): try write("\\r")
        case UInt8(ascii: "\t"): try write("\\t")
        default:
            try write("\\u00")
            try withUnsafePointer(to: byte) {
                try write(hexadecimal: UnsafeBufferPointer(start: $0, count: 1))
            }
        }
    }
}
