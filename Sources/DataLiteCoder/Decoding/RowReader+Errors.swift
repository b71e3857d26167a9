import DataLiteCore

extension RowReader {
    func missing(_ key: String) -> DecodingError {
        let columns = names.map { "\"\($0)\"" }.joined(separator: ", ")
        return .keyNotFound(
            NameKey(key),
            .init(
                codingPath: [],
                debugDescription: "row \(row) has no column \"\(coder.keys.name(of: key))\", "
                    + "only \(columns): \(statement.sql)"))
    }

    func mismatch(_ type: any Any.Type, _ column: Int32, _ key: String?) -> DecodingError {
        let value: SQLiteValue = statement.columnValue(at: column)
        let name = statement.columnName(at: column) ?? "\(column)"
        let found = value.isNull ? "NULL" : "\(value.storageClass) \(value.debugDescription)"
        let context = DecodingError.Context(
            codingPath: key.map { [NameKey($0)] } ?? [],
            debugDescription: "column \"\(name)\" of row \(row): expected \(type), found \(found): "
                + statement.sql)
        return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
}
