extension Connection {
    /// Throws if this connection could not read a database that is replaced by one of another connection, because its
    /// text is encoded differently.
    ///
    /// A connection uses one encoding for all of its databases, once it has read or created a table. C:
    /// `PRAGMA encoding`.
    func requireTextEncoding(of source: Connection, in schema: String) throws(SQLiteError) {
        // A database whose encoding cannot be read cannot be used either.
        guard let new = source.textEncoding, let old = textEncoding, new != old else { return }
        let version = try? value("PRAGMA main.schema_version", as: Int.self)
        guard version != 0 || schema.lowercased() != "main" else { return }
        throw SQLiteError(
            .error,
            message: "cannot replace the database \"\(schema)\", whose text is encoded in \(old), "
                + "by one in \(new): open connections could not read it")
    }

    private var textEncoding: String? { try? value("PRAGMA encoding") }
}
