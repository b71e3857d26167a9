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

    /// An array or object in SQLite's binary form, which SQLite reads faster than text. It requires SQLite 3.45.
    public func jsonbExtract<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<JSONRepresentation<Member>>>
    ) -> SQLExpression<JSONBRepresentation<Member>?> { binary(member(path).pathNode) }

    /// An optional array or object in SQLite's binary form; NULL if it is missing.
    public func jsonbExtract<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<JSONRepresentation<Member>?>>
    ) -> SQLExpression<JSONBRepresentation<Member>?> { binary(member(path).pathNode) }

    /// The value of a member of any type; rows are in SQLite's binary form. It requires SQLite 3.45.
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

    /// A member and all its elements, at any depth, as a table.
    public func jsonTree<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>
    ) -> Where<JSONElement> { elements("json_tree", member(path).pathNode) }

    func member<Member>(
        _ path: KeyPath<JSONMember<Value>, JSONMember<Member>>
    ) -> JSONMember<Member> { JSONMember(rootOf: Value.self)[keyPath: path] }
}
