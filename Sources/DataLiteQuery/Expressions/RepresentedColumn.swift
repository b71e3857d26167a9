/// A column whose values are stored in another form, as JSON for example.
public struct RepresentedColumn<Representation: ColumnRepresentation>: Selectable {
    /// The type of the property.
    public typealias Output = Representation.Value

    /// The column with its values in the stored form.
    public let expression: SQLExpression<Representation>

    /// A column.
    public init(_ expression: SQLExpression<Representation>) {
        self.expression = expression
    }

    public func appendColumns(to list: inout SelectList) {
        list.append(expression.node)
    }

    @inlinable
    public static func decode(_ row: inout RowColumns) throws(SQLiteError) -> Output {
        try row.next(as: Representation.self).value
    }

    @inlinable
    public static var selectedColumnCount: Int { 1 }
}
