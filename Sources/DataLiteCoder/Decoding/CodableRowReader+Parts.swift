import DataLiteCore

// A property without its own column is read from the columns whose names begin with the property's name and a
// separator: `author` from `author.id` and `author.name`.

extension CodableRowReader {
    /// Whether a property without a column is read from columns with its prefix.
    func hasPart(at keyColumn: RowPlan.KeyColumn) -> Bool {
        // A property that is nested too deeply exists, and reading it is an error.
        do { return try part(at: keyColumn) != nil } catch { return true }
    }

    /// The reader for a property without a column, ready for the current row; `nil` if no column has its
    /// prefix.
    ///
    /// - Throws: A `DecodingError` if the property is nested too deeply.
    func part(at keyColumn: RowPlan.KeyColumn) throws -> CodableRowReader? {
        guard let statement, let key = plan.key(at: keyColumn) else { return nil }
        let part: CodableRowReader
        switch plan.part(at: keyColumn) {
        case .none: return nil
        case .reader(let reader): part = reader
        case .unknown:
            let prefix = coder.keys.name(of: key) + coder.prefixSeparator
            guard !coder.prefixSeparator.isEmpty,
                let columns = VisibleColumns(columns, prefix: prefix)
            else {
                plan.setPart(.none, at: keyColumn)
                return nil
            }
            let path = path(to: keyColumn)
            try NestingLimit.require(path)
            part = CodableRowReader(columns, coder, path)
            plan.setPart(.reader(part), at: keyColumn)
        }
        if part.statement == nil { part.begin(statement, real, coder) }
        part.setNextRow(row)
        return part
    }
}
