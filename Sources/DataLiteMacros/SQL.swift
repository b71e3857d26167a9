/// SQL text, checked by SQLite while the program is compiled: a statement, or a part of one that is
/// inserted into another `#sql`.
///
/// ```swift
/// try #sql("DELETE FROM \(Reminder.self) WHERE \(Reminder.title) = \(title)").execute(db)
/// ```
///
/// A syntax error is reported at its place in the literal, in SQLite's words. Tables, columns and
/// functions that SQLite does not know are no errors: only the database has them.
@freestanding(expression)
public macro sql(_ sql: SQLFragment) -> SQLFragment =
    #externalMacro(module: "DataLiteMacrosPlugin", type: "SQLMacro")

/// A statement from SQL text, whose rows are decoded as a type.
///
/// ```swift
/// try #sql("SELECT \(Reminder.columns) FROM \(Reminder.self)", as: Reminder.self).fetchAll(db)
/// ```
@freestanding(expression)
public macro sql<Row: RowDecodable & Sendable>(_ sql: SQLFragment, as row: Row.Type) -> SQLQuery<
    Row
> =
    #externalMacro(module: "DataLiteMacrosPlugin", type: "SQLQueryMacro")

/// A statement from SQL text, whose rows are values of a type.
// For the same types as the expression below. Without a context that decides, the compiler prefers the
// macro without a default argument.
@freestanding(expression)
public macro sql<Row: RowRepresentable & Sendable>(_ sql: SQLFragment, as row: Row.Type)
    -> SQLQuery<
        Row
    > =
    #externalMacro(module: "DataLiteMacrosPlugin", type: "SQLQueryMacro")

/// A statement from SQL text, whose rows are tuples: `as: (Reminder, String?).self`.
@freestanding(expression)
public macro sql<each Column: RowDecodable & Sendable>(
    _ sql: SQLFragment, as row: (repeat each Column).Type
) -> SQLQuery<(repeat each Column)> =
    #externalMacro(module: "DataLiteMacrosPlugin", type: "SQLQueryMacro")

/// An expression of a query from SQL text. Its type follows from the context.
///
/// ```swift
/// Reminder.where { #sql("\($0.title) GLOB \(pattern)") }
/// ```
@freestanding(expression)
public macro sql<Value: RowRepresentable>(_ sql: SQLFragment) -> SQLExpression<Value> =
    #externalMacro(module: "DataLiteMacrosPlugin", type: "SQLExpressionMacro")

/// An expression of a query from SQL text, with its type.
///
/// ```swift
/// Reminder.select { #sql("length(\($0.title))", as: Int.self) }
/// ```
@freestanding(expression)
public macro sql<Value: RowRepresentable & Sendable>(
    _ sql: SQLFragment, as value: Value.Type, _ isExpression: Void = ()
) -> SQLExpression<Value> =
    #externalMacro(module: "DataLiteMacrosPlugin", type: "SQLExpressionMacro")
