extension SQL {
    /// Collects the pieces of an interpolated literal, for the compiler.
    public struct Interpolation: StringInterpolationProtocol {
        @usableFromInline var storage: SQLStorage

        /// The next literal. It is appended together with the interpolation after it.
        //
        // SAFETY: the bytes of a static string, which are always valid.
        @usableFromInline var literal = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

        @inlinable
        public init(literalCapacity: Int, interpolationCount: Int) {
            storage = .make(
                textCapacity: literalCapacity + interpolationCount,
                parameterCapacity: interpolationCount)
        }

        @inlinable
        public mutating func appendLiteral(_ literal: StaticString) {
            guard literal.hasPointerRepresentation, self.literal.isEmpty else {
                return append(literal)
            }
            self.literal = UnsafeBufferPointer(
                start: literal.utf8Start, count: literal.utf8CodeUnitCount)
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

        /// Inserts another `SQL` value, with its parameters.
        public mutating func appendInterpolation(_ sql: SQL) {
            sql.withParts { text, parameters in
                reserve(text: text.count, parameters: parameters.count)
            }
            storage.append(sql)
        }

        /// Inserts a quoted name: of a table, a column, an index, ...
        public mutating func appendInterpolation(identifier name: String) {
            append(SQLLiteral.identifier(name))
        }

        /// Binds each value of a list, for the right side of `IN`: `(?, ?)`, without its parentheses if the text before
        /// it is `IN (` or `VALUES (`. An empty list becomes `()`, which SQLite accepts and which matches nothing.
        public mutating func appendInterpolation<S: Sequence>(list values: S)
        where S.Element: SQLiteBindable {
            appendList(values.lazy.map(\.sqliteValue))
        }

        /// Binds each value of a list of mixed types, for the right side of `IN`.
        public mutating func appendInterpolation(list values: [(any SQLiteBindable)?]) {
            appendList(values.lazy.map { $0?.sqliteValue ?? .null })
        }

        /// Inserts a BLOB of zero bytes, which takes no memory: `zeroblob(?)`. An `INSERT` writes the bytes directly
        /// into the database, where ``Blob`` fills them.
        ///
        /// - Parameter count: The number of bytes. The statement throws `SQLITE_TOOBIG` for more bytes than its
        ///   connection allows, and for a negative number.
        public mutating func appendInterpolation(zeros count: Int) {
            append("zeroblob(")
            // SQLite takes a negative number for 0.
            append(parameter: .int(count < 0 ? .max : Int64(count)))
            append(")")
        }

        /// Inserts text unchanged. Never pass untrusted text.
        public mutating func appendInterpolation(raw: String) {
            append(raw)
        }

        /// Inserts an integer as a literal.
        public mutating func appendInterpolation(raw number: some BinaryInteger) {
            append(String(number))
        }

        /// Appends a literal that follows another literal, or that is a single character.
        @usableFromInline
        mutating func append(_ literal: StaticString) { literal.withUTF8Buffer { append($0) } }

        private mutating func append(_ text: String) {
            var text = text
            text.withUTF8 { append($0) }
        }

        private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
            reserve(text: text.count, parameters: 0)
            storage.append(text: text)
        }

        @usableFromInline
        mutating func append(parameter value: consuming SQLiteValue) {
            let count = literal.count + 1
            if !isKnownUniquelyReferenced(&storage) || !storage.hasRoom(text: count, parameters: 1)
            {
                storage = storage.copy(text: count, parameters: 1)
            }
            storage.append(text: literal, parameter: value)
            literal = UnsafeBufferPointer(start: nil, count: 0)
        }

        private mutating func appendList(_ values: some Sequence<SQLiteValue>) {
            reserve(text: 2, parameters: 0)
            let hasParentheses = endsInsideList(storage.text)
            if !hasParentheses { append("(") }
            var isFirst = true
            for value in values {
                if !isFirst { append(", ") }
                append(parameter: value)
                isFirst = false
            }
            if !hasParentheses { append(")") }
        }

        /// Appends the pending literal, and makes sure that the storage is not shared and has room.
        private mutating func reserve(text: Int, parameters: Int) {
            let text = literal.count + text
            if !isKnownUniquelyReferenced(&storage)
                || !storage.hasRoom(text: text, parameters: parameters)
            {
                storage = storage.copy(text: text, parameters: parameters)
            }
            storage.append(text: literal)
            literal = UnsafeBufferPointer(start: nil, count: 0)
        }

        /// The storage, including the pending literal.
        @usableFromInline
        consuming func finish() -> SQLStorage {
            if !literal.isEmpty { reserve(text: 0, parameters: 0) }
            return storage
        }
    }
}

// Without these, the compiler would take the literal for a `String`, and advise to write it as raw text.
extension SQL.Interpolation {
    @available(
        *, unavailable,
        message: "for a list of values, write IN \\(list: values), without parentheses around it"
    )
    @_disfavoredOverload
    public mutating func appendInterpolation<Values: Sequence>(_ values: Values)
    where Values.Element: SQLiteBindable {}

    @available(
        *, unavailable,
        message: "a value of this type cannot be bound: convert it, or adopt SQLiteRepresentable"
    )
    @_disfavoredOverload
    public mutating func appendInterpolation<Value>(_ value: Value) {}

    @available(
        *, unavailable,
        message: "write \\(raw: text) for a String with SQL, and \\(sql) for an SQL value"
    )
    public mutating func appendInterpolation<Text>(sql: Text) {}
}

// MARK: - ListParentheses

/// Whether SQL that ends with a parenthesis has begun the list of `IN (` or `VALUES (`, so that a list needs no
/// parentheses of its own: SQLite takes `1 IN ((2, 3))` for a misused row value.
///
/// After a row, as in `(a, b) IN (`, a list in parentheses is a row.
func endsInsideList(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = text[...]
    rest.trimSpaces()
    guard rest.popLast() == UInt8(ascii: "(") else { return false }
    rest.trimSpaces()
    if rest.removeLastWord("values") { return true }
    guard rest.removeLastWord("in") else { return false }
    rest.trimSpaces()
    if rest.removeLastWord("not") { rest.trimSpaces() }
    return !rest.endsWithRow
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    fileprivate mutating func trimSpaces() {
        while let last, last == 0x20 || (0x09...0x0D).contains(last) { removeLast() }
    }

    /// Removes a keyword from the end, if the text ends with it.
    fileprivate mutating func removeLastWord(_ word: StaticString) -> Bool {
        word.withUTF8Buffer { word in
            guard count >= word.count,
                zip(suffix(word.count), word).allSatisfy({ $0 | 0x20 == $1 }),
                dropLast(word.count).last?.isPartOfName != true
            else { return false }
            removeLast(word.count)
            return true
        }
    }

    /// Whether the text ends with parentheses that contain a comma.
    fileprivate var endsWithRow: Bool {
        guard last == UInt8(ascii: ")") else { return false }
        var depth = 0
        for byte in reversed() {
            switch byte {
            case UInt8(ascii: ")"): depth += 1
            case UInt8(ascii: "("): depth -= 1
            case UInt8(ascii: ",") where depth == 1: return true
            default: break
            }
            if depth == 0 { return false }
        }
        return false
    }
}

extension UInt8 {
    fileprivate var isPartOfName: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }
}
