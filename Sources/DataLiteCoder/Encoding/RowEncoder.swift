public import DataLiteCore

/// Encodes values as rows: a column for each property, one column named `value` for a simple type,
/// and columns named `0`, `1`, ... for an array.
public struct RowEncoder: Sendable {
    /// The coder that determines the formats of dates, keys and so on.
    public var coder: SQLiteCoder

    /// Whether properties that are `nil` are omitted, so that the defaults of the table's columns
    /// apply. Otherwise they are NULL.
    public var omitsNil: Bool

    /// The columns to omit, ignoring case. Generated columns must be omitted.
    public var excludedColumns: [String]

    /// Creates an encoder.
    ///
    /// - Parameters:
    ///   - coder: The coder that determines the formats of dates, keys and so on.
    ///   - omitsNil: Whether properties that are `nil` are omitted.
    ///   - excludedColumns: The columns to omit.
    public init(
        coder: SQLiteCoder = .default, omitsNil: Bool = false,
        excluding excludedColumns: [String] = []
    ) {
        self.coder = coder
        self.omitsNil = omitsNil
        self.excludedColumns = excludedColumns
    }

    /// Encodes a value as a row.
    ///
    /// - Throws: Any error thrown by the value's `encode(to:)`; an `EncodingError` for a number
    ///   that the coder rejects.
    public func encode(_ value: some Encodable) throws -> SQLiteRow {
        try writer().row(of: value)
    }

    /// Encodes values as rows, in order. Rows with the same columns share the column names.
    ///
    /// - Throws: The same errors as ``encode(_:)``. An `EncodingError` names the position of the
    ///   value, starting at 0.
    public func encode(contentsOf values: some Sequence<some Encodable>) throws -> [SQLiteRow] {
        let writer = writer()
        var rows: [SQLiteRow] = []
        for value in values {
            rows.append(
                try EncodingError.locating("element \(rows.count)", IndexKey(rows.count)) {
                    try writer.row(of: value)
                })
        }
        return rows
    }

    private func writer() -> CodableRowWriter {
        let writer = CodableRowWriter(nils: omitsNil ? .omitted : .null, excluded: excludedColumns)
        writer.beginRun(coder)
        return writer
    }
}

/// Writes values as rows, which are collected in a sink.
final class CodableRowWriter {
    let rows: RowSink

    // SAFETY: the properties are read by copying and written by assignment, or changed by a function that calls no
    // user code, so two accesses never overlap. The checks took 200 instructions per insert.
    @exclusivity(unchecked) private var writer: ValueWriter

    /// The columns, shared by rows.
    @exclusivity(unchecked) private var header: SQLiteRow.Columns?

    init(nils: NilForm, excluded: [String]) {
        rows = RowSink(nils: nils, excluded: excluded)
        writer = ValueWriter(rows)
    }

    // Containers that are kept for the run reference the writer.
    deinit { writer.end() }

    func beginRun(_ coder: SQLiteCoder) {
        writer.end()
        ValueWriter.replaceIfKept(&writer)
        writer.begin(coder)
    }

    func endRun() { writer.end() }

    /// Appends a row.
    func write(_ value: some Encodable) throws {
        rows.begin()
        defer { rows.end() }
        try writer.encode(value)
    }

    /// The row of a value. The sink must contain no other rows.
    func row(of value: some Encodable) throws -> SQLiteRow {
        try write(value)
        if rows.hasNewColumns { header = nil }
        let columns = header ?? SQLiteRow.Columns(rows.columns)
        header = columns
        defer { rows.removeRows(keepingLatest: false) }
        return SQLiteRow(columns: columns, values: rows.values)
    }
}

// MARK: - RowSink

/// Collects the values of rows, one row at a time.
///
/// Rows of one type usually have the same columns in the same order, so each row is compared with the previous one
/// while it is written. Single-byte keys are compared without their names.
final class RowSink: ValueSink {
    let nils: NilForm

    /// The columns to omit, ignoring case.
    let excluded: [String]

    // SAFETY: the properties without an exclusivity check at run time are read by copying and written by assignment,
    // or changed by methods of `Array`. Only releasing a value may call user code, as `removeRows` does between rows.
    // That code can reach only `put` and `putNil`, which change nothing between rows. So two accesses never overlap.

    /// The columns of the latest row.
    @exclusivity(unchecked) private(set) var columns: [String] = []

