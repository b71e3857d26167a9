import DataLiteCore

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
