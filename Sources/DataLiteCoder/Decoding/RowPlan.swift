import DataLiteCore

/// The columns of a type's keys. A type reads its keys in the same order for each row, so the next entry is nearly
/// always the right one.
struct RowPlan {
    /// A key and its column.
    struct KeyColumn {
        fileprivate let index: Int32

        /// The key's column; -1 if there is none.
        let column: Int32

        /// For a column without a key.
        static let none = KeyColumn(index: -1, column: -1)

        /// For the row as a whole.
        static let row = KeyColumn(index: -2, column: -1)

        /// The same key with another column.
        func of(_ column: Int32) -> KeyColumn { KeyColumn(index: index, column: column) }

        var isNone: Bool { index < 0 }
        var isRow: Bool { index == Self.row.index }
    }

    private struct Entry {
        let key: String
        let column: Int32
        var form = KnownForm()
        var part = Part.unknown
    }

    /// The source of a property without a column.
    enum Part {
        case unknown
        case none
        case reader(CodableRowReader)
    }

    private var entries: [Entry] = []
    private var next = 0

    /// Whether a property is read from columns with a prefix.
    private(set) var hasParts = false

    /// Begins a row.
    mutating func begin() { next = 0 }

    /// The column of a key that has been looked up before.
    @inline(__always)
    mutating func keyColumn(of key: String) -> KeyColumn? {
        let index = next
        guard index < entries.count, SQLName.same(entries[index].key, key) else {
            return otherKeyColumn(of: key)
        }
        next = index &+ 1
        return keyColumn(at: index)
    }

    private func keyColumn(at index: Int) -> KeyColumn {
        KeyColumn(index: Int32(truncatingIfNeeded: index), column: entries[index].column)
    }

    private mutating func otherKeyColumn(of key: String) -> KeyColumn? {
        guard let index = entries.firstIndex(where: { SQLName.same($0.key, key) }) else {
            return nil
        }
        next = index + 1
        return keyColumn(at: index)
    }

    /// Adds a key.
    ///
    /// - Parameter column: Its column; -1 if there is none.
    mutating func add(_ key: String, _ column: Int32) -> KeyColumn {
        if let known = otherKeyColumn(of: key) { return known }
        entries.append(Entry(key: key, column: column))
        next = entries.count
        return keyColumn(at: next - 1)
    }

    var count: Int { entries.count }

    func key(at keyColumn: KeyColumn) -> String? {
        keyColumn.isNone ? nil : entries[Int(keyColumn.index)].key
    }

    func part(at keyColumn: KeyColumn) -> Part {
        keyColumn.isNone ? .none : entries[Int(keyColumn.index)].part
    }

    mutating func setPart(_ part: Part, at keyColumn: KeyColumn) {
        entries[Int(keyColumn.index)].part = part
        hasParts = true
    }

    /// Ends the readers of properties that are read from columns with a prefix. A reader is not reused if the caller
    /// kept one of its containers or decoders.
    mutating func endParts() {
        for index in entries.indices {
            guard case .reader(var reader) = entries[index].part else { continue }
            entries[index].part = .unknown
            reader.end()
            if isOnlyReference(&reader) { entries[index].part = .reader(reader) }
        }
    }

    subscript(formAt keyColumn: KeyColumn) -> KnownForm {
        get { entries[Int(keyColumn.index)].form }
        set { entries[Int(keyColumn.index)].form = newValue }
    }
}

// MARK: - VisibleColumns

/// The columns visible to a reader: all columns of a statement, or the columns whose names begin
/// with a prefix.
final class VisibleColumns {
    /// The header of an SQLite `Statement`. If the statement's columns change, it has another
    /// header.
    let header: SQLiteRow.Columns?

    /// The prefix of the names in the statement.
    let prefix: String?

    /// The names, without the prefix.
    let names: [String]

    /// The names without repetitions. A join may return several columns with one name, but a container has a key once.
    private(set) lazy var distinctNames: [String] = {
        var known: Set<[UInt8]> = []
        return names.filter { known.insert(Array($0.utf8)).inserted }
    }()

    /// The position of the first column whose name an earlier column has; `Int.max` if there is none.
    private(set) lazy var firstRepetition = RepeatedColumns.firstRepetition(in: names) ?? .max

    /// The names that have been read although several columns have them.
    private var repeatedNames: [String] = []

    /// Whether a column after the first repetition of a name has been read.
    private var readsRepetition = false

    /// Whether a type reads all names, and not those of its properties.
    var readsAllNames = false

    /// The column of each name; `nil` if the names are all columns of the statement.
    private let indexes: [Int32]?

