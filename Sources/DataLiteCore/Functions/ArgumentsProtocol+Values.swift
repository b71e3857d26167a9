import DataLiteC

// What only the values of a connection have. Arguments that do not come from a connection, in a test, have none of it.

extension ArgumentsProtocol {
    /// The subtype of an argument: a number from 0 to 255 that another function has set on its result, such as 74 on
    /// the JSON of SQLite's functions. 0 if there is none.
    ///
    /// SQLite passes subtypes reliably only to a function with the option ``Function/Options/subtype``. C:
    /// `sqlite3_value_subtype`.
    public func subtype(at index: Int) -> UInt8 {
        withPointer(at: index) { UInt8(truncatingIfNeeded: sqlite3_value_subtype($0)) } ?? 0
    }

    /// Whether an argument is a bound parameter, `?` or `:name`, and not computed by SQL. C: `sqlite3_value_frombind`.
    public func isParameter(at index: Int) -> Bool {
        withPointer(at: index) { sqlite3_value_frombind($0) != 0 } ?? false
    }

    /// An argument, or the number that its text looks like: `.int(12)` for `' 12 '`, `.real(1000)` for `'1e3'`. Other
    /// text and BLOBs are unchanged. C: `sqlite3_value_numeric_type`.
    public func numericValue(at index: Int) -> SQLiteValue {
        let number = withPointer(at: index) { pointer in
            sqlite3_value_numeric_type(pointer)
            return SQLiteValueView(pointer).value
        }
        return number ?? self[index]
    }

    /// The object that a statement or another function has passed as an argument; `nil` if the argument is no object or
    /// has another type. In SQL, an object is NULL. C: `sqlite3_value_pointer`.
    ///
    /// - Parameter type: The class of the object, or one of its superclasses.
    public func object<T: AnyObject>(at index: Int, as type: T.Type = T.self) -> T? {
        withPointer(at: index) { ObjectHolder.object(in: $0) as? T } ?? nil
    }

    /// Sets the subtype of the result of a scalar function, for a function with the option
    /// ``Function/Options/resultSubtype``. C: `sqlite3_result_subtype`.
    ///
    /// - Throws: `SQLITE_MISUSE` in other functions, and for arguments that do not come from a connection.
    public func setResult(subtype: UInt8) throws(SQLiteError) {
        try setResult(.subtype(subtype))
    }

    /// Makes an object the result of a scalar function, whatever it returns. Another function can take the object from
    /// its arguments. In SQL, it is NULL, and it cannot be stored. C: `sqlite3_result_pointer`.
    ///
    /// - Throws: `SQLITE_MISUSE` in other functions, and for arguments that do not come from a connection.
    public func setResult(object: AnyObject) throws(SQLiteError) {
        try setResult(.object(object))
    }

    /// Makes a BLOB of zero bytes the result of a scalar function, whatever it returns. SQLite stores the bytes only
    /// where the value is used: an `INSERT` writes them directly into the database, where ``Blob`` fills them. C:
    /// `sqlite3_result_zeroblob64`.
    ///
    /// The statement throws `SQLITE_TOOBIG` for more bytes than its connection allows.
    ///
    /// - Throws: `SQLITE_MISUSE` for a negative number, in other functions, and for arguments that do not come from a
    ///   connection.
    public func setResult(zeros count: Int) throws(SQLiteError) {
        try setResult(.zeros(SQLiteError.requireByteCount(count)))
    }

    private func setResult(_ addition: ResultAddition) throws(SQLiteError) {
        guard let arguments = CallArguments.real(self) else {
            throw SQLiteError.misuse("these arguments do not come from a connection")
        }
        let isScalar = arguments._withUnsafeGuaranteedRef { $0.add(toResult: addition) }
        guard isScalar else {
            throw SQLiteError.misuse(
                "a subtype, an object or zeros can be set only during a call of a scalar function")
        }
    }

    private func withPointer<R>(at index: Int, _ body: (OpaquePointer) -> R) -> R? {
        CallArguments.real(self)?._withUnsafeGuaranteedRef { $0.pointer(at: index).map(body) }
            ?? nil
    }
}
