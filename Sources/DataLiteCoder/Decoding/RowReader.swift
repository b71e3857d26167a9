import DataLiteCore
import Foundation

/// Reads the rows of one run of a statement as `Decodable` types: the decoder that their
/// `init(from:)` gets. One object serves all rows.
///
/// Nothing here is generic over the type's coding keys: the compiler could not specialise that for
/// types of other modules, and looking up the generic code's metadata would cost several times what
/// reading a column does.
@usableFromInline
final class RowReader: Decoder {
    @usableFromInline let statement: any StatementProtocol
    let coder: SQLiteCoder
    @usableFromInline let codingPath: [any CodingKey] = []
    @usableFromInline let userInfo: [CodingUserInfoKey: Any] = [:]

    private let readsFloatsAsText: Bool
    private let readsDatesAsCore: Bool

    /// The statement, if it is an SQLite's own: read without counting references.
    private let real: Unmanaged<Statement>?

    // These four and the next two: no two accesses can overlap, for what is called between them, a
    // type's own `init(from:)`, finds them as they were left.

    /// The number of the row, from 1 on.
    @exclusivity(unchecked) private(set) var row = 0

    /// Where the keys are, in the order in which the type asks for them: which is the same for each
    /// row, so that the next entry is nearly always the right one.
    @exclusivity(unchecked) private var plan: [Entry] = []
    @exclusivity(unchecked) private var next = 0

    @exclusivity(unchecked) private var rowForm = ColumnForm.unknown
    private var columnForms: [ColumnForm] = []

    /// The container that was made for the first row: it has no state of its own. It holds this
    /// reader, so ``end()`` lets go of it.
    @exclusivity(unchecked) private var container: KeptContainer?

    private struct Entry {
        let key: String
        let column: Int32
        var form = ColumnForm.unknown
    }

    private(set) lazy var names = statement.columnNames()

    init(_ statement: any StatementProtocol, _ coder: SQLiteCoder) {
        self.statement = statement
        real = Statement.unmanaged(statement)
        self.coder = coder
        readsFloatsAsText = if case .text = coder.nonConformingFloats { true } else { false }
        readsDatesAsCore =
            switch coder.dates {
            case .text, .iso8601, .unixSeconds: true
            case .unixMilliseconds, .julianDay, .custom: false
            }
    }
}

// MARK: - Rows

extension RowReader {
    /// The current row.
    @inlinable
    func read<T: Decodable>(_ type: T.Type) throws -> T {
        beginRow(type) ? try T(from: self) : try readByForm(type)
    }

    /// - Returns: whether the type reads itself, by way of a container.
    @usableFromInline
    func beginRow(_ type: any Decodable.Type) -> Bool {
        row += 1
        next = 0
        if case .unknown = rowForm {
            rowForm = ColumnForm(of: type, coder)
            columnForms = Array(repeating: .unknown, count: names.count)
        }
        if case .singleValue = rowForm { return type != SQLiteRow.self }
        return false
    }

    @usableFromInline
    func readByForm<T: Decodable>(_ type: T.Type) throws -> T {
        if type == SQLiteRow.self, let row = statement.currentRow() as? T { return row }
        return try value(type, at: 0, &rowForm, nil)
    }

    @usableFromInline
    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        if let container, container.isFor(type) { return container.container() }
        let fresh = KeyedDecodingContainer(KeyedRow<Key>(reader: self))
        container = KeptContainer(fresh)
        return fresh
    }

    @usableFromInline
    func unkeyedContainer() -> any UnkeyedDecodingContainer { UnkeyedRow(reader: self) }

    /// The first column.
    @usableFromInline
    func singleValueContainer() -> any SingleValueDecodingContainer {
        ColumnReader(self, 0, nil)
    }
}

// MARK: - Keys

extension RowReader {
    /// Says that there are no more rows to read.
    @usableFromInline
    func end() { container = nil }

    /// The place of a key in the plan.
    private func entry(_ key: String) -> Int {
        if next < plan.count, plan[next].key == key {
            next += 1
            return next - 1
        }
        let position = plan.firstIndex { $0.key == key } ?? append(key)
        next = position + 1
        return position
    }

    private func append(_ key: String) -> Int {
        let name = coder.keys.name(of: key)
        let column = names.firstIndex { ColumnName.equal($0, name) } ?? -1
        plan.append(Entry(key: key, column: Int32(column)))
        return plan.count - 1
    }

