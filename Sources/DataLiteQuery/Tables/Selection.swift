/// A struct or enum whose properties or cases are columns: the type of a result, or a group of
/// columns in a table.
///
/// `@Selection` generates the conformance.
// If a column is NULL, a comparison of the order of two groups is NULL.
public protocol Selection: RowRepresentable, Sendable
where _Condition == Bool?, _Plain == Self, _Columns == Columns, _OptionalColumns == OuterColumns {
    /// The columns as expressions.
    associatedtype Columns: ColumnSet where Columns.Model == Self, Columns.Output == Self

    /// The columns on the optional side of an outer join: all of them may be NULL.
    associatedtype OuterColumns: ColumnSet
    where OuterColumns.Model == Self, OuterColumns.Output == Self?

    /// The forms of the dates and UUIDs, which a protocol of the program can choose for all types that adopt it; see
    /// ``TableForms``. Default: the forms that columns have without a choice.
    associatedtype ColumnForms: TableForms = _PlainForms

    /// The columns in the order in which they are decoded and encoded, including the columns of groups.
    static var columnDefinitions: ColumnDefinitions { get }
}

extension Selection {
    public typealias OuterColumns = OptionalColumns<Self>

    public static var _containsNull: Bool { columnDefinitions.list.contains(where: \.isNullable) }

    /// The number of columns, including the columns of groups.
    public static var columnCount: Int { columnDefinitions.list.count }

    /// The names of the columns, including the columns of groups.
    public static var _columnNames: [String]? { columnDefinitions.list.map(\.name) }

    /// Whether SQL orders the values of all columns as Swift does.
    public static var isOrdered: Bool { columnDefinitions.list.allSatisfy(\.isOrdered) }
}

/// The columns of a table or a selection as expressions.
public protocol ColumnSet: Selectable, _AssignableMembers where Wrapped == Model {
    /// The table or selection that the columns belong to.
    associatedtype Model: Selection

    /// The source of the columns.
    var _source: ColumnSource { get }

    /// Creates the columns of a source.
    init(_source: ColumnSource)
}

extension ColumnSet {
    public init(_row: Any?) {
        if let row = _row as? SQLNode {
            self.init(_source: ColumnSource(row, of: Model.self))
        } else {
            self.init(_source: ColumnSource(qualifier: ""))
        }
    }

    public func _appendColumns(to list: inout _SelectList) {
        _source.appendColumns(of: Model.self, to: &list)
    }

    /// Whether the columns are on the optional side of an outer join.
    var isOuter: Bool { Output.self != Model.self }
}
