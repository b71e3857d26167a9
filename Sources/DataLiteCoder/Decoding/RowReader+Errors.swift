import DataLiteCore

extension RowReader {
    func missing(_ place: RowPlan.Place) -> DecodingError {
        let key = plan.key(at: place) ?? ""
        let columns = names.map { "\"\($0)\"" }.joined(separator: ", ")
        return .keyNotFound(
            NameKey(key),
            .init(
                codingPath: [],
                debugDescription: "row \(row) has no column \"\(coder.keys.name(of: key))\", "
                    + "only \(columns): \(statement.sql)"))
    }

    func mismatch(
        _ type: any Any.Type, _ column: Int32, _ place: RowPlan.Place
    ) -> DecodingError {
        let value: SQLiteValue = statement.columnValue(at: column)
        let name = statement.columnName(at: column) ?? "\(column)"
        let found = value.isNull ? "NULL" : "\(value.storageClass) \(value.debugDescription)"
        let context = DecodingError.Context(
            codingPath: path(to: place),
            debugDescription: "column \"\(name)\" of row \(row): expected \(type), found \(found): "
                + statement.sql)
        return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    func beyondEnd(_ type: any Any.Type) -> DecodingError {
        .valueNotFound(
            type,
            .init(
                codingPath: [],
                debugDescription: "row \(row) has \(names.count) columns only: \(statement.sql)"))
    }
}
