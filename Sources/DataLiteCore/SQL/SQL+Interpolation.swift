extension SQL {
    /// Collects the pieces of an interpolated literal, for the compiler.
    public struct Interpolation: StringInterpolationProtocol {
        @usableFromInline var utf8: [UInt8] = []
        @usableFromInline var parameters: [SQLiteValue] = []
        @usableFromInline var end = 0

        @inlinable
        public init(literalCapacity: Int, interpolationCount: Int) {
            utf8.reserveCapacity(literalCapacity + interpolationCount)
            parameters.reserveCapacity(interpolationCount)
        }

        @inlinable
        public mutating func appendLiteral(_ literal: StaticString) {
            literal.withUTF8Buffer { utf8.append(contentsOf: $0) }
        }

        /// Binds a value.
        @inlinable
        public mutating func appendInterpolation(_ value: some SQLiteBindable) {
            append(parameter: value.sqliteValue)
        }

        /// Binds a value, or NULL.
        // `Optional` is bindable too, but the compiler warns about an optional in an interpolation
        // that is not declared for optionals.
        @inlinable
        public mutating func appendInterpolation(_ value: (some SQLiteBindable)?) {
            append(parameter: value.sqliteValue)
        }

        /// Binds a value of a type known only at run time, or NULL.
        @_disfavoredOverload
        public mutating func appendInterpolation(_ value: (any SQLiteBindable)?) {
            append(parameter: value?.sqliteValue ?? .null)
        }

        /// Inserts another piece, with its parameters.
        public mutating func appendInterpolation(_ sql: SQL) {
            if sql.interpolationsEnd > 0 { end = utf8.count + sql.interpolationsEnd }
            utf8.append(contentsOf: sql.utf8)
            parameters.append(contentsOf: sql.parameters)
        }

        /// Quotes a name: of a table, a column, an index, ...
        public mutating func appendInterpolation(identifier name: String) {
            append(SQLLiteral.identifier(name))
        }

        /// Binds each value of a list, for the right side of `IN`. An empty list becomes `()`, which
        /// SQLite accepts and which contains no value.
        public mutating func appendInterpolation<S: Sequence>(list values: S)
        where S.Element: SQLiteBindable {
            appendList(values.lazy.map(\.sqliteValue))
        }

        /// Binds each value of a list of mixed types, for the right side of `IN`.
        public mutating func appendInterpolation(list values: [(any SQLiteBindable)?]) {
            appendList(values.lazy.map { $0?.sqliteValue ?? .null })
        }

        /// Inserts text unchanged. Never pass text from outside the program.
        public mutating func appendInterpolation(raw: String) {
            append(raw)
        }

        @inlinable
        mutating func append(_ text: String) {
            var text = text
            text.withUTF8 { utf8.append(contentsOf: $0) }
        }

        @inlinable
        mutating func append(parameter value: SQLiteValue) {
            utf8.append(UInt8(ascii: "?"))
            parameters.append(value)
            end = utf8.count
        }

        private mutating func appendList(_ values: some Sequence<SQLiteValue>) {
            append("(")
            var isFirst = true
            for value in values {
                if !isFirst { append(", ") }
                append(parameter: value)
                isFirst = false
            }
            append(")")
        }
    }
}
