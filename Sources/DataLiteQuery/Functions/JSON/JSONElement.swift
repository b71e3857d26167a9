/// An element of a JSON array or object: a row of `json_each` or `json_tree`
/// (<https://sqlite.org/json1.html#jeach>).
public struct JSONElement: Equatable, Sendable {
    /// The index in an array or the key in an object; NULL for the outermost value.
    public let key: SQLiteValue
    /// The SQL value of a number or string; JSON text for an array or object.
    public let value: SQLiteValue
    /// `null`, `true`, `false`, `integer`, `real`, `text`, `array` or `object`.
    public let type: String
    /// The SQL value of a number or string; NULL for an array or object.
    public let atom: SQLiteValue
    /// A number that identifies the element.
    public let id: Int
    /// The ``id`` of the array or object that contains the element; `nil` for the outermost value
    /// and for `json_each`.
    public let parent: Int?
    /// The path of the element.
    public let fullkey: String
    /// The path of the array or object that contains the element.
    public let path: String
}

extension JSONElement: TableFunction {
    public static let tableDefinition = TableDefinition("json_each") { columns in
        columns.add("key", SQLiteValue.self)
        columns.add("value", SQLiteValue.self)
        columns.add("type", String.self)
        columns.add("atom", SQLiteValue.self)
        columns.add("id", Int.self)
        columns.add("parent", Int?.self)
        columns.add("fullkey", String.self)
        columns.add("path", String.self)
    }

    public init(row: inout RowReader) throws(SQLiteError) {
        key = try row.next()
        value = try row.next()
        type = try row.next()
        atom = try row.next()
        id = try row.next()
        parent = try row.next()
        fullkey = try row.next()
        path = try row.next()
    }

    public func encode(to values: inout RowWriter) {
        values.append(key)
        values.append(value)
        values.append(type)
        values.append(atom)
        values.append(id)
        values.append(parent)
        values.append(fullkey)
        values.append(path)
    }

    /// The columns.
    public struct Columns: ColumnSet {
        public typealias Model = JSONElement
        public typealias Output = JSONElement

        public let _source: ColumnSource

        public init(_source: ColumnSource) { self._source = _source }

        /// The index in an array, or the name in an object; NULL for the value itself.
        public var key: SQLExpression<SQLiteValue> { _source.column("key") }
        /// The value; JSON text if it is an array or object.
        public var value: SQLExpression<SQLiteValue> { _source.column("value") }
        /// The type in JSON, such as `text` or `integer`.
        public var type: SQLExpression<String> { _source.column("type") }
        /// The value; NULL if it is an array or object.
        public var atom: SQLExpression<SQLiteValue> { _source.column("atom") }
        /// A number that no other element has.
        public var id: SQLExpression<Int> { _source.column("id") }
        /// The `id` of the array or object that contains the element.
        public var parent: SQLExpression<Int?> { _source.column("parent") }
        /// The path of the element.
        public var fullkey: SQLExpression<String> { _source.column("fullkey") }
        /// The path of the array or object that contains the element.
        public var path: SQLExpression<String> { _source.column("path") }
    }
}

// MARK: - Tables of elements

extension JSONOperand {
    /// The elements of an array or object, as a table.
    ///
    /// ```swift
    /// Reminder.where { $0.tags.jsonEach().where { $0.value == "car" }.exists() }
    /// Reminder.join { $0.tags.jsonEach() }.select { ($0.title, $1.value) }
    /// ```
    ///
    /// For an array whose elements have one type, the value has that type: see ``JSONArrayElement``.
    ///
    /// - Parameter path: The path of the array or object; `nil` for the whole value.
    @_disfavoredOverload
    public func jsonEach(_ path: JSONPath? = nil) -> Where<JSONElement> {
        elements("json_each", path?.node)
    }

    /// The elements of an array or object, as a table in which arrays and objects are in SQLite's binary form. It requires
    /// SQLite 3.51.
    ///
    /// - Parameter path: The path of the array or object; `nil` for the whole value.
    @_disfavoredOverload
    public func jsonbEach(_ path: JSONPath? = nil) -> Where<JSONElement> {
        JSONElement.elements(of: jsonNode, path?.node, isBinary: true)
    }

    /// The value, or the value at a path, and all its elements, at any depth, as a table.
    public func jsonTree(_ path: JSONPath? = nil) -> Where<JSONElement> {
        elements("json_tree", path?.node)
    }

    func elements(_ function: StaticString, _ path: SQLNode?) -> Where<JSONElement> {
        JSONElement.elements(of: jsonNode, path, function)
    }
}
