// JSON by key path: the JSON of a `@Selection`, whose macro has generated the columns.

extension SQLExpression where Value: _JSONSource {
    /// The value of a member, with its type and its representation; NULL if it is missing.
    ///
    /// ```swift
    /// Profile.where { $0.author.jsonExtract(\.name) == "Blob" }  // "profiles"."author" ->> '$."name"'
    /// ```
    ///
    /// A member that SQLite stores as a BLOB requires SQLite 3.41.
    public func jsonExtract<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>
    ) -> SQLExpression<Member> {
        SQLExpression<Member>(member(path).extraction(from: jsonNode))
    }

    /// The values of several members, as a tuple to select: `$0.author.jsonExtract(\.name, \.links[0])`.
    public func jsonExtract<First, Second, each Member>(
        _ first: KeyPath<JSONMember<Value>, JSONMember<First>>,
        _ second: KeyPath<JSONMember<Value>, JSONMember<Second>>,
        _ others: repeat KeyPath<JSONMember<Value>, JSONMember<each Member>>
    ) -> (SQLExpression<First>, SQLExpression<Second>, repeat SQLExpression<each Member>) {
        (jsonExtract(first), jsonExtract(second), repeat jsonExtract(each others))
    }

    /// An array or object in SQLite's binary form, which it reads faster than text. It requires SQLite 3.45.
    public func jsonbExtract<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<JSONRepresentation<Member>>>
    ) -> SQLExpression<JSONBRepresentation<Member>?> { binary(member(path).pathNode) }

    /// An optional array or object in SQLite's binary form; NULL if it is missing.
    public func jsonbExtract<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<JSONRepresentation<Member>?>>
    ) -> SQLExpression<JSONBRepresentation<Member>?> { binary(member(path).pathNode) }

    /// The value of a member of any type, rows in SQLite's binary form. It requires SQLite 3.45.
    @_disfavoredOverload
    public func jsonbExtract<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>
    ) -> SQLExpression<Member> {
        let member = member(path)
        if case .value(.json, _) = member.content { return binary(member.pathNode) }
        return SQLExpression<Member>(member.extraction(from: jsonNode))
    }

    private func binary<Result>(_ path: SQLNode) -> SQLExpression<Result> {
        jsonCall("jsonb_extract", since: 3_045_000, [path])
    }

    /// The number of elements of a member that is an array; NULL if it is missing.
    public func jsonArrayLength<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>
    ) -> SQLExpression<Int?> { jsonCall("json_array_length", [member(path).pathNode]) }

    /// The type of a member, such as `text` or `integer`; NULL if it is missing.
    public func jsonType<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>
    ) -> SQLExpression<String?> { jsonCall("json_type", [member(path).pathNode]) }

    /// The elements of a member that is an array or object, as a table.
    @_disfavoredOverload
    public func jsonEach<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>
    ) -> Where<JSONElement> { elements("json_each", member(path).pathNode) }

    /// The elements of a member that is an array of numbers or strings, as a table with typed values.
    public func jsonEach<Member: _JSONSource, Element: JSONScalar>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>
    ) -> Where<JSONArrayElement<Element>> where Member._JSONContent == [Element] {
        JSONTypedElement.elements(of: jsonNode, member(path).pathNode)
    }

    /// The elements of a member that is an array of rows, as a table with typed values.
    public func jsonEach<Member: _JSONSource, Row: Selection>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>
    ) -> Where<JSONArrayElement<JSONRow<Row>>> where Member._JSONContent == [Row] {
        JSONTypedElement.elements(of: jsonNode, member(path).pathNode)
    }

    /// The members of a member that is a dictionary of rows, as a table with typed values.
    public func jsonEach<Member: _JSONSource, Row: Selection>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>
    ) -> Where<JSONDictionaryElement<JSONRow<Row>>> where Member._JSONContent == [String: Row] {
        JSONTypedElement.elements(of: jsonNode, member(path).pathNode)
    }

    /// A member and all its elements, at any depth, as a table.
    public func jsonTree<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>
    ) -> Where<JSONElement> { elements("json_tree", member(path).pathNode) }

    func member<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>
    ) -> JSONMember<Member> { JSONMember(rootOf: Value.self)[keyPath: path] }
}

// MARK: - Changes

// Calls of the same function in a chain are one call.

