/// A type whose values are decoded from consecutive columns of a row, by position.
///
/// A conforming type reads its columns in order, directly from SQLite's memory:
///
/// ```swift
/// struct City: RowDecodable {
///     let name: String
///     let population: Int?
///
///     static let columnCount = 2
///
///     init(row: inout RowReader) throws(SQLiteError) {
///         name = try row.next()
///         population = try row.next()
///     }
/// }
///
/// let cities = try connection.rows("SELECT name, population FROM city", as: City.self)
/// ```
///
/// Every ``SQLiteRepresentable`` value is decodable from one column. An optional is `nil` if all
/// columns of the wrapped type are NULL.
public protocol RowDecodable {
    /// The number of columns that ``init(row:)`` reads.
    static var columnCount: Int { get }

    /// The names of the columns that ``init(row:)`` reads, used to decode rows of SQL text by name. Default: `nil`, for
    /// a type that is decoded by position.
    static var _columnNames: [String]? { get }

    /// Decodes a value from the next columns of a row.
    ///
    /// - Throws: `SQLITE_MISMATCH` if a value cannot be converted. The message names the column and the row.
    init(row: inout RowReader) throws(SQLiteError)
}

extension RowDecodable {
    @inlinable
    public static var _columnNames: [String]? { nil }
}

/// A type whose values are decoded from, and encoded to, one or more columns.
///
/// ``SQLiteRepresentable`` values take one column.
public protocol RowRepresentable<_Plain>: RowDecodable {
    /// The type of a comparison of two values in SQL: `Bool`, or `Bool?` if NULL is one of the values.
    ///
    /// For a type without an order in SQL, it is a type that is not a condition, so that a comparison does not compile.
    associatedtype _Condition: _ComparisonResult = Bool

    /// The type of the values in Swift code: the type of the property if `Self` is only the form in which a column
    /// stores its values, otherwise `Self`.
    associatedtype _Plain = Self

    /// The type of a value that an update of typed SQL assigns to a column: ``_Plain``; for numbers and text, a type that
    /// the operators of the standard library do not take, so that `+=` is that of typed SQL.
    associatedtype _Assigned = _Plain

    /// ``_Plain``; for an optional, the ``_Plain`` of its wrapped type.
    associatedtype _Wrapped = _Plain

    /// The type itself; for an optional, its wrapped type.
    associatedtype _NonNull: RowRepresentable = Self

    /// The type with the columns of a value as its members, for typed SQL.
    associatedtype _Columns: _ColumnMembers = _NoColumns

    /// The type with the columns of an optional value as its members, for typed SQL.
    associatedtype _OptionalColumns: _ColumnMembers = _NoColumns

    /// The form in which a column stores the values, if it differs from ``_Plain``. Default: `nil`.
    static var _representation: Any.Type? { get }

    /// Creates the stored form of a value.
    init(_plain: _Plain)

    /// Creates the stored form of a value that an update assigns.
    init(_assigned: _Assigned)

    /// The Swift value of the stored form.
    var _plain: _Plain { get }

    /// Appends the values of the columns, exactly ``RowDecodable/columnCount`` of them, in the
    /// order in which ``RowDecodable/init(row:)`` reads them. An insert of many rows may call it twice for a row.
    func encode(to values: inout RowWriter)

    /// Whether NULL is one of the values. Default: `false`.
    static var isNullable: Bool { get }

    /// Whether a column of a value may be NULL. A group of columns may contain such columns even if the group itself is
    /// never NULL. Default: ``isNullable``.
    static var _containsNull: Bool { get }

    /// Whether SQL orders the stored values as Swift orders the values of the type. Default: `true`.
    ///
    /// Typed SQL offers no `<`, `between`, `min`, `max` or order for a type without such an order, such as `Decimal`:
    /// compared as text, 9 is greater than 10.
    static var isOrdered: Bool { get }
}

/// The type of a comparison of two values in SQL.
public protocol _ComparisonResult: RowRepresentable {
    /// The type if one of the values is optional.
    associatedtype _OrNull: _ComparisonResult
}

extension Bool: _ComparisonResult {
    public typealias _OrNull = Bool?
}

extension Bool?: _ComparisonResult {
    public typealias _OrNull = Bool?
}

