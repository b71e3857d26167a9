/// The text of a query, and where the values go that are given when it runs.
@usableFromInline
struct PreparedText: Sendable {
    /// The text, and the values of all parameters but the placeholders.
    @usableFromInline let sql: SQL

    let placeholders: [Placeholder]

    /// The parameters that are not placeholders, by position.
    private let constants: [Int32]

    init(_ query: some Query) throws(SQLiteError) {
        var writer = SQLWriter(capacity: 256)
        query.write(to: &writer)
        placeholders = writer.placeholders
        sql = try writer.finishWithPlaceholders()
        let positions = Set(placeholders.map(\.position))
        constants = sql.parameters.indices.map { Int32($0 + 1) }.filter { !positions.contains($0) }
    }

    /// Binds the values that are part of the query.
    @usableFromInline
    func bindConstants(to statement: any StatementProtocol) throws(SQLiteError) {
        for position in constants {
            try statement.bind(sql.parameters[Int(position) - 1], at: position)
        }
    }

    /// Binds an argument wherever the query uses it.
    @usableFromInline
    func bind(
        _ values: RowValues, ofArgument argument: Int, to statement: any StatementProtocol
    ) throws(SQLiteError) {
        if let error = values.error { throw error }
        let only = values.onlyValue
        for placeholder in placeholders {
            guard case .argument(argument) = placeholder.source else { continue }
            try statement.bind(
                only ?? values.values[placeholder.column], at: placeholder.position)
        }
    }

    /// Throws if the query has parameters of another kind than those that are given.
    func requirePlaceholders(
        _ isGiven: (Placeholder.Source) -> Bool
    ) throws(SQLiteError) {
        if let other = placeholders.first(where: { !isGiven($0.source) }) {
            throw other.missingValue(in: sql)
        }
    }
}
