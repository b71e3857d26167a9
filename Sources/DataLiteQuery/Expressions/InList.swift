/// `value IN (...)` for a list of values.
///
/// The list is one parameter, a JSON array, so the text is the same for every number of values and the statement is
/// prepared once. Values that JSON cannot contain are in a second parameter, a BLOB, and the array contains the
/// position and length of each. Very large and very small numbers are written as products, because newer versions of
/// SQLite may round their decimal form.
///
/// The condition is false for NULL, unless the list contains it.
struct InList: SQLRenderable {
    let operand: NullableOperand
    let values: [SQLiteValue]

    /// The condition that a value is in a list; a failure if an element of the list cannot be encoded.
    static func node<Value: RowRepresentable>(
        _ operand: NullableOperand, _ list: some Sequence<Value._Plain>, of type: Value.Type
    ) -> SQLNode {
        var values = RowWriter()
        values.reserveCapacity(list.underestimatedCount)
        for value in list { values.append(Value(_plain: value)) }
        if let error = values.error { return .failure(error) }
        return .fragment(InList(operand: operand, values: values.values))
    }

    var precedence: Precedence { containsNull ? .or : operand.precedence }

    private var containsNull: Bool { values.contains(where: \.isNull) }

    func write(to writer: inout _SQLWriter) {
        guard containsNull else { return operand.write(to: &writer, writeMembership) }
        writeMembership(operand.node, to: &writer)
        writer.write(" OR ")
        writer.write(operand.node, atLeast: Precedence.equality.next)
        writer.write(" IS NULL")
    }

    private func writeMembership(_ operand: SQLNode, to writer: inout _SQLWriter) {
        writer.write(operand, atLeast: Precedence.equality.next)
        writer.write(" IN (")
        if writer.writesSchema { writeEach(to: &writer) } else { writeArray(to: &writer) }
        writer.write(")")
    }

    private func writeArray(to writer: inout _SQLWriter) {
        let list = JSONList(values)
        if let error = list.error { writer.fail(error) }
        writer.write("SELECT ")
        if list.hasOtherForms {
            list.writeForms(to: &writer)
        } else {
            writer.write("\"value\" FROM json_each(")
            writer.write(parameter: .text(list.text))
            writer.write(")")
        }
    }

    /// Writes each value, except NULL and NaN, which SQLite stores as NULL.
    private func writeEach(to writer: inout _SQLWriter) {
        let values = values.filter { value in
            UnstorableValue(value) != nil || !value.isStored(as: .null)
        }
        writer.writeList(values) { $0.write(parameter: $1) }
    }
}
