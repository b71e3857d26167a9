import DataLiteCore

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
