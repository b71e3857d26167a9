/// `VALUES (?, ?), (?, ?)`
struct ValueRows: SQLRenderable {
    /// The values of the rows. A value of several columns is a row value.
    let rows: [[SQLNode]]
    let columnCount: Int

    func write(to writer: inout _SQLWriter) {
        guard !rows.isEmpty else {
            // `VALUES` requires at least one row.
            writer.write("SELECT ")
            writer.writeList(0..<columnCount) { writer, _ in writer.write("NULL") }
            return writer.write(" WHERE FALSE")
        }
        writer.write("VALUES ")
        writer.writeList(rows) { writer, row in
            writer.write("(")
            writer.writeList(row.flatMap(\.elements)) { $0.write($1) }
            writer.write(")")
        }
    }
}
