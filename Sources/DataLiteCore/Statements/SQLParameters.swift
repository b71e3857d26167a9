/// The values of the parameters of a statement or a script: by position, or by name.
///
/// ```swift
/// try connection.execute("INSERT INTO people(name, age) VALUES (?, ?)", ["Ada", 36])
/// try connection.execute("INSERT INTO people(name, age) VALUES (:name, :age)", ["name": "Ada", "age": 36])
/// ```
///
/// A name stands for `:name`, `@name` and `$name`; if no parameter has exactly that name, for those that differ only in
/// the case of ASCII letters. `DataLiteCoder` adds parameters from `Encodable` values.
///
/// Each parameter needs a value and each value a parameter, otherwise running the statement throws `SQLITE_RANGE`.
public struct SQLParameters: Sendable {
    @usableFromInline
    package enum Values: Sendable {
        case none
        case positions([SQLiteValue])
        case names(SQLiteRow)
        /// Values that a coder has written.
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

    /// Values by name: those of the columns. Of columns with the same name, the first counts.
    public init(_ row: SQLiteRow) { self.init(.names(row)) }

    /// Values by name.
    public init<Value: SQLiteBindable>(_ named: [String: Value]) {
        self.init(SQLiteRow(named.lazy.map { (column: $0.key, value: $0.value.sqliteValue) }))
    }

    /// Values of several types by name.
    public init(_ named: [String: any SQLiteBindable]) {
        self.init(SQLiteRow(named.lazy.map { (column: $0.key, value: $0.value.sqliteValue) }))
    }

    /// Values of several types by name, or NULL.
    public init(_ named: [String: (any SQLiteBindable)?]) {
        self.init(
            SQLiteRow(
                named.lazy.map { (column: $0.key, value: $0.value?.sqliteValue ?? .null) }))
    }
}

extension SQLParameters: ExpressibleByArrayLiteral {
    /// Values by position.
    public init(arrayLiteral values: (any SQLiteBindable)?...) {
        self.init(
            values.isEmpty ? .none : .positions(values.map { $0?.sqliteValue ?? .null }))
    }
}

extension SQLParameters: ExpressibleByDictionaryLiteral {
    /// Values by name. Of values with the same name, the first counts.
    public init(dictionaryLiteral members: (String, (any SQLiteBindable)?)...) {
        self.init(
            SQLiteRow(members.lazy.map { (column: $0.0, value: $0.1?.sqliteValue ?? .null) }))
    }
}

/// Values that a coder has written, with its rules for those that do not match the parameters.
@usableFromInline
package struct EncodedParameters: Sendable {
    package var positions: [SQLiteValue] = []
    package var names = SQLiteRow()
    package let policy: ParameterPolicy

    /// Why the values could not be written, which running the statement throws.
    package var error: SQLiteError?

    package init(policy: ParameterPolicy) { self.policy = policy }
}