extension SQLExpression where Value: _JSONSource {
    /// The JSON with a member added or replaced.
    ///
    /// ```swift
    /// Profile.find(1).update {
    ///     $0.author = $0.author.jsonSet(\.name, "Blob, Esq.").jsonSet(\.isVerified, true)
    /// }
    /// ```
    public func jsonSet<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>, _ value: Member._Plain
    ) -> Self { changed(.set, path, SQLExpression<Member>(value)) }

    /// The JSON with a member added or replaced by the value of an expression.
    public func jsonSet<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>,
        _ value: some _TypedExpression<Member>
    ) -> Self { changed(.set, path, value.expression) }

    /// The JSON with an optional member added or replaced by the value of an expression.
    public func jsonSet<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member?>>,
        _ value: some _TypedExpression<Member>
    ) -> Self { changed(.set, path, value.expression.optional()) }

    /// The JSON with a member added; an existing one is kept.
    public func jsonInsert<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>, _ value: Member._Plain
    ) -> Self { changed(.insert, path, SQLExpression<Member>(value)) }

    /// The JSON with a member added from an expression; an existing one is kept.
    public func jsonInsert<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>,
        _ value: some _TypedExpression<Member>
    ) -> Self { changed(.insert, path, value.expression) }

    /// The JSON with an optional member added from an expression; an existing one is kept.
    public func jsonInsert<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member?>>,
        _ value: some _TypedExpression<Member>
    ) -> Self { changed(.insert, path, value.expression.optional()) }

    /// The JSON with an existing member replaced; nothing is added.
    public func jsonReplace<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>, _ value: Member._Plain
    ) -> Self { changed(.replace, path, SQLExpression<Member>(value)) }

    /// The JSON with an existing member replaced by the value of an expression; nothing is added.
    public func jsonReplace<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>,
        _ value: some _TypedExpression<Member>
    ) -> Self { changed(.replace, path, value.expression) }

    /// The JSON with an existing optional member replaced by the value of an expression; nothing is added.
    public func jsonReplace<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member?>>,
        _ value: some _TypedExpression<Member>
    ) -> Self { changed(.replace, path, value.expression.optional()) }

    /// The JSON with an element inserted into an array, before the element at a path: `\.links[0]`. It requires SQLite
    /// 3.53.
    public func jsonArrayInsert<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member?>>, _ value: Member._Plain
    ) -> Self { changed(.arrayInsert, path, SQLExpression<Member>(value).optional()) }

    /// The JSON with the value of an expression inserted into an array, before the element at a path. It requires SQLite
    /// 3.53.
    public func jsonArrayInsert<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member?>>,
        _ value: some _TypedExpression<Member>
    ) -> Self { changed(.arrayInsert, path, value.expression.optional()) }

    /// The JSON without a member.
    public func jsonRemove<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>
    ) -> Self { changed(.remove, [member(path).removedPathNode]) }

    /// The JSON with a row appended to an array: `$0.author.jsonAppend(\.links, Link(homepage: "..."))`.
    public func jsonAppend<Member: _JSONSource, Row: Selection>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>, _ row: Row
    ) -> Self where Member._JSONContent == [Row] { append(row, to: member(path)) }

    /// The JSON with a number or a string appended to an array.
    public func jsonAppend<Member: _JSONSource, Element: JSONScalar>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>, _ element: Element
    ) -> Self where Member._JSONContent == [Element] { append(element, to: member(path)) }

    /// The JSON array with a row appended.
    public func jsonAppend<Row: Selection>(
        _ row: Row
    ) -> Self where Value._JSONContent == [Row] { jsonAppend(\.self, row) }

    /// The JSON array with a number or a string appended: `$0.tags.jsonAppend("new")`.
    public func jsonAppend<Element: JSONScalar>(
        _ element: Element
    ) -> Self where Value._JSONContent == [Element] { jsonAppend(\.self, element) }

    func append<Member>(_ row: some Selection, to array: JSONMember<Member>) -> Self {
        let row = JSONRow(row)
        return append(array, JSONMember(rootOf: type(of: row)), row)
    }

    func append<Member, Element: JSONScalar>(
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

    private func changed<Member>(
        _ change: JSONChange, _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>,
        _ value: SQLExpression<Member>
    ) -> Self {
        changed(change, member(path), to: value.node)
    }
}
