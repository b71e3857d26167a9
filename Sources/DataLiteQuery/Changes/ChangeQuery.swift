/// A change as a query without rows, for requests and prepared queries.
package struct ChangeQuery: Query {
    private let body: any ChangeBody

    package init(_ statement: some ChangeStatement) { body = statement.change.body }

    package var decoder: QueryDecoder<Never> {
        QueryDecoder(columnCount: 0) { _ throws(SQLiteError) in
            throw SQLiteError(.misuse, message: "the statement returns no rows: use execute()")
        }
    }

    package func write(to writer: inout SQLWriter) {
        if body.isEmpty {
            writer.fail(SQLiteError(.misuse, message: "the statement changes nothing"))
        } else {
            body.write(returning: nil, to: &writer)
        }
    }
}
