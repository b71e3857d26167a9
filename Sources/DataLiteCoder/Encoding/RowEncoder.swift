public import DataLiteCore

/// Turns `Encodable` values into rows: a column for each property, one column named `value` for a
/// simple type, and columns named `0`, `1`, ... for an array.
public struct RowEncoder: Sendable {
    /// The forms of dates, keys and so on.
    public var coder: SQLiteCoder

    /// Whether properties that are `nil` are left out, so that the defaults of a table's columns
    /// apply. They are NULL otherwise.
    public var omitsNil: Bool

    /// An encoder.
    public init(coder: SQLiteCoder = .default, omitsNil: Bool = false) {
        self.coder = coder
        self.omitsNil = omitsNil
    }

    /// The row of a value.
    ///
    /// - Throws: what the value's `encode(to:)` throws; an `EncodingError` for a number that the
    ///   coder does not write.
    public func encode(_ value: some Encodable) throws -> SQLiteRow {
        let sink = RowSink(coder, omitsNil: omitsNil)
        try sink.encode(value, with: ValueEncoder(sink))
        return sink.row
    }

    /// The rows of values, in their order.
    ///
    /// - Throws: as ``encode(_:)``.
    public func encode(contentsOf values: some Sequence<some Encodable>) throws -> [SQLiteRow] {
        try values.map { try encode($0) }
    }
}

/// Collects the values of a row.
final class RowSink: ValueSink {
    let coder: SQLiteCoder
    let omitsNil: Bool
    private(set) var columns: [String] = []
    private(set) var values: [SQLiteValue] = []
    private var replaces = false

    init(_ coder: SQLiteCoder, omitsNil: Bool) {
        self.coder = coder
        self.omitsNil = omitsNil
    }

    func encode(_ value: some Encodable, with encoder: ValueEncoder) throws {
        columns.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        replaces = false
        try encoder.encode(value)
    }

    var row: SQLiteRow {
        SQLiteRow(zip(columns, values).lazy.map { (column: $0, value: $1) })
    }

    func put(_ value: SQLiteValue, key: String) { put(value, name: coder.keys.name(of: key)) }
    func put(_ value: SQLiteValue, position: Int) { put(value, name: "\(position)") }
    func put(_ value: SQLiteValue) { put(value, name: "value") }

    func put(_ value: SQLiteValue, name: String) {
        if replaces, let position = columns.firstIndex(of: name) {
            values[position] = value
            return
        }
        columns.append(name)
        values.append(value)
    }
    func beginParts() { replaces = true }
}
