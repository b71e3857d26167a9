// Changes of JSON by key path, whose result has the form of the column, or is SQLite's binary form, which requires SQLite
// 3.45. Calls of the same function in a chain are one call.

extension SQLExpression where Value: _JSONSource {
    /// The JSON with a member added or replaced.
    ///
    /// ```swift
    /// Profile.find(1).update {
    ///     $0.author = $0.author.jsonSet(\.name, "Blob, Esq.").jsonSet(\.isVerified, true)
    /// }
    /// ```
    public var jsonSet: JSONMemberChanger<Value, Value> { JSONMemberChanger(.set, self) }

    /// The JSON with a member added; an existing one is kept.
    public var jsonInsert: JSONMemberChanger<Value, Value> { JSONMemberChanger(.insert, self) }

    /// The JSON with an existing member replaced; nothing is added.
    public var jsonReplace: JSONMemberChanger<Value, Value> { JSONMemberChanger(.replace, self) }

    /// The JSON with an element inserted into an array, before the element at a path: `\.links[0]`. It requires SQLite
    /// 3.53.
    public var jsonArrayInsert: JSONMemberChanger<Value, Value> {
        JSONMemberChanger(.arrayInsert, self)
    }

    /// The JSON with an element appended to an array: `$0.tags.jsonAppend("new")`,
    /// `$0.author.jsonAppend(\.links, Link(homepage: "..."))`.
    public var jsonAppend: JSONAppender<Value, Value> { JSONAppender(json: self) }

    /// The JSON without a member.
    public func jsonRemove<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>
    ) -> Self { changed(.remove, [member(path).removedPathNode]) }

    fileprivate func append<Member>(_ row: some Selection, to array: JSONMember<Member>) -> Self {
        let row = JSONRow(row)
        return append(array, JSONMember(rootOf: type(of: row)), row)
    }

    fileprivate func append<Member, Element: JSONScalar>(
        _ element: Element, to array: JSONMember<Member>
    ) -> Self {
        let form = RowJSONForm(storing: Element.self)
        return append(array, JSONMember<Element>(.root, .value(form, isBlob: false)), element)
    }

    private func append<Member, Element: RowRepresentable>(
        _ array: JSONMember<Member>, _ member: JSONMember<Element>, _ element: Element
    ) -> Self {
        let end = JSONMember<Member>(array.path.end, array.content)
        let value = member.argument(SQLNode(binding: element))
        if array.enumCase != nil {
            let change = JSONMemberChange(
                path: end.pathNode, value: value, container: array.path)
            return changed(.insert, change)
        }
        guard Member.isNullable else { return changed(.insert, [end.pathNode, value]) }
        // A column without JSON becomes an array, as a member does.
        let isColumn = array.path == .root
        let base = isColumn ? .call("coalesce", [_json.node, .text("'[]'")]) : _json.node
        return Self(
            _json: SQLExpression(
                .fragment(
                    JSONOptionalAppend(
                        base: base, array: array.pathNode, end: end.pathNode, value: value,
                        container: array.container?.node,
                        isBinary: Value.self is any StoresJSONB.Type))))
    }
}

// For a column of a `JSONBRepresentation`, these are the same as the functions without "b".
extension SQLExpression where Value: _JSONBSource {
    /// The JSON with a member added or replaced, in SQLite's binary form.
    ///
    /// ```swift
    /// Profile.find(1).update { $0.author = $0.author.jsonbSet(\.name, "Blob, Esq.") }
    /// ```
    public var jsonbSet: JSONMemberChanger<Value, Value._Binary> { JSONMemberChanger(.set, binary) }

    /// The JSON with a member added, in SQLite's binary form; an existing one is kept.
    public var jsonbInsert: JSONMemberChanger<Value, Value._Binary> {
        JSONMemberChanger(.insert, binary)
    }

    /// The JSON with an existing member replaced, in SQLite's binary form; nothing is added.
    public var jsonbReplace: JSONMemberChanger<Value, Value._Binary> {
        JSONMemberChanger(.replace, binary)
    }

    /// The JSON with an element inserted into an array, before the element at a path, in SQLite's binary form. It requires
    /// SQLite 3.53.
    public var jsonbArrayInsert: JSONMemberChanger<Value, Value._Binary> {
        JSONMemberChanger(.arrayInsert, binary)
    }

