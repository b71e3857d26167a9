/// A change as a query without rows, for requests and prepared queries.
package struct ChangeQuery: Query {
    private let body: any ChangeBody

    package init(_ statement: some ChangeStatement) { body = statement._change.body }

    package var _decoder: _QueryDecoder<Never> {
        _QueryDecoder(columnCount: 0) { _ throws(SQLiteError) in
            throw SQLiteError(.misuse, message: "the statement returns no rows: use execute()")
        }
    }

    package func _write(to writer: inout _SQLWriter) {
        if body.isEmpty {
            writer.writeNoRows(columnCount: 1)
        } else {
            body.write(returning: nil, to: &writer)
        }
    }
}
