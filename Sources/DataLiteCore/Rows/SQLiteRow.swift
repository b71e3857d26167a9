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
        lhs.columns.hasSameNames(as: rhs.columns)
            && lhs.storage.values.elementsEqual(rhs.storage.values)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(columns.names)
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

// MARK: - Columns

extension SQLiteRow {
    /// The column names of a result, shared by all its rows.
    public final class Columns: Sendable {
        /// The names, in order.
        public let names: [String]

        // Up to this many names, comparing them one by one is faster than hashing.
        private static let scanLimit = 12

        private let positions: (exact: [ExactName: Int], lowercased: [ExactName: Int])?

        // A string that is equal to an ASCII name and has the same length has the same bytes.
        @usableFromInline let areFewAndASCII: Bool

        /// Creates columns with the given names, which may repeat.
        package init(_ names: [String]) {
            self.names = names
            self.areFewAndASCII =
                names.count <= Self.scanLimit
                && names.allSatisfy { $0.utf8.allSatisfy { $0 < 128 } }
            self.positions =
                names.count > Self.scanLimit
                ? (Self.positions(of: names), Self.positions(of: names.map(\.lowercasedASCII)))
                : nil
        }

        private static func positions(of names: [String]) -> [ExactName: Int] {
            Dictionary(
                zip(names.lazy.map { ExactName(name: $0) }, names.indices),
                uniquingKeysWith: { first, _ in first })
        }

        convenience init(of statement: some StatementProtocol) {
            self.init(statement.columnNames())
        }

        /// The number of columns.
        package var count: Int { names.count }

        /// The position of the first column whose name has the same bytes, or else of the first whose name differs only
        /// in the case of ASCII letters; `nil` if there is none.
        @inlinable
        public func position(of name: String) -> Int? {
            guard areFewAndASCII else { return searchedPosition(of: name) }
            let length = name.utf8.count
            return names.firstIndex { $0.utf8.count == length && $0 == name }
                ?? searchedPosition(of: name)
        }

        @usableFromInline
        func searchedPosition(of name: String) -> Int? {
            guard let positions else { return SQLName.position(of: name, in: names) }
            return positions.exact[ExactName(name: name)]
                ?? positions.lowercased[ExactName(name: name.lowercasedASCII)]
        }
    }
}

extension SQLiteRow.Columns {
    /// Whether the names are the same, in the same order.
    package func hasSameNames(as other: SQLiteRow.Columns) -> Bool {
        self === other || names.elementsEqual(other.names, by: SQLName.same)
    }
}

// MARK: - RowStorage

/// The columns of a ``RowStorage``, and the number of its values.
@usableFromInline
struct RowStorageHeader {
    @usableFromInline let columns: SQLiteRow.Columns
    @usableFromInline var count = 0
}

/// The columns and the values of an ``SQLiteRow`` in one allocation.
///
/// An array of the values would take 200 more instructions for each row: `fetch-SQLiteRow-by-index` of
/// `.ci/instructions`.
//
// SAFETY: the number of initialized elements is in the header. A storage is changed only by the code that created it,
// until it is part of a row, or through a reference that is known to be the only one.
@usableFromInline
final class RowStorage: ManagedBuffer<RowStorageHeader, SQLiteValue> {
    /// An empty storage with room for `capacity` values.
    static func make(_ columns: SQLiteRow.Columns, capacity: Int) -> RowStorage {
        let storage = create(minimumCapacity: capacity) { _ in RowStorageHeader(columns: columns) }
        return unsafeDowncast(storage, to: RowStorage.self)
    }

    deinit {
        // Each separately: most values are numbers, which need no deinitialization.
        var value = start
        let end = value + parts.pointee.count
        while value < end {
            switch value.pointee {
            case .int, .real, .null: break
            case .text, .blob: value.deinitialize(count: 1)
            }
            value += 1
        }
    }

    /// The header, without the check that a stored property of a class has at each access.
    @inlinable
    @inline(__always)
    var parts: UnsafeMutablePointer<RowStorageHeader> { withUnsafeMutablePointerToHeader { $0 } }

    @inlinable
    @inline(__always)
    var start: UnsafeMutablePointer<SQLiteValue> { withUnsafeMutablePointerToElements { $0 } }

    /// The values. They are valid while the storage is referenced and not changed.
    @inlinable
    @inline(__always)
    var values: UnsafeMutableBufferPointer<SQLiteValue> {
        UnsafeMutableBufferPointer(start: start, count: parts.pointee.count)
    }

    /// Appends a value. There must be room for it.
    @inline(__always)
    func append(_ value: consuming SQLiteValue) {
        (start + parts.pointee.count).initialize(to: value)
        parts.pointee.count += 1
    }

    /// A storage with the same values.
    func copy() -> RowStorage {
        let copy = RowStorage.make(parts.pointee.columns, capacity: values.count)
        for value in values { copy.append(value) }
        return copy
    }
}
