/// The value of a table that a ``Blob`` reads or writes.
package struct BlobPlace: Hashable, Sendable {
    package let schema: String
    package let table: String
    package let column: String
    package let row: Int64

    package init(schema: String, table: String, column: String, row: Int64) {
        self.schema = schema
        self.table = table
        self.column = column
        self.row = row
    }
}
