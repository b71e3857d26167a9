// The labels of GRDB. Without these, the compiler would advise to remove the label, which keeps other rows.

public import DataLiteQuery

extension Table {
    @available(
        *, unavailable,
        message: "for rows with a match write `joining(association)`, for all `including`"
    )
    public static func including<Value: Sendable>(
        required association: any Association<Self, Value>
    ) -> IncludingQuery<Self, (Self, Value)> { including(association) }

    @available(
        *, unavailable,
        message: "write `including(association)`, or `leftJoining(association)` to use its columns"
    )
    public static func including<Value: Sendable>(
        optional association: any Association<Self, Value>
    ) -> IncludingQuery<Self, (Self, Value)> { including(association) }

    @available(*, unavailable, renamed: "including(_:)")
    public static func including<Value: Sendable>(
        all association: any Association<Self, Value>
    ) -> IncludingQuery<Self, (Self, Value)> { including(association) }

    @available(*, unavailable, renamed: "joining(_:)")
    public static func joining<A: TableAssociation>(
        required association: A
    ) -> Select<(Self, A.Child), (Columns, A.Child.Columns)> where A.Parent == Self {
        joining(association)
    }

    @available(*, unavailable, renamed: "leftJoining(_:)")
    public static func joining<A: TableAssociation>(
        optional association: A
    ) -> Select<(Self, A.Child?), (Columns, A.Child.OuterColumns)> where A.Parent == Self {
        leftJoining(association)
    }
}

extension RowQuery where Output: Table {
    @available(
        *, unavailable,
        message: "for rows with a match write `joining(association)`, for all `including`"
    )
    public func including<Value: Sendable>(
        required association: any Association<Output, Value>
    ) -> IncludingQuery<Output, (Output, Value)> { including(association) }

    @available(
        *, unavailable,
        message: "write `including(association)`, or `leftJoining(association)` to use its columns"
    )
    public func including<Value: Sendable>(
        optional association: any Association<Output, Value>
    ) -> IncludingQuery<Output, (Output, Value)> { including(association) }

    @available(*, unavailable, renamed: "including(_:)")
    public func including<Value: Sendable>(
        all association: any Association<Output, Value>
    ) -> IncludingQuery<Output, (Output, Value)> { including(association) }
}

extension Select where Columns: ColumnSet, Columns.Model: Table, Columns.Output == Output {
    @available(*, unavailable, renamed: "joining(_:)")
    public func joining<A: TableAssociation>(
        required association: A
    ) -> Select<(Output, A.Child), (Columns, A.Child.Columns)> where A.Parent == Columns.Model {
        joining(association)
    }

    @available(*, unavailable, renamed: "leftJoining(_:)")
    public func joining<A: TableAssociation>(
        optional association: A
    ) -> Select<(Output, A.Child?), (Columns, A.Child.OuterColumns)>
    where A.Parent == Columns.Model {
        leftJoining(association)
    }
}
