/// A statement that is written when all its parts are known.
struct SQLWriterPart {
    let write: (inout _SQLWriter) -> Void

    func sql() throws(SQLiteError) -> SQL {
        try _SQLWriter.withScratch { writer throws(SQLiteError) in
            write(&writer)
            return try writer.finish()
        }
    }
}

/// Writes the statements that change which rows belong to a parent.
struct AssociationWriter {
    let path: _AssociationPath
    /// The key of the parent.
    let parent: [SQLiteValue]
    /// The columns by which the rows are found.
    let key: [String]
    /// The table that is changed: that of the rows, or the join table.
    let table: TableDefinition?
    /// The keys of the rows.
    let rows: _ParentKeys

    private var isJoined: Bool { path.links.count > 1 }

    /// The columns of the changed table that refer to the parent.
    private var parentColumns: [String] { path.links[0].key }

    /// The columns of the changed table that identify a row of the association.
    private var rowColumns: [String] { isJoined ? path.links[0].nextKey : key }

    var addition: SQLWriterPart {
        SQLWriterPart { writer in if isJoined { insert(&writer) } else { update(&writer) } }
    }

    /// - Parameter isListed: Whether the listed rows are removed, instead of all others.
    func removal(isListed: Bool) -> SQLWriterPart {
        SQLWriterPart { writer in
            writer.write(isJoined ? "DELETE FROM " : "UPDATE ")
            writeTable(to: &writer)
            if !isJoined {
                writer.write(" SET ")
                writer.writeList(parentColumns) {
                    $0.writeName($1)
                    $0.write(" = NULL")
                }
            }
            writer.write(" WHERE ")
            writeParent(to: &writer)
            writer.write(" AND ")
            writeListed(isListed: isListed, to: &writer)
        }
    }

    /// Sets the foreign keys of the rows.
    private func update(_ writer: inout _SQLWriter) {
        writer.write("UPDATE ")
        writeTable(to: &writer)
        writer.write(" SET ")
        writer.writeList(Array(zip(parentColumns, parent))) {
            $0.writeName($1.0)
            $0.write(" = ")
            $0.write(parameter: $1.1)
        }
        writer.write(" WHERE ")
        writeListed(isListed: true, to: &writer)
    }

    /// Inserts the missing rows of the join table.
    private func insert(_ writer: inout _SQLWriter) {
        let keys = KeyTable(rows)
        writer.write("INSERT INTO ")
        writeTable(to: &writer)
        writer.write("(")
        writer.writeList(parentColumns + rowColumns) { $0.writeName($1) }
        writer.write(") SELECT ")
        writer.writeList(parent) { $0.write(parameter: $1) }
        for column in keys.columnNames {
            writer.write(", ")
            writer.writeColumn("keys", column)
        }
        writer.write(" FROM ")
        keys.write(to: &writer)
        writer.write(" AS \"keys\" WHERE NOT EXISTS (SELECT 1 FROM ")
        writeTable(to: &writer)
        writer.write(" WHERE ")
        writeParent(to: &writer)
        for (name, column) in zip(rowColumns, keys.columnNames) {
            writer.write(" AND ")
            writeColumn(name, to: &writer)
            writer.write(" = ")
            writer.writeColumn("keys", column)
        }
        writer.write(")")
    }

    private func writeTable(to writer: inout _SQLWriter) {
        if let table { writer.write(bytes: table.quotedName) }
    }

    private func writeColumn(_ name: String, to writer: inout _SQLWriter) {
        writer.writeColumn(table?.name ?? "", name)
    }

    /// Writes the condition that a row belongs to the parent.
    private func writeParent(to writer: inout _SQLWriter) {
        for (index, (name, value)) in zip(parentColumns, parent).enumerated() {
            if index > 0 { writer.write(" AND ") }
            writeColumn(name, to: &writer)
            writer.write(" = ")
            writer.write(parameter: value)
        }
    }

    /// Writes the condition that a row is one of the given ones, or none of them.
    private func writeListed(isListed: Bool, to writer: inout _SQLWriter) {
        let keys = KeyTable(rows)
        let columns = rowColumns
        if columns.count > 1 { writer.write("(") }
        writer.writeList(columns) { writeColumn($1, to: &$0) }
        if columns.count > 1 { writer.write(")") }
        writer.write(isListed ? " IN (SELECT " : " NOT IN (SELECT ")
        writer.writeList(keys.columnNames) { $0.writeColumn("keys", $1) }
        writer.write(" FROM ")
        keys.write(to: &writer)
        writer.write(" AS \"keys\")")
        guard !isListed, isJoined else { return }
        // Every value is not in an empty list, even NULL.
        for name in columns {
            writer.write(" AND ")
            writeColumn(name, to: &writer)
            writer.write(" IS NOT NULL")
        }
    }
}

extension _ParentKeys {
    /// The keys of rows in memory, none of which contains NULL.
    init(_ keys: [[SQLiteValue]], width: Int) {
        self.init(positions: Array(0..<width))
        for key in keys { append(key) }
    }
}
