/// The values of the parameters of a statement or a script: by position, or by name.
///
/// ```swift
/// try connection.execute("INSERT INTO people(name, age) VALUES (?, ?)", ["Ada", 36])
/// try connection.execute("INSERT INTO people(name, age) VALUES (:name, :age)", ["name": "Ada", "age": 36])
/// ```
///
/// A name matches `:name`, `@name` and `$name`. If no parameter has exactly that name, the case of ASCII letters is
/// ignored. `DataLiteCoder` adds parameters from `Encodable` values.
///
/// Each parameter needs a value and each value a parameter; otherwise, running the statement throws `SQLITE_RANGE`.
public struct SQLParameters: Sendable {
    @usableFromInline
    package enum Values: Sendable {
        case none
        case positions([SQLiteValue])
        case names(SQLiteRow)
        /// Values that were encoded by a coder.
        indirect case encoded(EncodedParameters)
    }

    @usableFromInline package let values: Values

    @inlinable
    package init(_ values: Values) { self.values = values }

    /// No values.
    @inlinable
    public init() { self.init(.none) }

    /// Values by position.
    public init(_ values: some Sequence<(any SQLiteBindable)?>) {
        self.init(.positions(values.map { $0?.sqliteValue ?? .null }))
    }

    /// Values by position.
    @inlinable
    public init<Values: Sequence>(_ values: Values) where Values.Element: SQLiteBindable {
        self.init(.positions(values.map(\.sqliteValue)))
    }

    /// Values by name: the columns of a row. If several columns have the same name, the first is used.
    public init(_ row: SQLiteRow) { self.init(.names(row)) }

    /// Values by name.
    public init<Value: SQLiteBindable>(_ named: [String: Value]) {
        self.init(SQLiteRow(named.lazy.map { (column: $0.key, value: $0.value.sqliteValue) }))
    }

    /// Values of several types, by name.
    public init(_ named: [String: any SQLiteBindable]) {
        self.init(SQLiteRow(named.lazy.map { (column: $0.key, value: $0.value.sqliteValue) }))
    }

    /// Values of several types, or NULL, by name.
    public init(_ named: [String: (any SQLiteBindable)?]) {
        self.init(
            SQLiteRow(
                named.lazy.map { (column: $0.key, value: $0.value?.sqliteValue ?? .null) }))
    }
}

extension SQLParameters: ExpressibleByArrayLiteral {
    /// Values by position.
    public init(arrayLiteral values: (any SQLiteBindable)?...) {
        self.init(.positions(values.map { $0?.sqliteValue ?? .null }))
    }
}

extension SQLParameters: ExpressibleByDictionaryLiteral {
    /// Values by name. If a name occurs more than once, its first value is used.
    public init(dictionaryLiteral members: (String, (any SQLiteBindable)?)...) {
        self.init(
            SQLiteRow(members.lazy.map { (column: $0.0, value: $0.1?.sqliteValue ?? .null) }))
    }
}

/// Values that were encoded by a coder, with its policy for values that do not match the parameters.
@usableFromInline
package struct EncodedParameters: Sendable {
    package var positions: [SQLiteValue] = []
    package var names = SQLiteRow()
    package let policy: ParameterPolicy

    /// The error of encoding the values, if any. Running the statement throws it.
    package var error: SQLiteError?

    package init(policy: ParameterPolicy) { self.policy = policy }
}
