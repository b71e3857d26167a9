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
