/// `VALUES (?, ?), (?, ?)`
struct ValueRows: SQLRenderable {
    /// The values of the rows. A value of several columns is a row value.
    let rows: [[SQLNode]]
    let columnCount: Int

    func write(to writer: inout _SQLWriter) {
        // `VALUES` requires at least one row.
        guard !rows.isEmpty else { return writer.writeNoRows(columnCount: columnCount) }
        writer.write("VALUES ")
        writer.writeList(rows) { writer, row in
            writer.write("(")
            writer.writeList(row.flatMap(\.elements)) { $0.write($1) }
            writer.write(")")
        }
    }
}

extension _SQLWriter {
    /// Writes a query without rows.
    mutating func writeNoRows(columnCount: Int) {
        write("SELECT ")
        writeList(0..<max(columnCount, 1)) { writer, _ in writer.write("NULL") }
        write(" WHERE FALSE")
    }
}