    /// The keys of the columns.
    @exclusivity(unchecked) private var slots: [KeySlot] = []

    /// The values of all rows.
    @exclusivity(unchecked) private(set) var values: [SQLiteValue] = []

    /// The columns of the latest row whose value is `nil`, with ``NilForm/unset``.
    @exclusivity(unchecked) private(set) var unset: [String] = []
    @exclusivity(unchecked) private var unsetBefore: [String] = []

    /// The index of the latest row's first value.
    @exclusivity(unchecked) private(set) var start = 0

    /// Whether the latest row differs from the row before in its columns, or in which of them are `nil`.
    @exclusivity(unchecked) private(set) var hasNewColumns = false

    /// The number of values at the beginning of the latest row that are elements of an array.
    @exclusivity(unchecked) private var elements = 0

    @exclusivity(unchecked) private var phase = Phase.closed

    private enum Phase {
        /// Between rows. A value that is put in this phase comes from a container that outlived its row.
        case closed
        case row
    }

    init(nils: NilForm, excluded: [String]) {
        self.nils = nils
        self.excluded = excluded
    }

    /// Begins a row.
    func begin() {
        start = values.count
        elements = 0
        hasNewColumns = false
        if nils == .unset {
            unsetBefore = unset
            unset = []
        }
        phase = .row
    }

    /// Ends the row.
    func end() {
        phase = .closed
        let count = values.count - start
        if count < columns.count { cutColumns(count) }
        if nils == .unset, unset != unsetBefore { hasNewColumns = true }
    }

    /// Removes the values of the rows before the latest one, or of all rows.
    func removeRows(keepingLatest: Bool) {
        if keepingLatest {
            values.removeSubrange(..<start)
        } else {
            values.removeAll(keepingCapacity: true)
        }
        start = 0
    }

    private func cutColumns(_ count: Int) {
        columns.removeSubrange(count...)
        slots.removeSubrange(count...)
        hasNewColumns = true
    }

    // MARK: - The sink

    var closedError: any Error { ValueWriter.ended }

    func put(_ value: SQLiteValue, _ slot: KeySlot) -> Bool {
        guard phase == .row else { return false }
        let position = values.count - start
        guard position < slots.count, slots[position] == slot else { return false }
        values.append(value)
        return true
    }

    /// If a key gets several values, the last one is used.
    ///
    /// - Throws: An `EncodingError` if another key of the same type has become the same column.
    func put(_ value: SQLiteValue, name: String, _ slot: KeySlot) throws {
        guard phase == .row else { throw closedError }
        guard !excluded.contains(where: { SQLName.matches($0, name) }) else {
            return
        }
        let position = values.count - start
        if position < columns.count, SQLName.same(columns[position], name) {
            slots[position] = slot
            values.append(value)
        } else if let earlier = columns[..<position].firstIndex(where: {
            SQLName.same($0, name)
        }) {
            guard !slots[earlier].isOtherKey(than: slot) else {
                throw EncodingError.invalidValue(
                    value,
                    .init(
                        codingPath: [],
                        debugDescription: "two keys of a type become the column "
                            + "\"\(MessageText.name(name))\""))
            }
            // Released after the change, because releasing it may call user code.
            let replaced = values[start + earlier]
            defer { withExtendedLifetime(replaced) {} }
            values[start + earlier] = value
            if nils == .unset { unset.removeAll { SQLName.same($0, name) } }
        } else {
            append(value, name: name, slot, at: position)
        }
    }

    private func append(_ value: SQLiteValue, name: String, _ slot: KeySlot, at position: Int) {
        if position < columns.count { cutColumns(position) }
        columns.append(name)
        slots.append(slot)
        hasNewColumns = true
        values.append(value)
    }

    func putNil(name: String, _ slot: KeySlot) throws {
        try put(.null, name: name, slot)
        if nils == .unset { unset.append(name) }
    }

    func put(_ value: SQLiteValue, position: Int) throws {
        let name = "\(position)"
        let isNext = phase == .row && position == elements && position == values.count - start
        guard isNext, excluded.isEmpty else { return try put(value, name: name, .none) }
        elements += 1
        if position < columns.count, SQLName.same(columns[position], name) {
            try put(value, name: name, .none)
        } else {
            // The row has only elements, so the name is new: looking it up would take quadratic time.
            append(value, name: name, .none, at: position)
        }
    }

    func put(_ value: SQLiteValue) throws { try put(value, name: "value", .none) }
}
