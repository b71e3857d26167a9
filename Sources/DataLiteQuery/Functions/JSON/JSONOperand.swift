public import Foundation

/// A type whose values hold JSON: text, bytes in SQLite's binary form, or a `JSONRepresentation`.
public protocol _JSONSource: SQLiteRepresentable {
    /// The type of the value that the JSON encodes; `SQLiteValue` if it is not known.
    associatedtype _JSONContent = SQLiteValue
}

extension String: _JSONSource {}
extension Data: _JSONSource {}
extension SQLiteValue: _JSONSource {}
extension JSONRepresentation: _JSONSource { public typealias _JSONContent = Value }
extension Optional: _JSONSource where Wrapped: _JSONSource {
    public typealias _JSONContent = Wrapped._JSONContent
}

/// An expression whose values are JSON.
///
/// A statement fails if it reads text that is not JSON; check with ``jsonValid(_:)``.
public protocol JSONOperand<_Source>: Sendable {
    /// The type of the values.
    associatedtype _Source: _JSONSource

    /// The expression.
    var _json: SQLExpression<_Source> { get }

    /// Creates an operand from another expression.
    init(_json: SQLExpression<_Source>)
}

extension SQLExpression: JSONOperand where Value: _JSONSource {
    public var _json: SQLExpression<Value> { self }

    public init(_json: SQLExpression<Value>) { self = _json }
}

/// A type whose values SQLite and JSON encode alike: numbers, strings, and dates, UUIDs and URLs as text. An enum whose
/// raw values have such a type can
/// declare the conformance.
///
/// Older versions of SQLite write numbers with a fraction in JSON with 15 digits, so a `Double` may differ
/// in its last digits.
public protocol JSONScalar: SQLiteRepresentable, Codable {}

extension String: JSONScalar {}
extension Bool: JSONScalar {}
extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension Double: JSONScalar {}
extension Float: JSONScalar {}
extension Date: JSONScalar {}
extension UUID: JSONScalar {}
extension URL: JSONScalar {}
extension Optional: JSONScalar where Wrapped: JSONScalar {}

// MARK: - Values inside JSON

/// A value that becomes part of JSON: an expression or a Swift value, which is bound.
///
/// A `Bool` becomes `true` or `false`, and a `JSONRepresentation` or the result of a JSON function becomes the value
/// that it encodes. Other text, a `Date` and a `UUID` become a string; `jsonMinified()` turns text that contains JSON
/// into a value. JSON has no infinite numbers: an infinite Swift value is an error, and an infinite value of a column
/// becomes text that SQLite 3.40 does not read as JSON.
public protocol _JSONArgument: Sendable {
    /// The value as the argument of a JSON function.
    var _jsonArgument: SQLExpression<SQLiteValue> { get }
}

extension SQLExpression: _JSONArgument {
    public var _jsonArgument: SQLExpression<SQLiteValue> {
        if Value.self == Bool.self || Value.self == Bool?.self {
            return SQLExpression<SQLiteValue>(.fragment(JSONBool(node: node)))
        }
        if Value.self is any EncodesJSON.Type {
            return SQLExpression<SQLiteValue>(.call("json", since: 3_038_000, [node]))
        }
        if Value._representation is UUID.BytesRepresentation.Type {
            return SQLExpression<SQLiteValue>(
                node.plain(storedAs: UUID.BytesRepresentation.self))
        }
        if case .parameter(.real(let number)) = node, number.isInfinite {
            return SQLExpression<SQLiteValue>(
                .failure(SQLiteError(.misuse, message: "JSON has no infinite numbers")))
        }
        return SQLExpression<SQLiteValue>(node)
    }
}

extension JSONRepresentation: _JSONArgument {
    public var _jsonArgument: SQLExpression<SQLiteValue> { SQLExpression(self)._jsonArgument }
}

extension String: _JSONArgument {
    public var _jsonArgument: SQLExpression<SQLiteValue> { SQLExpression(.text(self)) }
}

extension Int: _JSONArgument {
    public var _jsonArgument: SQLExpression<SQLiteValue> { SQLExpression(sqliteValue) }
}

extension Double: _JSONArgument {
    public var _jsonArgument: SQLExpression<SQLiteValue> { SQLExpression(self)._jsonArgument }
}

extension Bool: _JSONArgument {
    public var _jsonArgument: SQLExpression<SQLiteValue> { SQLExpression(self)._jsonArgument }
}

extension _JSONArgument {
    var jsonArgumentNode: SQLNode { _jsonArgument.node }
}

/// Marks types whose values are JSON text, which becomes a JSON value rather than a string.
protocol EncodesJSON {}

