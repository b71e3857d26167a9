import Foundation

/// Values as a JSON array.
struct JSONList {
    private var json: [UInt8] = [UInt8(ascii: "[")]

    /// The concatenated BLOBs, and strings that SQLite would cut at a NUL. Not empty: `substr` of an empty BLOB is
    /// NULL.
    private(set) var bytes = Data([0])

    /// The error of the first value that cannot be stored.
    private(set) var error: SQLiteError?

    /// Whether a value is represented by an array with its kind, instead of a plain JSON value.
    private(set) var hasOtherForms = false

    var text: String { String(decoding: json, as: UTF8.self) }

    /// Omits NULL and NaN, which SQLite stores as NULL.
    ///
    /// - Parameter width: The number of values in a row. If there are several, each row is an array.
    init(_ values: [SQLiteValue], rowsOf width: Int = 1) {
        json.reserveCapacity(values.count * 8)
        for (index, value) in values.enumerated() {
            if width > 1, index.isMultiple(of: width) { append("[") }
            defer { if width > 1, index % width == width - 1 { endRow() } }
            switch value {
            case .int(let int): append(String(int))
            case .real(let real):
                guard !real.isNaN else {
                    error = error ?? UnstorableValue(value)?.error()
                    continue
                }
                append(real)
            case .text(let text):
                if text.utf8.contains(0) {
                    append(Data(text.utf8), isText: true)
                } else {
                    append(quoting: text)
                }
            case .blob(let data): append(data, isText: false)
            case .null: continue
            }
            json.append(UInt8(ascii: ","))
        }
        if json.count > 1 { json.removeLast() }
        json.append(UInt8(ascii: "]"))
    }

    /// Ends an array of values, whose last comma it replaces.
    private mutating func endRow() {
        json.removeLast()
        append("],")
    }

    private mutating func append(_ text: String) {
        json.append(contentsOf: text.utf8)
    }

    /// Appends the position, the length and the kind of bytes.
    private mutating func append(_ piece: Data, isText: Bool) {
        append("[\(bytes.count + 1),\(piece.count),\(isText ? 1 : 0)]")
        bytes.append(piece)
        hasOtherForms = true
    }

    /// Appends a number. SQLite may round a number that is far from 1, so it is appended as a number near 1 and four
    /// factors, each of which is 1 or 2 to the power of 150 or -150. The last two factors are each applied three
    /// times. The kind is 2.
    private mutating func append(_ real: Double) {
        // JSON has no infinity; SQLite reads a number that is too large as infinity.
        guard real.isFinite else { return append(real > 0 ? "9e999" : "-9e999") }
        let scale = real.isZero ? 0 : Int(real.exponent) / 150
        guard scale != 0 else { return append(String(real)) }
        let count = abs(scale)
        let factor = Double(sign: .plus, exponent: scale > 0 ? 150 : -150, significand: 1)
        var number = real
        for _ in 0..<count { number /= factor }
        let isUsed = [count % 3 > 0, count % 3 > 1, count >= 3, count >= 6]
        let factors = isUsed.map { String($0 ? factor : 1) }.joined(separator: ",")
        append("[0,0,2,\(number),\(factors)]")
        hasOtherForms = true
    }

    private mutating func append(quoting text: String) {
        json.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                json.append(UInt8(ascii: "\\"))
                json.append(byte)
            case 0..<0x20:
                append(byte < 0x10 ? "\\u000" : "\\u00")
                append(String(byte, radix: 16))
            default: json.append(byte)
            }
        }
        json.append(UInt8(ascii: "\""))
    }

    /// Writes a select list and a `FROM` clause that read the values from their representations.
    func writeForms(to writer: inout _SQLWriter) {
        writeForm(at: nil, to: &writer)
        writer.write(" FROM json_each(")
        writer.write(parameter: .text(text))
        writer.write(")")
    }

    /// Writes the expression that reads a value from its representation.
    ///
    /// - Parameter column: The position of the value in its row; `nil` if each row is one value.
    func writeForm(at column: Int?, to writer: inout _SQLWriter) {
        writer.write("CASE ")
        if column == nil {
            writer.write("\"type\"")
        } else {
            writer.write("json_type(")
            writePath(column, to: &writer)
        }
        writer.write(" WHEN 'array' THEN CASE ")
        writePart(2, of: column, to: &writer)
        writer.write(" WHEN 0 THEN ")
        writePiece(of: column, to: &writer)
        // Strings are converted from bytes, so that strings with a NUL are complete.
        writer.write(" WHEN 1 THEN CAST(")
        writePiece(of: column, to: &writer)
        writer.write(" AS TEXT) ELSE ")
        writePart(3, of: column, to: &writer)
        for factor in [4, 5, 6, 6, 6, 7, 7, 7] {
            writer.write(" * ")
            writePart(factor, of: column, to: &writer)
        }
        writer.write(" END ELSE ")
        if column == nil {
            writer.write("\"value\"")
        } else {
            writer.write("json_extract(")
            writePath(column, to: &writer)
        }
        writer.write(" END")
    }

    /// Writes a piece of the bytes. They are a parameter in each place where they are read: SQLite copies a column of
    /// a derived table for each row.
    private func writePiece(of column: Int?, to writer: inout _SQLWriter) {
        writer.write("substr(")
        writer.write(parameter: .blob(bytes))
        writer.write(", ")
        writePart(0, of: column, to: &writer)
        writer.write(", ")
        writePart(1, of: column, to: &writer)
        writer.write(")")
    }

    /// Writes an element of the array that represents a value.
    private func writePart(_ part: Int, of column: Int?, to writer: inout _SQLWriter) {
        writer.write("json_extract(")
        writePath(column, part, to: &writer)
    }

    /// Writes the arguments of a JSON function: the row, and the path of a value or of a part of it.
    private func writePath(_ column: Int?, _ part: Int? = nil, to writer: inout _SQLWriter) {
        writer.write("\"value\", '$")
        for index in [column, part].compactMap({ $0 }) {
            writer.write("[")
            writer.write(index)
            writer.write("]")
        }
        writer.write("')")
    }
}
