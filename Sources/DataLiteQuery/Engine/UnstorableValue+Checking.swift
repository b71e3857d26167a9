extension SQLiteError {
    /// Throws if a value that is bound to a parameter, the result of a function, or a literal is an ``UnstorableValue``.
    package static func requireStorable(
        _ values: some Sequence<SQLiteValue>
    ) throws(SQLiteError) {
        for value in values {
            if let value = UnstorableValue(value) { throw value.error() }
        }
    }
}