extension JSONRepresentation: EncodesJSON {}
extension JSONRow: EncodesJSON {}
extension JSONRows: EncodesJSON {}
extension Optional: EncodesJSON where Wrapped: EncodesJSON {}

/// A condition as JSON: `true`, `false` or, for NULL, `null`.
private struct JSONBool: SQLRenderable {
    let node: SQLNode

    func write(to writer: inout _SQLWriter) {
        writer.write("CASE ")
        writer.write(node)
        writer.write(" WHEN TRUE THEN json('true') WHEN FALSE THEN json('false') END")
    }
}

// Functions that read JSON: <https://sqlite.org/json1.html>. The result for NULL is NULL.

extension JSONOperand {
    /// The value at a path: the SQL value of a number or string, or the JSON text of an array or
    /// object; NULL if no value exists.
    public func jsonExtract(_ path: JSONPath) -> SQLExpression<SQLiteValue> {
        jsonCall("json_extract", [path.node])
    }

    /// The values at several paths, as a JSON array.
    public func jsonExtract(
        _ path: JSONPath, _ second: JSONPath, _ others: JSONPath...
    ) -> SQLExpression<String?> {
        jsonCall("json_extract", [path.node, second.node] + others.map(\.node))
    }

    /// The number of elements of an array, or of the array at a path; 0 for anything else, and NULL if no value exists.
    public func jsonArrayLength(_ path: JSONPath? = nil) -> SQLExpression<Int?> {
        jsonCall("json_array_length", path)
    }

    /// The type of the value, or of the value at a path: `null`, `true`, `false`, `integer`, `real`, `text`, `array` or
    /// `object`; NULL if no value exists.
    public func jsonType(_ path: JSONPath? = nil) -> SQLExpression<String?> {
        jsonCall("json_type", path)
    }

    /// Whether the value is valid JSON text, or, since SQLite 3.45, valid JSON in one of several forms; `false` for NULL.
    public func jsonValid(_ forms: JSONForms? = nil) -> SQLExpression<Bool> {
        guard let forms else { return certain(jsonCall("json_valid")) }
        return certain(
            SQLExpression<Bool?>(
                .fragment(
                    FunctionCall(
                        name: .builtIn("json_valid"),
                        arguments: [jsonNode, .parameter(.int(Int64(forms.rawValue)))],
                        requirement: .since(3_045_000, "json_valid with the forms of JSON")))))
    }

    /// Makes the result false for NULL, for which SQLite 3.45 and later return NULL.
    private func certain(_ condition: SQLExpression<Bool?>) -> SQLExpression<Bool> {
        _Source.isNullable ? condition ?? false : SQLExpression<Bool>(condition.node)
    }

    /// The position of the first character that is not valid JSON, starting at 1; 0 if the JSON is
    /// valid. It requires SQLite 3.42.
    public func jsonErrorPosition() -> SQLExpression<Int?> {
        jsonCall("json_error_position", since: 3_042_000)
    }

    /// The JSON as text without spaces between its elements. As a part of other JSON, the result is a value, not a
    /// string.
    public func jsonMinified() -> SQLExpression<String?> { jsonCall("json") }

    /// The JSON as text with one element per line, indented by four spaces or by `indent`. It requires SQLite 3.46.
    public func jsonPretty(indent: (any SQLOperand<String>)? = nil) -> SQLExpression<String?> {
        jsonCall("json_pretty", since: 3_046_000, indent.map { [$0.operandNode] } ?? [])
    }

    private func jsonCall<Result>(
        _ name: StaticString, _ path: JSONPath?
    ) -> SQLExpression<Result> {
        jsonCall(name, path.map { [$0.node] } ?? [])
    }

    func jsonCall<Result>(
        _ name: StaticString, since version: Int32 = 3_038_000, _ arguments: [SQLNode] = []
    ) -> SQLExpression<Result> {
        SQLExpression<Result>(.call(name, since: version, [jsonNode] + arguments))
    }
}

/// The forms of JSON that `jsonValid(_:)` accepts.
public struct JSONForms: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Text as RFC 8259 defines it.
    public static let text = JSONForms(rawValue: 1)
    /// Text with the extensions of JSON5.
    public static let json5 = JSONForms(rawValue: 2)
    /// Bytes that superficially appear to be in SQLite's binary form.
    public static let binary = JSONForms(rawValue: 4)
    /// Bytes in SQLite's binary form, which are checked completely.
    public static let checkedBinary = JSONForms(rawValue: 8)
}

extension SQLExpression {
    /// The value as JSON: text becomes a string, NULL becomes `null`.
    public func jsonQuote() -> SQLExpression<String> {
        SQLExpression<String>(.call("json_quote", since: 3_038_000, [jsonArgumentNode]))
    }
}
