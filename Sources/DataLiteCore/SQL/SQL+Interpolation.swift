extension SQL {
    /// What the compiler builds an interpolated literal with.
    public struct Interpolation: StringInterpolationProtocol {
        @usableFromInline var text: String
        @usableFromInline var parameters: [SQLiteValue]

        var sql: SQL { SQL(raw: text, parameters: parameters) }

        @inlinable
        public init(literalCapacity: Int, interpolationCount: Int) {
            text = ""
            text.reserveCapacity(literalCapacity + interpolationCount)
            parameters = []
            parameters.reserveCapacity(interpolationCount)
        }

        @inlinable
        public mutating func appendLiteral(_ literal: String) {
            text.append(literal)
        }

        /// Binds a value.
        @inlinable
        public mutating func appendInterpolation(_ value: some SQLiteBindable) {
            text.append("?")
            parameters.append(value.sqliteValue)
        }

        /// Binds a value, or NULL.
        @inlinable
        public mutating func appendInterpolation(_ value: (some SQLiteBindable)?) {
            text.append("?")
            parameters.append(value?.sqliteValue ?? .null)
        }

        /// Binds a value, or NULL.
        public mutating func appendInterpolation(_ value: (any SQLiteBindable)?) {
            text.append("?")
            parameters.append(value?.sqliteValue ?? .null)
        }

        /// Splices another piece, with its parameters.
        public mutating func appendInterpolation(_ sql: SQL) {
            text.append(sql.text)
            parameters.append(contentsOf: sql.parameters)
        }

        /// Quotes a name: of a table, a column, an index, ...
        public mutating func appendInterpolation(identifier name: String) {
            text.append(SQLLiteral.identifier(name))
        }

        /// Binds each value of a list, for the right side of `IN`. An empty list gives `()`, which
        /// SQLite takes as a list that no value is in.
        public mutating func appendInterpolation<S: Sequence>(list values: S)
        where S.Element: SQLiteBindable {
            appendList(values.lazy.map(\.sqliteValue))
        }

        /// Binds each value of a list of mixed types, for the right side of `IN`.
        public mutating func appendInterpolation(list values: [(any SQLiteBindable)?]) {
            appendList(values.lazy.map { $0?.sqliteValue ?? .null })
        }

        /// Splices a text as it is. Nothing that comes from outside the program belongs here.
        public mutating func appendInterpolation(raw: String) {
            text.append(raw)
        }

        private mutating func appendList(_ values: some Sequence<SQLiteValue>) {
            text.append("(")
            var isFirst = true
            for value in values {
                text.append(isFirst ? "?" : ", ?")
                parameters.append(value)
                isFirst = false
            }
            text.append(")")
        }
    }
}
