// What `print(query)` and a debugger show: the statement and its parameters. A `description` would hide a column of
// that name in a group or in JSON, which is a dynamic member of an expression.

extension Query {
    /// The SQL text and the values of its parameters, as ``sql()``, or the error if the query is invalid.
    public var debugDescription: String { describe(sql) }
}

extension ChangeStatement {
    /// The SQL text and the values of its parameters, as ``sql()``, or the error if the statement is invalid or takes
    /// several statements.
    public var debugDescription: String { describe(sql) }
}

extension Insert: CustomDebugStringConvertible where Model: Table {}
extension Update: CustomDebugStringConvertible where Model: Table {}
extension Delete: CustomDebugStringConvertible where Model: Table {}

extension With: CustomDebugStringConvertible {
    /// The SQL text and the values of its parameters, or the error if the statement is invalid.
    public var debugDescription: String {
        describe { writer in _write(with: _CommonTables(list: []), to: &writer) }
    }
}

extension SchemaStatement: CustomDebugStringConvertible {
    /// The SQL text, as ``sql()``, or the error if the definition is invalid.
    public var debugDescription: String { describe(sql) }
}

extension SchemaObject: CustomDebugStringConvertible {
    /// The SQL text, as ``sql()``, or the error if the definition is invalid.
    public var debugDescription: String { describe(sql) }
}

extension SQLFragment: CustomDebugStringConvertible {
    /// The SQL text and the values of its parameters, or the error if a typed part is invalid.
    public var debugDescription: String { describe(sql) }
}

extension SQLExpression: CustomDebugStringConvertible {
    /// The SQL text and the values of its parameters, or the error if the expression is invalid.
    public var debugDescription: String {
        describe { writer in writer.write(node) }
    }
}

private func describe(_ sql: () throws(SQLiteError) -> SQL) -> String {
    do {
        let sql = try sql()
        return sql.text.isEmpty ? "a statement with nothing to do" : sql.description
    } catch {
        return error.description
    }
}

private func describe(_ write: (inout _SQLWriter) -> Void) -> String {
    describe { () throws(SQLiteError) in
        try _SQLWriter.withScratch { writer throws(SQLiteError) in
            write(&writer)
            return try writer.finish()
        }
    }
}
