// The names of StructuredQueries, so that extensions that were written for it compile:
//
//     extension QueryExpression where QueryValue == String { ... }
//     func isHigh(_ reminder: Reminder.TableColumns) -> QueryExpression<Bool> { reminder.priority == .high }

/// An expression: another name for ``SQLExpression``.
///
/// In StructuredQueries it is a protocol. Here every expression has one type, so leave out `some`: write
/// `QueryExpression<Bool>` where an extension says `some QueryExpression<Bool>`.
public typealias QueryExpression = SQLExpression

extension SQLExpression {
    /// The type of the values: another name for `Value`.
    public typealias QueryValue = Value
}

extension Selection {
    /// The columns as expressions: another name for `Columns`.
    ///
    /// The macros also declare it in the type, so that `extension Reminder.TableColumns { ... }` adds computed columns.
    public typealias TableColumns = Columns
}

extension Optional where Wrapped: Table {
    /// The columns of an optional row of a join: another name for `OuterColumns`, as the type of a parameter. An extension
    /// with computed columns says `extension Tag.OuterColumns`; for `extension Tag?.TableColumns`, the compiler says so.
    public typealias TableColumns = Wrapped.OuterColumns
}