/// The type of a comparison of numbers that are stored as text, which SQL compares character by character: 9 is greater
/// than 10. Cast them, `$0.price.cast(as: Double.self)`, or store them in a representation with an order.
public enum NoNumericOrder: SQLiteRepresentable, _ComparisonResult {
    public typealias _OrNull = NoNumericOrder

    /// Always `nil`.
    public init?(_ value: SQLiteValue) { nil }

    public var sqliteValue: SQLiteValue { switch self {} }
}

/// A type whose members are the columns of a value, for typed SQL.
public protocol _ColumnMembers {
    /// The columns of a value.
    ///
    /// - Parameter row: The expression for the value, of a type of typed SQL; `nil` for the columns of its table.
    init(_row: Any?)
}

/// The members of a single-column expression, which has none.
public struct _NoColumns: _ColumnMembers {
    public init(_row: Any?) {}
}

extension RowRepresentable {
    @inlinable
    public static var isNullable: Bool { false }

    @inlinable
    public static var _containsNull: Bool { isNullable }

    @inlinable
    public static var isOrdered: Bool { true }

    @inlinable
    public static var _representation: Any.Type? { nil }
}

extension RowRepresentable where _Assigned == _Plain {
    @inlinable
    public init(_assigned value: _Assigned) { self.init(_plain: value) }
}

/// A number or text: its operators in the standard library take no `any RowRepresentable`.
public protocol _OperatorValue: RowRepresentable
where _Plain == Self, _Assigned == any RowRepresentable<Self> {}

extension _OperatorValue {
    @inlinable
    public init(_assigned value: any RowRepresentable<Self>) { self = value._plain }
}

extension RowRepresentable where _Plain == Self {
    @inlinable
    public init(_plain: Self) { self = _plain }

    @inlinable
    public var _plain: Self { self }
}

// MARK: - Single values

extension SQLiteRepresentable {
    /// Always 1.
    @inlinable
    public static var columnCount: Int { 1 }

    @inlinable
    public init(row: inout RowReader) throws(SQLiteError) {
        self = try row.next()
    }

    @inlinable
    public func encode(to values: inout RowWriter) {
        if values.storage == .parameters {
            // A value that is only bound needs no reference of its own.
            values.bindNext(sqliteValue)
        } else {
            values.append(value: sqliteValue)
        }
    }
}

// MARK: - Optionals

extension Optional: RowDecodable where Wrapped: RowDecodable {
    @inlinable
    public static var columnCount: Int { Wrapped.columnCount }

    @inlinable
    public static var _columnNames: [String]? { Wrapped._columnNames }

    /// Decodes `nil` if all columns are NULL, or the value is another form of `nil`, such as the JSON text `null`.
    @inlinable
    public init(row: inout RowReader) throws(SQLiteError) {
        if row.skipNulls(Wrapped.columnCount) {
            self = nil
            return
        }
        do {
            self = try Wrapped(row: &row)
        } catch {
            try row.requireNullForm(of: Wrapped.self, error)
            self = nil
        }
    }
}

extension Optional: RowRepresentable where Wrapped: RowRepresentable {
    public typealias _Condition = Wrapped._Condition._OrNull
    public typealias _Plain = Wrapped._Plain?
    public typealias _Wrapped = Wrapped._Plain
    public typealias _NonNull = Wrapped
    public typealias _Columns = Wrapped._OptionalColumns
    public typealias _OptionalColumns = Wrapped._OptionalColumns

    @inlinable
    public init(_plain: Wrapped._Plain?) {
        self = _plain.map(Wrapped.init(_plain:))
    }

    @inlinable
    public static var _representation: Any.Type? { Wrapped._representation }

    @inlinable
    public var _plain: Wrapped._Plain? { self.map { $0._plain } }

    @inlinable
    public static var isNullable: Bool { true }

    @inlinable
    public static var isOrdered: Bool { Wrapped.isOrdered }

    /// Appends the columns of the wrapped value, or the same number of NULLs.
    @inlinable
    public func encode(to values: inout RowWriter) {
        if let self {
            self.encode(to: &values)
        } else {
            for _ in 0..<Wrapped.columnCount { values.append(value: .null) }
        }
    }
}
