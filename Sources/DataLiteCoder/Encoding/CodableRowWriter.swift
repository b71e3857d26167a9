import DataLiteCore

/// Writes values as rows, which collect in a sink until they are taken.
final class CodableRowWriter {
    let rows: RowSink

    // SAFETY: the properties are read by copying and written by assignment, or changed by a function that calls no
    // code of the user; so two accesses never overlap. Checking that took 200 instructions for an insert.
    @exclusivity(unchecked) private var writer: ValueWriter

    /// The columns, for the rows that share them.
    @exclusivity(unchecked) private var header: SQLiteRow.Columns?

    init(nils: NilForm, excluded: [String]) {
        rows = RowSink(nils: nils, excluded: excluded)
        writer = ValueWriter(rows)
    }

    // Containers that are kept for the run refer to the writer.
    deinit { writer.end() }

    func beginRun(_ coder: SQLiteCoder) {
        writer.end()
        ValueWriter.replaceIfKept(&writer)
        writer.begin(coder)
    }

    func endRun() { writer.end() }

    /// Writes a row after those that there are.
    func write(_ value: some Encodable) throws {
        rows.begin()
        defer { rows.end() }
        try writer.encode(value)
    }

    /// The row of a value, when there are no others.
    func row(of value: some Encodable) throws -> SQLiteRow {
        try write(value)
        if rows.hasNewColumns { header = nil }
        let columns = header ?? SQLiteRow.Columns(rows.columns)
        header = columns
        defer { rows.removeRows(keepingLatest: false) }
        return SQLiteRow(columns: columns, values: rows.values)
    }
}
