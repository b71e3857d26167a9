import Foundation

/// `value IN (...)` for a list of values.
///
/// The list is one parameter, a JSON array, so the text is the same for every number of values and the statement is
/// prepared once. Values that JSON cannot contain are in a second parameter, a BLOB, and the array contains the
/// position and length of each. Very large and very small numbers are written as products, because newer versions of
/// SQLite may round their decimal form.
///
/// The condition is false for NULL, unless the list contains it.
struct InList: SQLRenderable {
    let operand: NullableOperand
    let values: [SQLiteValue]

    /// The condition that a value is in a list; a failure if an element of the list cannot be encoded.
    static func node<Value: RowRepresentable>(
        _ operand: NullableOperand, _ list: some Sequence<Value._Plain>, of type: Value.Type
    ) -> SQLNode {
        var values = RowWriter()
        values.reserveCapacity(list.underestimatedCount)
        for value in list { values.append(Value(_plain: value)) }
        if let error = values.error { return .failure(error) }
        return .fragment(InList(operand: operand, values: values.values))
    }

    var precedence: Precedence { containsNull ? .or : operand.precedence }

    private var containsNull: Bool { values.contains(where: \.isNull) }

    func write(to writer: inout _SQLWriter) {
        guard containsNull else { return operand.write(to: &writer, writeMembership) }
        writeMembership(operand.node, to: &writer)
        writer.write(" OR ")
        writer.write(operand.node, atLeast: Precedence.equality.next)
        writer.write(" IS NULL")
    }

    private func writeMembership(_ operand: SQLNode, to writer: inout _SQLWriter) {
        writer.write(operand, atLeast: Precedence.equality.next)
        writer.write(" IN (")
        if writer.writesSchema { writeEach(to: &writer) } else { writeArray(to: &writer) }
        writer.write(")")
    }
}

extension InList {
    private func writeArray(to writer: inout _SQLWriter) {
        let list = JSONList(values)
        writer.write("SELECT ")
        if list.hasOtherForms {
            list.writeForms(to: &writer)
        } else {
            writer.write("\"value\" FROM json_each(")
            writer.write(parameter: .text(list.text))
            writer.write(")")
        }
    }

    /// Writes each value, except NULL and NaN, which SQLite stores as NULL.
    private func writeEach(to writer: inout _SQLWriter) {
        let values = values.filter { value in
            if case .real(let real) = value { !real.isNaN } else { !value.isNull }
        }
        writer.writeList(values) { $0.write(parameter: $1) }
    }
}

/// Values as a JSON array.
private struct JSONList {
    private var json: [UInt8] = [UInt8(ascii: "[")]

    /// The concatenated BLOBs, and strings that SQLite would cut at a NUL. Not empty: `substr` of an empty BLOB is
    /// NULL.
    private(set) var bytes = Data([0])

    /// Whether a value is represented by an array with its kind, instead of a plain JSON value.
    private(set) var hasOtherForms = false

    var text: String { String(decoding: json, as: UTF8.self) }

    /// Omits NULL and NaN, which SQLite stores as NULL.
    init(_ values: [SQLiteValue]) {
        json.reserveCapacity(values.count * 8)
        for value in values {
            switch value {
            case .int(let int): append(String(int))
            case .real(let real):
                guard !real.isNaN else { continue }
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
}

extension JSONList {
    /// Writes a select list and a `FROM` clause that read the values from their representations.
    fileprivate func writeForms(to writer: inout _SQLWriter) {
        let piece: StaticString = """
            substr("bytes", json_extract("value", '$[0]'), json_extract("value", '$[1]'))
            """
        writer.write(
            "CASE \"type\" WHEN 'array' THEN CASE json_extract(\"value\", '$[2]') WHEN 0 THEN ")
        writer.write(piece)
        // Strings are converted from bytes, so that strings with a NUL are complete.
        writer.write(" WHEN 1 THEN CAST(")
        writer.write(piece)
        writer.write(" AS TEXT) ELSE json_extract(\"value\", '$[3]')")
        let factors: [StaticString] = [
            "'$[4]'", "'$[5]'", "'$[6]'", "'$[6]'", "'$[6]'", "'$[7]'", "'$[7]'", "'$[7]'",
        ]
        for factor in factors {
            writer.write(" * json_extract(\"value\", ")
            writer.write(factor)
            writer.write(")")
        }
        writer.write(" END")
        writer.write(" ELSE \"value\" END FROM json_each(")
        writer.write(parameter: .text(text))
        writer.write("), (SELECT CAST(")
        writer.write(parameter: .blob(bytes))
        writer.write(" AS BLOB) AS \"bytes\")")
    }
}
