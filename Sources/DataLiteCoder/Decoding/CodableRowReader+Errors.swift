import DataLiteCore

extension CodableRowReader {
    private var sql: String { MessageText.sql(statement?.sql ?? "") }

    func path(to keyColumn: RowPlan.KeyColumn) -> [any CodingKey] {
        codingPath + (plan.key(at: keyColumn).map { [NameKey($0)] } ?? [])
    }

    func missing(_ keyColumn: RowPlan.KeyColumn) -> DecodingError {
        let key = plan.key(at: keyColumn) ?? ""
        let names = MessageText.names(columns.names)
        return .keyNotFound(
            NameKey(key),
            .init(
                codingPath: codingPath,
                debugDescription:
                    "row \(row) has no column \"\((columns.prefix ?? "") + coder.keys.name(of: key))\", "
                    + "only \(names): \(sql)"))
    }

    func mismatch(
        _ type: any Any.Type, _ column: Int32, _ keyColumn: RowPlan.KeyColumn
    ) -> DecodingError {
        let value = sqliteValue(column)
        let context = DecodingError.Context(
            codingPath: path(to: keyColumn),
            debugDescription:
                "\(name(of: column)): expected \(type), found \(value.summary): \(sql)")
        return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// An error from decoding a column, with the column and row added.
    func located(
        _ error: DecodingError, _ column: Int32, _ keyColumn: RowPlan.KeyColumn
    ) -> DecodingError {
        located(error, name(of: column), path(to: keyColumn))
    }

    /// An error from decoding a row, with the row number added.
    @usableFromInline
    func located(_ error: any Error) -> any Error {
        guard let error = error as? DecodingError else { return error }
        return located(error, "row \(row)", codingPath)
    }

    private func located(
        _ error: DecodingError, _ what: String, _ path: [any CodingKey]
    ) -> DecodingError {
        func located(_ context: DecodingError.Context) -> DecodingError.Context {
            // Added only once, and not if decoding the row closed its cursor.
            guard statement != nil, !context.debugDescription.hasSuffix(": " + sql) else {
                return context
            }
            // A path that does not begin with the column is a path within JSON.
            let isWhole = context.codingPath.first?.stringValue == path.first?.stringValue
            let outer = isWhole ? [] : path
            return .init(
                codingPath: outer + context.codingPath,
                debugDescription: "\(what): \(context.debugDescription): \(sql)",
                underlyingError: context.underlyingError)
        }
        return switch error {
        case .typeMismatch(let type, let context): .typeMismatch(type, located(context))
        case .valueNotFound(let type, let context): .valueNotFound(type, located(context))
        case .keyNotFound(let key, let context): .keyNotFound(key, located(context))
        case .dataCorrupted(let context): .dataCorrupted(located(context))
        @unknown default: error
        }
    }

    private func name(of column: Int32) -> String {
        "column \"\(MessageText.name(statement?.columnName(at: column) ?? "\(column)"))\" of row \(row)"
    }

    func beyondEnd(_ type: any Any.Type) -> DecodingError {
        .valueNotFound(
            type,
            .init(
                codingPath: [],
                debugDescription:
                    "row \(row) has only \(columns.names.count.counted("column")): \(sql)"))
    }
}
