extension SQLiteRow {
    /// The value of the first column with a name; `nil` if there is none. An exact match takes precedence; otherwise
    /// the case of ASCII letters is ignored: see ``Columns/position(of:)``.
    ///
    /// Assigning a value changes that column, or adds a column at the end if there is none.
    /// Assigning `nil` removes every column with the name that was found; `.null` is a value. Other
    /// rows of the same result are not affected.
    ///
    /// Adding and removing columns is linear in their number.
    public subscript(column: String) -> SQLiteValue? {
        get { columns.position(of: column).map(value) }
        set {
            guard let newValue else { return removeAll(column) }
            if let position = columns.position(of: column) {
                if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
                storage.start[position] = newValue
            } else {
                self = SQLiteRow(
                    columns: Columns(columns.names + [column]), values: values + [newValue])
            }
        }
    }

    /// Whether there is a column with a name.
    public func contains(_ column: String) -> Bool { columns.position(of: column) != nil }

    private mutating func removeAll(_ column: String) {
        guard let position = columns.position(of: column) else { return }
        let name = columns.names[position]
        self = SQLiteRow(lazy.filter { !SQLName.same($0.column, name) })
    }

    /// The value of the first column with a name, as a Swift type.
    ///
    /// - Throws: `SQLITE_RANGE` if there is no such column, `SQLITE_MISMATCH` if its value cannot be
    ///   converted. NULL converts to optional types only: `row["email", as: String?.self]`.
    public subscript<T: SQLiteRepresentable>(column: String, as type: T.Type) -> T {
        get throws(SQLiteError) {
            guard let position = columns.position(of: column) else {
                throw SQLiteError(
                    .range,
                    message: "no column \"\(MessageText.name(column))\" among "
                        + MessageText.names(columns.names))
            }
            return try convert(value(position), as: type, of: column)
        }
    }

    /// The value at a position, as a Swift type.
    ///
    /// - Throws: `SQLITE_RANGE` if there is no such position, `SQLITE_MISMATCH` if the value cannot
    ///   be converted.
    public subscript<T: SQLiteRepresentable>(position: Int, as type: T.Type) -> T {
        get throws(SQLiteError) {
            guard has(position) else {
                throw SQLiteError(.range, message: "no column \(position) among \(count)")
            }
            return try convert(value(position), as: type, of: columns.names[position])
        }
    }

    /// The value of the first column with a name, as a Swift type; `nil` if there is no such column,
    /// for NULL, and for a value that cannot be converted.
    @inlinable
    public func lenientValue<T: SQLiteRepresentable>(_ column: String, as type: T.Type = T.self)
        -> T?
    {
        guard let position = columns.position(of: column) else { return nil }
        return T(value(position))
    }

    /// The value at a position, as a Swift type; `nil` if there is no such position, for NULL, and for
    /// a value that cannot be converted.
    @inlinable
    public func lenientValue<T: SQLiteRepresentable>(at position: Int, as type: T.Type = T.self)
        -> T?
    {
        has(position) ? T(value(position)) : nil
    }

    private func convert<T: SQLiteRepresentable>(
        _ value: SQLiteValue, as type: T.Type, of column: String
    ) throws(SQLiteError) -> T {
        guard let converted = T(value) else {
            throw SQLiteError.mismatch(column: column, expected: type, found: value)
        }
        return converted
    }
}

extension SQLiteError {
    /// `column "age": expected Int, found TEXT 'abc'`
    @usableFromInline
    static func mismatch(
        column: String, expected: any Any.Type, found value: SQLiteValue, sql: String? = nil
    ) -> SQLiteError {
        SQLiteError(
            .mismatch,
            message:
                "column \"\(MessageText.name(column))\": expected \(expected), found \(value.summary)",
            sql: sql)
    }
}

extension SQLiteValue {
    /// `TEXT 'abc'`, or just `NULL`.
    package var summary: String { isNull ? "NULL" : "\(storageClass) \(debugDescription)" }
}