    init(of statement: any StatementProtocol) {
        header = statement.sqliteStatement?._withUnsafeGuaranteedRef { $0.currentColumns() }
        names = header?.names ?? statement.columnNames()
        prefix = nil
        indexes = nil
    }

    /// The columns in `others` whose names begin with a prefix, ignoring case; `nil` if there are
    /// none.
    init?(_ others: VisibleColumns, prefix: String) {
        var names: [String] = []
        var indexes: [Int32] = []
        for (position, name) in others.names.enumerated()
        where SQLName.matches(
            String(decoding: name.utf8.prefix(prefix.utf8.count), as: UTF8.self), prefix)
        {
            names.append(String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self))
            indexes.append(others.index(at: position))
        }
        guard !names.isEmpty else { return nil }
        header = nil
        self.prefix = (others.prefix ?? "") + prefix
        self.names = names
        self.indexes = indexes
    }

    /// The column at a position.
    func index(at position: Int) -> Int32 {
        guard let indexes else { return Int32(position) }
        return indexes.indices.contains(position) ? indexes[position] : -1
    }

    /// The position of the column with a name. An exact match takes precedence over a match that ignores case.
    func position(of name: String) -> Int? {
        names.firstIndex { SQLName.same($0, name) }
            ?? names.firstIndex { SQLName.matches($0, name) }
    }

    /// Throws if a type, with the column at a position, reads columns of several tables as if they were those of one.
    func willRead(_ position: Int, _ codingPath: [any CodingKey]) throws {
        guard firstRepetition < .max, !readsAllNames else { return }
        let name = names[position]
        if RepeatedColumns.isRepeated(name, in: names), !repeatedNames.contains(name) {
            repeatedNames.append(name)
        }
        if position >= firstRepetition { readsRepetition = true }
        guard readsRepetition, !repeatedNames.isEmpty else { return }
        throw DecodingError.dataCorrupted(
            .init(
                codingPath: codingPath, debugDescription: RepeatedColumns.message(repeatedNames)))
    }
}

// MARK: - RowContainer

/// An unkeyed container of the columns of a row, in order.
struct RowUnkeyedContainer: NestingUnkeyedDecodingContainer {
    private let reader: CodableRowReader
    private let rowID: Int
    private(set) var currentIndex = 0

    init(_ reader: CodableRowReader) {
        self.reader = reader
        rowID = reader.rowID
    }

    var codingPath: [any CodingKey] { reader.codingPath }
    var count: Int? { reader.columns.names.count }
    var isAtEnd: Bool { currentIndex >= reader.columns.names.count }

    mutating func decodeNil() throws -> Bool {
        let isNull = reader.isNull(try column(Never?.self))
        if isNull { currentIndex += 1 }
        return isNull
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let value = try reader.value(type, column: column(type), position: currentIndex)
        currentIndex += 1
        return value
    }

    private func column(_ type: any Any.Type) throws -> Int32 {
        try reader.requireRow(rowID)
        guard !isAtEnd else { throw reader.beyondEnd(type) }
        return reader.columns.index(at: currentIndex)
    }

    // A structure in a column is JSON.

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try reader.jsonReader(column((any Decoder).self), .none)
        currentIndex += 1
        return decoder
    }
}

/// The state of a keyed container of rows. It can read most values without its reader.
final class RowContainer: RunContainer<CodableRowReader> {
    // SAFETY: the properties are read by copying and written by assignment, or changed by methods of `Array` that
    // call no user code, so two accesses never overlap.

    /// The statement of the run, if it is an SQLite `Statement`.
    ///
    /// SAFETY: valid while it is set, because the reader retains the statement and ends the run before releasing it.
    /// A container that the reader does not store is not notified of the end of a run, so its statement is `nil`.
    @exclusivity(unchecked) private(set) var statement: Unmanaged<Statement>?

    /// The columns of single-byte keys; empty for other keys.
    @exclusivity(unchecked) private var columns: [RowPlan.KeyColumn] = []

    override func begin(_ reader: CodableRowReader) {
        super.begin(reader)
        statement = reader.real
    }

    override func endRun() {
        super.endRun()
        statement = nil
    }

    /// The column of a key; `none` if it has not been looked up yet.
    @inline(__always)
    func column<Key: CodingKey>(of key: Key) -> RowPlan.KeyColumn {
        guard let byte = KeyByte.of(key), byte < columns.count else { return .none }
        return columns[byte]
    }

    func setColumn<Key: CodingKey>(_ column: RowPlan.KeyColumn, of key: Key) {
        guard let byte = KeyByte.of(key) else { return }
        let missing = byte + 1 - columns.count
        if missing > 0 { columns += repeatElement(.none, count: missing) }
        columns[byte] = column
    }
}
