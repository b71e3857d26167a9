import Foundation

/// The form of a column's values in the JSON object of a row.
///
/// Every value can be read back as it was: integers and strings are what they are in JSON, a REAL has as many digits as
/// it needs, and a BLOB, for which JSON has no type, is an object with hexadecimal digits: `{"hex":"00FF"}`.
enum RowJSONForm: Sendable {
    /// An integer, which SQLite writes without a loss.
    case plain
    /// A string.
    case string
    /// `true` or `false`.
    case bool
    /// JSON, which becomes a nested value.
    case json
    /// A value of one column, which is not JSON.
    case scalar
    /// A value of any type, also JSON.
    case any

    /// The form for values of a Swift type.
    init(storing type: any Any.Type) {
        switch ColumnType.storedType(of: type) {
        case is any EncodesJSON.Type: self = .json
        case is Bool.Type: self = .bool
        case is String.Type, is URL.Type: self = .string
        case let integer as any FixedWidthInteger.Type:
            self = integer.exceedsInt64 ? .scalar : .plain
        case is any _JSONValue.Type: self = .any
        default: self = .scalar
        }
    }

    /// A stored value as the argument of a JSON function.
    func argument(_ node: SQLNode) -> SQLNode {
        switch self {
        case .plain: node
        // The result of a JSON function would become nested JSON.
        case .string: node.isComputed ? .binary(node, .concatenate, .parameter(.text(""))) : node
        case .json: .call("json", since: 3_038_000, [node])
        case .bool, .scalar, .any: .fragment(RowJSONValue(node: node, isBool: self == .bool))
        }
    }

    // MARK: - In Swift

    /// The JSON of a stored value.
    func json(of value: SQLiteValue) -> String {
        switch (self, value) {
        case (_, .null): "null"
        case (.json, .text(let text)): text
        case (.json, .blob(let blob)): JSONB.text(of: Array(blob)) ?? "null"
        case (.bool, .int(0)): "false"
        case (.bool, .int(1)): "true"
        case (_, .int(let int)): String(int)
        case (_, .real(let real)):
            real.isFinite ? "\(real)" : real.sign == .minus ? "-9e999" : "9e999"
        case (_, .text(let text)): text.quotedInJSON
        case (_, .blob(let blob)): "{\"hex\":\"\(blob.sqliteLiteral.dropFirst(2).dropLast())\"}"
        }
    }

    /// The stored value of JSON; `nil` if the text is not JSON, or an array or object in place of a string or a number.
    ///
    /// - Parameter isNullable: Whether NULL is one of the values, so that `null` does not belong to nested JSON.
    func value(of json: ArraySlice<UInt8>, isNullable: Bool) -> SQLiteValue? {
        let isNull = json.elementsEqual("null".utf8)
        if self == .json {
            return isNull && isNullable ? .null : .text(String(decoding: json, as: UTF8.self))
        }
        switch json.first {
        case UInt8(ascii: "\""): return JSONParts.string(json).map(SQLiteValue.text)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if let bytes = JSONParts.blob(json) { return .blob(bytes) }
            return self == .any ? .some(.text(String(decoding: json, as: UTF8.self))) : .none
        case UInt8(ascii: "t"): return json.elementsEqual("true".utf8) ? .int(1) : nil
        case UInt8(ascii: "f"): return json.elementsEqual("false".utf8) ? .int(0) : nil
        case UInt8(ascii: "n"): return isNull ? .null : nil
        default: return JSONParts.number(json)
        }
    }
}

/// A value of a row in JSON, if SQLite writes it differently or not exactly.
private struct RowJSONValue: SQLRenderable {
    let node: SQLNode
    let isBool: Bool

    func write(to writer: inout _SQLWriter) {
        if isBool {
            writer.write("CASE ")
            writer.write(node)
            writer.write(" WHEN 1 THEN json('true') WHEN 0 THEN json('false') ELSE ")
        } else {
            // SQLite before 3.43 writes 15 digits of a REAL in JSON, but all that it needs with `quote`. A number that
            // is out of range is read as infinity.
            writer.write("CASE typeof(")
            writer.write(node)
            writer.write(") WHEN 'real' THEN json(replace(quote(")
            writer.write(node)
            writer.write("), 'Inf', '9e999')) WHEN 'blob' THEN json_object('hex', hex(")
            writer.write(node)
            writer.write(")) ELSE ")
        }
        writer.write(node)
        writer.write(" END")
    }
}

extension SQLNode {
    /// Whether the node is neither a column nor a value.
    fileprivate var isComputed: Bool {
        switch self {
        case .column, .tableColumn, .parameter, .null: false
        default: true
        }
    }
}

extension String {
    /// The text as a JSON string.
    var quotedInJSON: String {
        var quoted = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
