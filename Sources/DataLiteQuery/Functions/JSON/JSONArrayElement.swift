/// An element of a JSON array whose elements have one type: a row of `json_each` with a typed value.
///
/// ```swift
/// Reminder.join { $0.tags.jsonEach() }.select { ($0.title, $1.value.upper()) }
/// Order.join { $0.lines.jsonEach() }.select { ($0.id, $1.value.jsonExtract(\.price)) }  // lines: [OrderLine]
/// ```
///
/// Reading an element of another type is an error, and so is reading `null` unless `Element` is optional.
public typealias JSONArrayElement<Element: RowRepresentable> = JSONTypedElement<Int, Element>
where Element._Plain: Sendable

/// A member of a JSON object whose values are rows: a row of `json_each` with a typed value.
///
/// ```swift
/// Product.join { $0.stock.jsonEach() }.select { ($0.id, $1.key, $1.value.onHand) }  // stock: [String: Stock]
/// ```
public typealias JSONDictionaryElement<Element: RowRepresentable> = JSONTypedElement<
    String, Element
>
where Element._Plain: Sendable

/// An element of a JSON array or object whose elements have one type: a row of `json_each`.
public struct JSONTypedElement<
    Key: SQLiteRepresentable & Equatable & Sendable, Element: RowRepresentable
>: Sendable
where Element._Plain: Sendable {
    /// The position in the array, starting at 0, or the key in the object.
    public let key: Key
    /// The element.
    public let value: Element._Plain
    /// `null`, `true`, `false`, `integer`, `real`, `text`, `array` or `object`.
    public let type: String
    /// A number that identifies the element.
    public let id: Int
    /// The path of the element.
    public let fullkey: String
    /// The path of the array or object.
    public let path: String
}

extension JSONTypedElement: Equatable where Element._Plain: Equatable {}

extension JSONTypedElement: TableFunction {
    public static var tableDefinition: TableDefinition {
        TableDefinition._once(for: Self.self) {
            TableDefinition("json_each") { columns in
                columns.add("key", Key.self)
                columns.add("value", Element.self)
                columns.add("type", String.self)
                columns.add("id", Int.self)
                columns.add("fullkey", String.self)
                columns.add("path", String.self)
            }
        }
    }

    public init(row: inout RowReader) throws(SQLiteError) {
        key = try row.next()
        value = try (row.next() as Element)._plain
        type = try row.next()
        id = try row.next()
        fullkey = try row.next()
        path = try row.next()
    }

    public func encode(to values: inout RowWriter) {
        values.append(key)
        values.append(Element(_plain: value))
        values.append(type)
        values.append(id)
        values.append(fullkey)
        values.append(path)
    }

    /// The columns.
    public struct Columns: ColumnSet {
        public typealias Model = JSONTypedElement
        public typealias Output = JSONTypedElement

        public let _source: ColumnSource

        public init(_source: ColumnSource) { self._source = _source }

        /// The position in the array, starting at 0, or the key in the object.
        public var key: SQLExpression<Key> { _source.column("key") }
        /// The element.
        public var value: SQLExpression<Element> { _source.column("value") }
        /// The type in JSON, such as `text` or `integer`.
        public var type: SQLExpression<String> { _source.column("type") }
        /// A number that no other element has.
        public var id: SQLExpression<Int> { _source.column("id") }
        /// The path of the element.
        public var fullkey: SQLExpression<String> { _source.column("fullkey") }
        /// The path of the array or object.
        public var path: SQLExpression<String> { _source.column("path") }
    }
}

// MARK: - Tables of elements

// `jsonTree` has the array itself among its rows, so its values do not have the type of the elements.

extension SQLExpression where Value: _JSONSource {
    /// The elements of an array of numbers or strings, as a table with typed values.
    ///
    /// ```swift
    /// Reminder.where { $0.tags.jsonEach().where { $0.value.hasPrefix("ca") }.exists() }
    /// ```
    public func jsonEach<Element: JSONScalar>() -> Where<JSONArrayElement<Element>>
    where Value._JSONContent == [Element] { JSONTypedElement.elements(of: jsonNode) }

    /// The elements of an array of rows, as a table with typed values.
    public func jsonEach<Row: Selection>() -> Where<JSONArrayElement<JSONRow<Row>>>
    where Value._JSONContent == [Row] { JSONTypedElement.elements(of: jsonNode) }

    /// The members of a dictionary of rows, as a table with typed values.
    public func jsonEach<Row: Selection>() -> Where<JSONDictionaryElement<JSONRow<Row>>>
    where Value._JSONContent == [String: Row] { JSONTypedElement.elements(of: jsonNode) }

    /// The elements of an array of numbers or strings, as a table with typed values. It requires SQLite 3.51.
    public func jsonbEach<Element: JSONScalar>() -> Where<JSONArrayElement<Element>>
    where Value._JSONContent == [Element] { jsonbEach(\.self) }

    /// The elements of an array of rows, as a table with typed values in SQLite's binary form. It requires SQLite 3.51.
    public func jsonbEach<Row: Selection>() -> Where<JSONArrayElement<JSONRow<Row>>>
    where Value._JSONContent == [Row] { jsonbEach(\.self) }

    /// The members of a dictionary of rows, as a table with typed values in SQLite's binary form. It requires SQLite 3.51.
    public func jsonbEach<Row: Selection>() -> Where<JSONDictionaryElement<JSONRow<Row>>>
    where Value._JSONContent == [String: Row] { jsonbEach(\.self) }

    /// Whether an array of numbers or strings contains an element; false if the array is NULL.
    ///
    /// ```swift
    /// Reminder.where { $0.tags.contains("car") }
    /// ```
    public func contains<Element: JSONScalar>(_ element: Element) -> SQLExpression<Bool>
    where Value._JSONContent == [Element], Element._Plain: Sendable {
        hasElement(SQLNode(binding: element), Element.self)
    }

    /// Whether an array of numbers or strings contains the value of an expression; false if the array is NULL.
    @_disfavoredOverload
    public func contains<Element: JSONScalar>(
        _ element: some _TypedExpression<Element>
    ) -> SQLExpression<Bool> where Value._JSONContent == [Element], Element._Plain: Sendable {
        hasElement(element.node, Element.self)
    }

    private func hasElement<Element: JSONScalar>(
        _ element: SQLNode, _ type: Element.Type
    ) -> SQLExpression<Bool> where Value._JSONContent == [Element], Element._Plain: Sendable {
        // Not IN: with a NULL among the elements, it is NULL for a value that is not one of them.
        let rows: Where<JSONArrayElement<Element>> = jsonEach()
        return rows.where { $0.value == SQLExpression<Element>(element) }.select(\.value).exists()
    }
}

extension TableFunction {
    /// The rows of `json_each`, or of a function with the same columns.
    static func elements(
        of json: SQLNode, _ path: SQLNode? = nil, _ name: StaticString = "json_each",
        isBinary: Bool = false
    ) -> Where<Self> {
        let function: StaticString = isBinary ? "jsonb_each" : name
        return rows(
            calling: .builtIn(function), as: "\(name)", [json] + [path].compactMap { $0 },
            relatives: ["json_each", "json_tree"],
            requirement: isBinary ? .since(3_051_000, "the table-valued function jsonb_each") : nil)
    }
}
