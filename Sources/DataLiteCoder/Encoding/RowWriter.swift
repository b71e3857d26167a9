import DataLiteCore

/// Writes values as rows, which pile up in a sink until they are taken.
final class RowWriter {
    let rows: RowSink

    // Replacing it calls nothing that could come here.
    @exclusivity(unchecked) private var encoder: ValueEncoder

    /// The columns, for the rows that share them.
    private var header: SQLiteRow.Columns?

    init(nils: NilForm, excluded: [String]) {
        rows = RowSink(nils: nils, excluded: excluded)
        encoder = ValueEncoder(rows)
    }

    /// Writes a row behind those that there are.
    func write(_ value: some Encodable, _ coder: SQLiteCoder) throws {
        ValueEncoder.renew(&encoder)
        rows.begin()
        defer { rows.end() }
        try encoder.encode(value, coder)
    }

    /// The row of a value, when there are no others.
    func row(of value: some Encodable, _ coder: SQLiteCoder) throws -> SQLiteRow {
        try write(value, coder)
        if rows.hasNewColumns { header = nil }
        let columns = header ?? SQLiteRow.Columns(rows.columns)
        header = columns
        defer { rows.removeRows(keepingLatest: false) }
        return SQLiteRow(columns: columns, values: rows.values)
    }
}
