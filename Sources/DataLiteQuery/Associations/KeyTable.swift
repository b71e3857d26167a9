/// The keys of parents as a table: `json_each(?)` with the columns `key`, the number of the slot, and `value`. The text
/// is the same for every number of keys.
///
/// A key of several columns, and values that JSON cannot contain, become a derived table with a column for each value.
struct KeyTable: SQLRenderable {
    private let list: JSONList
    private let width: Int

    init(_ keys: _ParentKeys) {
        list = JSONList(keys.values, rowsOf: keys.width)
        width = keys.width
    }

    private var isPlain: Bool { width == 1 && !list.hasOtherForms }

    /// The names of the columns with the values.
    var columnNames: [String] { isPlain ? ["value"] : (0..<width).map { "value\($0)" } }

    func write(to writer: inout _SQLWriter) {
        guard !isPlain else { return writeEach(to: &writer) }
        writer.write("(SELECT \"key\"")
        for column in 0..<width {
            writer.write(", ")
            writeValue(column, to: &writer)
            writer.write(" AS ")
            writer.writeName("value\(column)")
        }
        writer.write(" FROM ")
        writeEach(to: &writer)
        writer.write(")")
    }

    private func writeEach(to writer: inout _SQLWriter) {
        if let error = list.error { writer.fail(error) }
        writer.write("json_each(")
        writer.write(parameter: .text(list.text))
        writer.write(")")
    }

    private func writeValue(_ column: Int, to writer: inout _SQLWriter) {
        if list.hasOtherForms {
            list.writeForm(at: width == 1 ? nil : column, to: &writer)
        } else {
            writer.write("json_extract(\"value\", '$[")
            writer.write(column)
            writer.write("]')")
        }
    }
}
