// Changes of JSON by key path whose result is SQLite's binary form. They require SQLite 3.45.

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

extension SQLExpression where Value: _JSONBSource {
    /// The JSON with a member added or replaced, in SQLite's binary form.
    ///
    /// ```swift
    /// Profile.find(1).update { $0.author = $0.author.jsonbSet(\.name, "Blob, Esq.") }
    /// ```
    ///
    /// For a column of a ``JSONBRepresentation``, this is the same as `jsonSet`.
    public func jsonbSet<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>, _ value: Member._Plain
    ) -> SQLExpression<Value._Binary> { changed(.set, path, SQLExpression<Member>(value)) }

    /// The JSON with a member added or replaced by the value of an expression, in SQLite's binary form.
    public func jsonbSet<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>,
        _ value: some _TypedExpression<Member>
    ) -> SQLExpression<Value._Binary> { changed(.set, path, value.expression) }

    /// The JSON with an optional member added or replaced by the value of an expression, in binary form.
    public func jsonbSet<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member?>>,
        _ value: some _TypedExpression<Member>
    ) -> SQLExpression<Value._Binary> { changed(.set, path, value.expression.optional()) }

    /// The JSON with a member added, in SQLite's binary form; an existing one is kept.
    public func jsonbInsert<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>, _ value: Member._Plain
    ) -> SQLExpression<Value._Binary> { changed(.insert, path, SQLExpression<Member>(value)) }

    /// The JSON with a member added from an expression, in SQLite's binary form; an existing one is kept.
    public func jsonbInsert<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>,
        _ value: some _TypedExpression<Member>
    ) -> SQLExpression<Value._Binary> { changed(.insert, path, value.expression) }

    /// The JSON with an optional member added from an expression, in binary form; an existing one is kept.
    public func jsonbInsert<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member?>>,
        _ value: some _TypedExpression<Member>
    ) -> SQLExpression<Value._Binary> { changed(.insert, path, value.expression.optional()) }

    /// The JSON with an existing member replaced, in SQLite's binary form; nothing is added.
    public func jsonbReplace<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>, _ value: Member._Plain
    ) -> SQLExpression<Value._Binary> { changed(.replace, path, SQLExpression<Member>(value)) }

    /// The JSON with an existing member replaced by the value of an expression, in SQLite's binary form.
    public func jsonbReplace<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>,
        _ value: some _TypedExpression<Member>
    ) -> SQLExpression<Value._Binary> { changed(.replace, path, value.expression) }

    /// The JSON with an existing optional member replaced by the value of an expression, in binary form.
    public func jsonbReplace<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member?>>,
        _ value: some _TypedExpression<Member>
    ) -> SQLExpression<Value._Binary> { changed(.replace, path, value.expression.optional()) }

    /// The JSON with an element inserted into an array, before the element at a path, in SQLite's binary form. It requires
    /// SQLite 3.53.
    public func jsonbArrayInsert<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member?>>, _ value: Member._Plain
    ) -> SQLExpression<Value._Binary> {
        changed(.arrayInsert, path, SQLExpression<Member>(value).optional())
    }

    /// The JSON with the value of an expression inserted into an array, before the element at a path, in SQLite's binary
    /// form. It requires SQLite 3.53.
    public func jsonbArrayInsert<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member?>>,
        _ value: some _TypedExpression<Member>
    ) -> SQLExpression<Value._Binary> {
        changed(.arrayInsert, path, value.expression.optional())
    }

    /// The JSON without a member, in SQLite's binary form.
    public func jsonbRemove<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>
    ) -> SQLExpression<Value._Binary> { binary.changed(.remove, [member(path).removedPathNode]) }

    /// The JSON with a row appended to an array, in SQLite's binary form.
    public func jsonbAppend<Member: _JSONSource, Row: Selection>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>, _ row: Row
    ) -> SQLExpression<Value._Binary> where Member._JSONContent == [Row] {
        binary.append(row, to: member(path))
    }

    /// The JSON with a number or a string appended to an array, in SQLite's binary form.
    public func jsonbAppend<Member: _JSONSource, Element: JSONScalar>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>, _ element: Element
    ) -> SQLExpression<Value._Binary> where Member._JSONContent == [Element] {
        binary.append(element, to: member(path))
    }

    /// The elements of a member that is an array of numbers or strings, as a table with typed values. It requires SQLite
    /// 3.51.
    public func jsonbEach<Member: _JSONSource, Element: JSONScalar>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>
    ) -> Where<JSONArrayElement<Element>> where Member._JSONContent == [Element] {
        JSONTypedElement.elements(of: jsonNode, member(path).pathNode, isBinary: true)
    }

    /// The elements of a member that is an array of rows, as a table with typed values in SQLite's binary form. It requires
    /// SQLite 3.51.
    public func jsonbEach<Member: _JSONSource, Row: Selection>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>
    ) -> Where<JSONArrayElement<JSONRow<Row>>> where Member._JSONContent == [Row] {
        JSONTypedElement.elements(of: jsonNode, member(path).pathNode, isBinary: true)
    }

    /// The members of a member that is a dictionary of rows, as a table with typed values in SQLite's binary form. It
    /// requires SQLite 3.51.
    public func jsonbEach<Member: _JSONSource, Row: Selection>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>
    ) -> Where<JSONDictionaryElement<JSONRow<Row>>> where Member._JSONContent == [String: Row] {
        JSONTypedElement.elements(of: jsonNode, member(path).pathNode, isBinary: true)
    }

    /// The elements of an array of numbers or strings, as a table with typed values. It requires SQLite 3.51.
    public func jsonbEach<Element: JSONScalar>() -> Where<JSONArrayElement<Element>>
    where Value._JSONContent == [Element] { jsonbEach(\.self) }

    /// The elements of an array of rows, as a table with typed values in SQLite's binary form. It requires SQLite 3.51.
    public func jsonbEach<Row: Selection>() -> Where<JSONArrayElement<JSONRow<Row>>>
    where Value._JSONContent == [Row] { jsonbEach(\.self) }

    /// The members of a dictionary of rows, as a table with typed values in SQLite's binary form. It requires SQLite 3.51.
    public func jsonbEach<Row: Selection>() -> Where<JSONDictionaryElement<JSONRow<Row>>>
    where Value._JSONContent == [String: Row] { jsonbEach(\.self) }

    /// The JSON array with a row appended, in SQLite's binary form.
    public func jsonbAppend<Row: Selection>(
        _ row: Row
    ) -> SQLExpression<Value._Binary> where Value._JSONContent == [Row] { jsonbAppend(\.self, row) }

    /// The JSON array with a number or a string appended, in SQLite's binary form.
    public func jsonbAppend<Element: JSONScalar>(
        _ element: Element
    ) -> SQLExpression<Value._Binary> where Value._JSONContent == [Element] {
        jsonbAppend(\.self, element)
    }

    /// The JSON changed by JSON text, in SQLite's binary form: `jsonbPatch(#"{"minutes":20}"#)`.
    public func jsonbPatch(_ patch: String) -> SQLExpression<Value._Binary> {
        binary.changed(.patch, [SQLNode(binding: patch)])
    }

    /// The JSON as the operand of a function that returns the binary form.
    private var binary: SQLExpression<Value._Binary> { SQLExpression<Value._Binary>(node) }

    private func changed<Member>(
        _ change: JSONChange, _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>,
        _ value: SQLExpression<Member>
    ) -> SQLExpression<Value._Binary> {
        binary.changed(change, member(path), to: value.node)
    }
}
