/// SQL text that SQLite checks at compile time: a statement, or a part of a statement to insert into
/// another `#sql`.
///
/// ```swift
/// try #sql("DELETE FROM \(Reminder.self) WHERE \(Reminder.title) = \(title)").execute(db)
/// ```
///
/// A syntax error is reported at its position in the literal, with SQLite's message. Unknown tables,
/// columns and functions are not reported, because only your database defines them.
@freestanding(expression)
public macro sql(_ sql: SQLFragment) -> SQLFragment =
    #externalMacro(module: "DataLiteMacrosPlugin", type: "SQLMacro")

/// A statement from SQL text whose rows are decoded as a type.
///
/// ```swift
/// try #sql("SELECT \(Reminder.columns) FROM \(Reminder.self)", as: Reminder.self).fetchAll(db)
/// ```
@freestanding(expression)
public macro sql<Row: RowDecodable & Sendable>(_ sql: SQLFragment, as row: Row.Type) -> SQLQuery<
    Row
> =
    #externalMacro(module: "DataLiteMacrosPlugin", type: "SQLQueryMacro")

/// A statement from SQL text whose rows are values of a type.
// It has the same parameter types as the expression below. If the context does not decide, the compiler
// prefers the macro without a default argument.
@freestanding(expression)
public macro sql<Row: RowRepresentable & Sendable>(_ sql: SQLFragment, as row: Row.Type)
    -> SQLQuery<
        Row
    > =
    #externalMacro(module: "DataLiteMacrosPlugin", type: "SQLQueryMacro")

/// A statement from SQL text whose rows are values that are stored in the form of a representation.
///
/// ```swift
/// try #sql("SELECT dueDate FROM reminders", as: Date.UnixTimeRepresentation.self).fetchAll(db)
/// ```
@freestanding(expression)
public macro sql<Stored: ColumnRepresentation>(
    _ sql: SQLFragment, as row: Stored.Type
) -> SQLQuery<Stored.Value> =
    #externalMacro(module: "DataLiteMacrosPlugin", type: "SQLQueryMacro")

/// A statement from SQL text whose rows are discarded: `as: Void.self`.
@freestanding(expression)
public macro sql(_ sql: SQLFragment, as row: Void.Type) -> SQLQuery<Void> =
    #externalMacro(module: "DataLiteMacrosPlugin", type: "SQLQueryMacro")

/// A statement from SQL text that returns no rows: `as: Never.self`, which is the same as `as: Void.self`.
@freestanding(expression)
public macro sql(_ sql: SQLFragment, as row: Never.Type) -> SQLQuery<Void> =
    #externalMacro(module: "DataLiteMacrosPlugin", type: "SQLQueryMacro")

/// A statement from SQL text whose rows are tuples: `as: (Reminder, String?).self`. An element that is a representation
/// gives values of its property's type.
@freestanding(expression)
public macro sql<
    First: RowRepresentable & Sendable, Second: RowRepresentable & Sendable,
    each Column: RowRepresentable & Sendable
>(
    _ sql: SQLFragment, as row: (First, Second, repeat each Column).Type
) -> SQLQuery<(First._Plain, Second._Plain, repeat (each Column)._Plain)> =
    #externalMacro(module: "DataLiteMacrosPlugin", type: "SQLQueryMacro")

/// A statement from SQL text whose rows are tuples of types that can only be decoded.
@freestanding(expression)
public macro sql<
    First: RowDecodable & Sendable, Second: RowDecodable & Sendable,
    each Column: RowDecodable & Sendable
>(
    _ sql: SQLFragment, as row: (First, Second, repeat each Column).Type
) -> SQLQuery<(First, Second, repeat each Column)> =
    #externalMacro(module: "DataLiteMacrosPlugin", type: "SQLQueryMacro")

/// A query expression from SQL text. Its type is inferred from the context.
///
/// ```swift
/// Reminder.where { #sql("\($0.title) GLOB \(pattern)") }
/// ```
@freestanding(expression)
public macro sql<Value: RowRepresentable>(_ sql: SQLFragment) -> SQLExpression<Value> =
    #externalMacro(module: "DataLiteMacrosPlugin", type: "SQLExpressionMacro")

/// SQL text for a property of a result type. The property decides the type:
///
/// ```swift
/// Reminder.select { Row.Columns(reminder: $0, length: #sql("length(\($0.title))")) }
/// ```
@freestanding(expression)
public macro sql<Value>(_ sql: SQLFragment, _ isSelected: Void = ()) -> _SelectedSQL<Value> =
    #externalMacro(module: "DataLiteMacrosPlugin", type: "SQLSelectionMacro")

/// A query expression from SQL text with an explicit type.
///
/// ```swift
/// Reminder.select { #sql("length(\($0.title))", as: Int.self) }
/// ```
@freestanding(expression)
public macro sql<Value: RowRepresentable & Sendable>(
    _ sql: SQLFragment, as value: Value.Type, _ isExpression: Void = ()
) -> SQLExpression<Value> =
    #externalMacro(module: "DataLiteMacrosPlugin", type: "SQLExpressionMacro")
