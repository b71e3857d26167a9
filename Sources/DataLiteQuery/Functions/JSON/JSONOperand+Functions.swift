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
