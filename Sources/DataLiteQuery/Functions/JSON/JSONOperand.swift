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