    /// The JSON with an element appended to an array, in SQLite's binary form.
    public var jsonbAppend: JSONAppender<Value, Value._Binary> { JSONAppender(json: binary) }

    /// The JSON without a member, in SQLite's binary form.
    public func jsonbRemove<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>
    ) -> SQLExpression<Value._Binary> { binary.changed(.remove, [member(path).removedPathNode]) }

    /// The JSON changed by JSON text, in SQLite's binary form: `jsonbPatch(#"{"minutes":20}"#)`.
    public func jsonbPatch(_ patch: String) -> SQLExpression<Value._Binary> {
        binary.changed(.patch, [SQLNode(binding: patch)])
    }

    /// The JSON as the operand of a function that returns the binary form.
    private var binary: SQLExpression<Value._Binary> { SQLExpression<Value._Binary>(node) }
}

/// A function that changes a member of JSON, and is called with the path of the member and its value.
///
/// The value can be a Swift value or an expression.
public struct JSONMemberChanger<Value: _JSONSource, Result: _JSONSource> {
    private let change: JSONChange
    private let json: SQLExpression<Result>

    init(_ change: JSONChange, _ json: SQLExpression<Result>) {
        self.change = change
        self.json = json
    }

    /// The JSON with the member changed to a value.
    public func callAsFunction<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>, _ value: Member._Plain
    ) -> SQLExpression<Result> { changed(path, to: SQLExpression<Member>(value)) }

    /// The JSON with the member changed to the value of an expression.
    public func callAsFunction<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>,
        _ value: some _TypedExpression<Member>
    ) -> SQLExpression<Result> { changed(path, to: value.expression) }

    /// The JSON with an optional member changed to the value of an expression.
    public func callAsFunction<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member?>>,
        _ value: some _TypedExpression<Member>
    ) -> SQLExpression<Result> { changed(path, to: value.expression.optional()) }

    private func changed<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>, to value: SQLExpression<Member>
    ) -> SQLExpression<Result> {
        json.changed(change, JSONMember(rootOf: Value.self)[keyPath: path], to: value.node)
    }
}

/// A function that appends an element to a JSON array, which is the JSON itself or the member at a path.
public struct JSONAppender<Value: _JSONSource, Result: _JSONSource> {
    let json: SQLExpression<Result>

    /// The JSON with a row appended to a member that is an array.
    public func callAsFunction<Member: _JSONSource, Row: Selection>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>, _ row: Row
    ) -> SQLExpression<Result> where Member._JSONContent == [Row] {
        json.append(row, to: JSONMember(rootOf: Value.self)[keyPath: path])
    }

    /// The JSON with a number or a string appended to a member that is an array.
    public func callAsFunction<Member: _JSONSource, Element: JSONScalar>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>, _ element: Element
    ) -> SQLExpression<Result> where Member._JSONContent == [Element] {
        json.append(element, to: JSONMember(rootOf: Value.self)[keyPath: path])
    }

    /// The JSON array with a row appended.
    public func callAsFunction<Row: Selection>(
        _ row: Row
    ) -> SQLExpression<Result> where Value._JSONContent == [Row] {
        json.append(row, to: JSONMember(rootOf: Value.self))
    }

    /// The JSON array with a number or a string appended.
    public func callAsFunction<Element: JSONScalar>(
        _ element: Element
    ) -> SQLExpression<Result> where Value._JSONContent == [Element] {
        json.append(element, to: JSONMember(rootOf: Value.self))
    }
}

/// A representation that stores JSON as text or in SQLite's binary form.
public protocol _JSONBSource: _JSONSource {
    /// The representation in the binary form.
    associatedtype _Binary: _JSONBSource
    where _Binary._JSONContent == _JSONContent, _Binary._Binary == _Binary
}

extension JSONRepresentation: _JSONBSource {
    public typealias _Binary = JSONBRepresentation<Value>
}

extension JSONBRepresentation: _JSONBSource {
    public typealias _Binary = Self
}

extension Optional: _JSONBSource where Wrapped: _JSONBSource {
    public typealias _Binary = Wrapped._Binary?
}
