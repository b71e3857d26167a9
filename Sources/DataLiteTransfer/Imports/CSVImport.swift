import DataLiteCore

/// Inserts the records of comma-separated values into a table.
struct CSVImport {
    private let rows: RowImport
    private let form: CSVForm
    private var reader: CSVReader

    /// The column of each field; `nil` for a field that is ignored.
    private var columns: [String?] = []
    private var sql = ""

    /// What the text of each field means.
    private var meanings: [ImportedText] = []

    init(_ source: ImportSource, _ rows: RowImport, _ form: CSVForm) throws {
        self.rows = rows
        self.form = form
        reader = try CSVReader(source, separator: form.separator.byte)
    }

    mutating func run() throws -> Int {
        guard try readHeader() else { return 0 }
        let used = columns.compactMap { $0 }
        var names: Set<SchemaName> = []
        if let repeated = used.first(where: { !names.insert(SchemaName($0)).inserted }) {
            throw SQLiteError(
                .error,
                message: "\(RowImport.place(reader.line, repeated)): the column is repeated")
        }
        sql = rows.insert(used)
        meanings = columns.map { $0.map(rows.meaning) ?? .any }
        reader.readsEmptyLines = columns.count == 1
        return try rows.run { try insertNext() }
    }

    /// - Returns: Whether there is anything to read.
    private mutating func readHeader() throws -> Bool {
        switch form.header {
        case .none: columns = rows.columns
        case .names(let names): columns = try names.map { try rows.column(named: $0, 1) }
        case .firstLine:
            guard try reader.next() else { return false }
            columns = try reader.fields.indices.map { index in
                try rows.column(named: text(at: index) ?? "", reader.line)
            }
        }
        return true
    }

    private mutating func insertNext() throws -> Int? {
        guard try reader.next() else { return nil }
        return try rows.insertRow(sql, values(), reader.line)
    }

    /// The values of the columns in the latest record: TEXT, or NULL for an empty field without quotes.
    private func values() throws -> [SQLiteValue] {
        let count = reader.fields.count
        if count > columns.count, !rows.options.ignoresExtraFields { throw countMismatch }
        if count < columns.count, !rows.options.missingFieldsAreNull { throw countMismatch }
        var values: [SQLiteValue] = []
        values.reserveCapacity(columns.count)
        for (index, column) in columns.enumerated() where column != nil {
            let text = index < count ? try text(at: index) : nil
            values.append(text.map { meanings[index].value($0, .hexadecimal) } ?? .null)
        }
        return values
    }

    private var countMismatch: SQLiteError {
        let (found, expected) = (reader.fields.count, columns.count)
        let what =
            found < expected
            ? "no value for \(columns[found].map { "column \"\(MessageText.name($0))\"" } ?? "field \(found + 1)")"
            : "no column for field \(expected + 1)"
        return SQLiteError(
            .error,
            message: """
                line \(reader.line) of the import has \(found.counted("field")) instead of \
                \(expected): \(what)
                """)
    }

    private func text(at index: Int) throws(SQLiteError) -> String? {
        do {
            return try reader.text(at: index)
        } catch {
            let column = index < columns.count ? columns[index] : nil
            throw RowImport.failure(
                error,
                column.map { RowImport.place(reader.line, $0) }
                    ?? "line \(reader.line) of the import, field \(index + 1)")
        }
    }
}