    /// The column of a key; -1 if there is none.
    func column(_ key: String) -> Int32 { plan[entry(key)].column }

    /// The column of a key.
    func requiredColumn(_ key: String) throws -> Int32 {
        let column = column(key)
        guard column >= 0 else { throw missing(key) }
        return column
    }

    func isNull(_ column: Int32) -> Bool {
        if let real { return Statement.columnView(of: real, at: column).isNull }
        return statement.withColumn(at: column) { $0.isNull }
    }
}

// MARK: - Numbers and texts

extension RowReader {
    /// What the core reads by itself.
    @inline(__always)
    func simple<T: SQLiteRepresentable>(_ type: T.Type, _ key: String) throws -> T {
        try simple(type, at: requiredColumn(key), key)
    }

    @inline(__always)
    func simple<T: SQLiteRepresentable>(
        _ type: T.Type, at column: Int32, _ key: String?
    ) throws -> T {
        if let value: T = columnValue(column) { return value }
        throw mismatch(type, column, key)
    }

    @inline(__always)
    private func columnValue<T: SQLiteRepresentable>(_ column: Int32) -> T? {
        if let real { return T(Statement.columnView(of: real, at: column)) }
        return statement.columnValue(at: column)
    }

    /// The same, where NULL is `nil`, and so is a column that is not there.
    @inline(__always)
    func optional<T: SQLiteRepresentable>(_ type: T.Type, _ key: String) throws -> T? {
        let column = column(key)
        guard column >= 0 else { return nil }
        if let value: T = columnValue(column) { return value }
        guard isNull(column) else { throw mismatch(type, column, key) }
        return nil
    }

    func double(_ key: String) throws -> Double {
        try readsFloatsAsText ? value(Double.self, key) : simple(Double.self, key)
    }

    func optionalDouble(_ key: String) throws -> Double? {
        try readsFloatsAsText ? optionalValue(Double.self, key) : optional(Double.self, key)
    }
}

// MARK: - Types that are more than that

extension RowReader {
    func value<T: Decodable>(_ type: T.Type, _ key: String) throws -> T {
        let entry = entry(key)
        let column = plan[entry].column
        guard column >= 0 else { throw missing(key) }
        return try value(type, entry, column, key)
    }

    /// NULL is `nil`, and so is a column that is not there.
    func optionalValue<T: Decodable>(_ type: T.Type, _ key: String) throws -> T? {
        let entry = entry(key)
        let column = plan[entry].column
        guard column >= 0, !isNull(column) else { return nil }
        return try value(type, entry, column, key)
    }

    private func value<T: Decodable>(
        _ type: T.Type, _ entry: Int, _ column: Int32, _ key: String
    ) throws -> T {
        if type == Date.self, readsDatesAsCore {
            return Self.same(try simple(Date.self, at: column, key))
        }
        if type == Data.self { return Self.same(try simple(Data.self, at: column, key)) }
        var form = plan[entry].form
        defer { plan[entry].form = form }
        return try value(type, at: column, &form, key)
    }

    /// A value whose type has been found to be the one asked for.
    @inline(__always)
    private static func same<A, T>(_ value: A) -> T {
        // Both are one type, so the bits are what they have to be; copying counts the reference.
        withUnsafePointer(to: value) { UnsafeRawPointer($0).load(as: T.self) }
    }

    func value<T: Decodable>(_ type: T.Type, column: Int32) throws -> T {
        var form = columnForms[Int(column)]
        defer { columnForms[Int(column)] = form }
        return try value(type, at: column, &form, nil)
    }

    func value<T: Decodable>(
        _ type: T.Type, at column: Int32, _ form: inout ColumnForm, _ key: String?
    ) throws -> T {
        if case .unknown = form { form = ColumnForm(of: type, coder) }
        switch form {
        case .unknown, .singleValue:
            do {
                return try T(from: ColumnReader(self, column, key))
            } catch NeedsJSON.structure {
                form = .json
                return try json(type, column, key)
            }
        case .json:
            return try json(type, column, key)
        case .representable(let representable):
            guard let value = open(representable, column) as? T else {
                throw mismatch(type, column, key)
            }
            return value
        case .date, .double, .bigInteger:
            let stored: SQLiteValue = statement.columnValue(at: column)
            guard let value = coder.convert(stored, to: type) as? T else {
                throw mismatch(type, column, key)
            }
            return value
        }
    }

    private func open<R: SQLiteRepresentable>(_ type: R.Type, _ column: Int32) -> R? {
        columnValue(column)
    }
}
