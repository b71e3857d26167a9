/// The elements of JSON, by key and index: `$0.tags.json[0]`, `$0.address.json["lines"][0]`.
///
/// The result is the SQL value of a number or string, 1 or 0 for `true` or `false`, JSON text for an array or object,
/// and NULL for `null` and for a missing element: the operator `->>`.
///
/// `Content` is the type that the JSON encodes. The elements of an array or dictionary of scalars have the type of the
/// scalars; other elements are `SQLiteValue`, to which ``SQLExpression/value(as:)`` gives a type.
public struct JSONExpression<Content>: Sendable {
    let node: SQLNode

    /// The value for a key, which is used literally and never parsed as a path.
    @_disfavoredOverload
    public subscript(key: String) -> SQLExpression<SQLiteValue> {
        element(.key(key))
    }

    /// An element of an array, by its index; a negative index counts from the end.
    @_disfavoredOverload
    public subscript(index: Int) -> SQLExpression<SQLiteValue> {
        element(.index(index))
    }

    /// An element of an array, by its index; a negative index counts from the end.
    public subscript<Element: JSONScalar>(index: Int) -> SQLExpression<Element?>
    where Content == [Element] {
        element(.index(index))
    }

    /// The value for a key, which is used literally and never parsed as a path.
    public subscript<Element: JSONScalar>(key: String) -> SQLExpression<Element?>
    where Content == [String: Element] {
        element(.key(key))
    }

    /// The path begins here, even in an element of other JSON: the element may be a string that contains JSON.
    private func element<Element>(_ step: JSONPath.Step) -> SQLExpression<Element> {
        SQLExpression<Element>(.fragment(JSONExtraction(base: node, path: JSONPath([step]))))
    }
}

extension JSONOperand {
    /// The elements of the JSON, by key and index.
    public var json: JSONExpression<_Source._JSONContent> { JSONExpression(node: jsonNode) }

    /// The JSON as an argument. A library that cannot read the binary form would report text that is not JSON.
    var jsonNode: SQLNode {
        guard _Source.self is any StoresJSONB.Type,
            let error = SQLFeature.function("jsonb", since: 3_045_000).error(with: .linked)
        else { return _json.node }
        return .failure(error)
    }
}

extension SQLExpression where Value == SQLiteValue {
    /// The value for a key of a JSON object. The key is used literally and never parsed as a path.
    public subscript(key: String) -> SQLExpression<SQLiteValue> {
        SQLExpression(node.extracting(.key(key)))
    }

    /// An element of a JSON array, by its index; a negative index counts from the end.
    public subscript(index: Int) -> SQLExpression<SQLiteValue> {
        SQLExpression(node.extracting(.index(index)))
    }

    /// The value, decoded as the given type. SQL does not convert it: a value of another type is an
    /// error when the row is decoded.
    ///
    /// A `Date` in a `JSONRepresentation` is a number of seconds since 2001, which is not what
    /// `value(as: Date.self)` reads: use `value(as: Double.self)`.
    public func value<Result: SQLiteRepresentable>(as type: Result.Type) -> SQLExpression<Result?> {
        SQLExpression<Result?>(node)
    }

    /// The value as JSON instead of an SQL value, such as `"text"` with its quotation marks: the
    /// operator `->`.
    public func jsonText() -> SQLExpression<String?> {
        guard var extraction = node.fragment as? JSONExtraction
        else { return SQLExpression<String?>(.call("json_quote", since: 3_038_000, [node])) }
        extraction.isJSON = true
        return SQLExpression<String?>(.fragment(extraction))
    }
}

extension SQLNode {
    /// The table of the column, or of the column from which the value has been extracted.
    var jsonQualifier: String? {
        column?.qualifier ?? (fragment as? JSONExtraction)?.base.jsonQualifier
    }

    fileprivate func extracting(_ step: JSONPath.Step) -> SQLNode {
        if let extraction = fragment as? JSONExtraction, !extraction.isJSON {
            return .fragment(
                JSONExtraction(base: extraction.base, path: extraction.path.appending(step)))
        }
        return .fragment(JSONExtraction(base: self, path: JSONPath([step])))
    }
}

/// `base ->> path`, or `base -> path`.
///
/// The path is always a complete one, because SQLite would read a key such as `0` or `a.b` as a
/// path.
struct JSONExtraction: SQLRenderable {
    let base: SQLNode
    let path: JSONPath
    var isJSON = false

    /// Whether the value is a string, so that an array or object is an error.
    var isText = false

    /// SQLite returns the text of an array or object. As bytes, it cannot be decoded as a string.
    var result: SQLNode? {
        guard isText else { return nil }
        let (value, path) = (SQLNode.fragment(self), path.node)
        return .fragment(JSONStringResult(value: value, type: .call("json_type", [base, path])))
    }

    var precedence: Precedence { .concatenation }

    func write(to writer: inout _SQLWriter) {
        writer.require(.since(3_038_000, "the operator ->>"))
        guard path.steps.contains(where: \.isEscaped),
            SQLFeature.escapedKeysInPaths.error(with: .linked) != nil
        else {
            writer.write(base, atLeast: Precedence.concatenation.next)
            writer.write(isJSON ? " -> " : " ->> ")
            return writer.write(path.node)
        }
        writeSearch(to: &writer)
    }

    /// Searches for the first key that needs an escape with `json_each`, which compares the key
    /// itself, because older libraries do not find escaped keys in paths.
    private func writeSearch(to writer: inout _SQLWriter) {
        guard let index = path.steps.firstIndex(where: \.isEscaped),
            case .key(let key) = path.steps[index]
        else { return }
        let rest = JSONPath(Array(path.steps[(index + 1)...]))
        let search = JSONKeySearch(
            base: base, path: JSONPath(Array(path.steps[..<index])), key: key,
            isJSON: isJSON || !rest.steps.isEmpty)
        guard !rest.steps.isEmpty else { return search.write(to: &writer) }
        JSONExtraction(base: .fragment(search), path: rest, isJSON: isJSON).write(to: &writer)
    }
}

/// A string in JSON as a column of a result, and an array or object as bytes.
private struct JSONStringResult: SQLRenderable {
    let value: SQLNode
    let type: SQLNode

    func write(to writer: inout _SQLWriter) {
        writer.write("CASE WHEN ")
        writer.write(type)
        writer.write(" IN ('array', 'object') THEN CAST(")
        writer.write(value)
        writer.write(" AS BLOB) ELSE ")
        writer.write(value)
        writer.write(" END")
    }
}

/// The value for a key of the object at a path.
private struct JSONKeySearch: SQLRenderable {
    let base: SQLNode
    let path: JSONPath
    let key: String
    let isJSON: Bool

    func write(to writer: inout _SQLWriter) {
        guard !key.utf8.contains(0) else { return writer.write(path[key].node) }
        // The value may itself be an element, of a table named json_each.
        writer.write("(SELECT ")
        writer.write(isJSON ? "json_quote(\"json_key\".\"value\")" : "\"json_key\".\"value\"")
        writer.write(" FROM json_each(")
        writer.write(base)
        writer.write(", ")
        writer.write(path.node)
        writer.write(") AS \"json_key\" WHERE \"json_key\".\"key\" = ")
        writer.write(parameter: .text(key))
        writer.write(")")
    }
}
