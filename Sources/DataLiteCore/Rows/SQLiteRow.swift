/// A row of a result, independent of the statement that returned it: an ordered list of columns,
/// each with its name and value.
///
/// A row is read by position, by name, or as a collection:
///
/// ```swift
/// let row: SQLiteRow = ["id": 1, "name": "Ada", "email": nil]
/// row["name"]                            // .text("Ada")
/// try row["id", as: Int.self]            // 1, or an error that names the column
/// try row["email", as: String?.self]     // nil
/// for (column, value) in row { print(column, value) }
/// ```
///
/// Column names may repeat. A lookup by name finds the first column with exactly this name, or else the first whose
/// name differs only in the case of ASCII letters. The SQL determines how many columns a row has, so no index, range or
/// count is out of bounds: an element that does not exist has no name and the value NULL, and ranges are clamped.
//
// SAFETY: a storage is not changed while two rows share it, so several threads can read it. `ManagedBuffer` itself is
// not Sendable.
public struct SQLiteRow: @unchecked Sendable {
    @usableFromInline var storage: RowStorage

    init(_ storage: RowStorage) { self.storage = storage }

    package init(columns: Columns, values: [SQLiteValue]) {
        // A statement of another type may return fewer or more values than names.
        let count = columns.names.count
        storage = .make(columns, capacity: count)
        for value in values.prefix(count) { storage.append(value) }
        for _ in Swift.min(values.count, count)..<count { storage.append(.null) }
    }

    /// The names of the columns, shared by all rows of one result.
    @inlinable public var columns: Columns { storage.parts.pointee.columns }

    /// The values, in the order of the columns.
    ///
    /// Complexity: O(count); the array is created at each access.
    public var values: [SQLiteValue] { Array(storage.values) }

    /// The value at a position, which must exist.
    @inlinable
    func value(_ position: Int) -> SQLiteValue {
        defer { withExtendedLifetime(storage) {} }
        return storage.start[position]
    }

    /// Whether there is a column at a position.
    @inlinable
    func has(_ position: Int) -> Bool {
        UInt(bitPattern: position) < UInt(storage.parts.pointee.count)
    }

    /// Creates a row of columns with their values.
    public init(_ elements: some Sequence<(column: String, value: SQLiteValue)>) {
        var names: [String] = []
        var values: [SQLiteValue] = []
        for (column, value) in elements {
            names.append(column)
            values.append(value)
        }
        self.init(columns: Columns(names), values: values)
    }
}

extension SQLiteRow: ExpressibleByDictionaryLiteral {
    /// Creates a row of columns with Swift values, in the order written.
    public init(dictionaryLiteral elements: (String, (any SQLiteBindable)?)...) {
        self.init(elements.lazy.map { (column: $0.0, value: $0.1?.sqliteValue ?? .null) })
    }
}

extension SQLiteRow: Hashable {
    /// Equal rows have the same columns, in the same order, with the same values.
    public static func == (lhs: SQLiteRow, rhs: SQLiteRow) -> Bool {
        lhs.columns == rhs.columns && lhs.storage.values.elementsEqual(rhs.storage.values)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(columns)
        hasher.combine(count)
        for value in storage.values { hasher.combine(value) }
    }
}

extension SQLiteRow: _LenientCollection {
    /// A column and its value.
    public typealias Element = (column: String, value: SQLiteValue)

    @inlinable public var startIndex: Int { 0 }
    @inlinable public var endIndex: Int { storage.parts.pointee.count }

    /// The element at every position outside the row: no name, and the value NULL.
    public static var _missingElement: Element { ("", .null) }

    /// The column at a position; an element without a name and with the value NULL if there is none.
    public subscript(position: Int) -> Element {
        has(position) ? (columns.names[position], value(position)) : Self._missingElement
    }

    /// The columns in a range of positions, which is clamped to the row.
    public subscript(bounds: Range<Int>) -> _LenientSlice<SQLiteRow> {
        _LenientSlice(self, bounds)
    }
}

extension SQLiteRow: CustomStringConvertible {
    /// `[id: 1, name: 'Ada']`
    public var description: String {
        "[" + map { "\($0.column): \($0.value.debugDescription)" }.joined(separator: ", ") + "]"
    }
}

extension SQLiteRow {
    /// The column names as parameter names: `id` becomes `:id`.
    public var namedParameters: [String] { columns.names.map { ":" + $0 } }
}
