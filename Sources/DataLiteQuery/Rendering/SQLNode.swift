/// The tree of an expression.
@usableFromInline
enum SQLNode: Sendable {
    /// A column: the name of its table or alias, empty if it is not qualified, and its own.
    case column(String, String)
    case parameter(SQLiteValue)
    /// A row value: `(a, b)`.
    case row([SQLNode])
    /// A mistake that running the statement reports.
    case failure(SQLiteError)
}

extension SQLNode {
    /// A value as bound parameters.
    init(binding value: some RowRepresentable) {
        var values = RowValues()
        values.append(value)
        if let error = values.error {
            self = .failure(error)
        } else if let value = values.onlyValue {
            self = .parameter(value)
        } else {
            self = .row(values.values.map(SQLNode.parameter))
        }
    }
}
