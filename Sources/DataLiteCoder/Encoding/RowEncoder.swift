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
