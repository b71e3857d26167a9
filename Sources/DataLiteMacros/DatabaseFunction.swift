/// Makes a function callable from SQL. Use `$name` to call it in a query and to add it to a connection.
///
/// ```swift
/// @DatabaseFunction func isOverdue(due: Date?) -> Bool { due.map { $0 < Date() } ?? false }
///
/// try db.add(function: $isOverdue)
/// let late = try Reminder.where { $isOverdue(due: $0.dueDate) }.fetchAll(db)
/// ```
///
/// The function is global, a static method, or a method of an instance: `shop.$price` calls the method of `shop`. It
/// can also be a computed property, which is a function without arguments, or a constant with the type of a closure.
/// Each parameter is a value, or a group or a table, which is passed as its columns. If a non-optional parameter
/// receives NULL, the function is not called and the result is NULL.
///
/// A function with one parameter of type `some Sequence<Element>` is an aggregate function: it receives the
/// values of a group of rows. If the element is a tuple, each row has several arguments.
///
/// An argument with a default value can be left out in a query. The last parameter can be variadic, with at most 16
/// values.
///
/// - Parameters:
///   - name: The name in SQL. Default: the name of the function.
///   - isDeterministic: Whether equal arguments always give the same result, so that SQLite may call the
///     function once for many rows and use it in an index.
///   - isDirectOnly: Whether to forbid calls from the schema, such as from a view.
///   - isInnocuous: Whether the function is harmless for all arguments, so that an untrusted schema may
///     call it.
@attached(peer, names: prefixed(`$`))
public macro DatabaseFunction(
    _ name: String? = nil, isDeterministic: Bool = false, isDirectOnly: Bool = false,
    isInnocuous: Bool = false
) = #externalMacro(module: "DataLiteMacrosPlugin", type: "DatabaseFunctionMacro")

/// Makes a function callable from SQL whose arguments and result are stored in other forms than their types.
///
/// ```swift
/// @DatabaseFunction(as: ((Date.UnixTimeRepresentation) -> Bool).self)
/// func isOverdue(_ due: Date) -> Bool { due < Date() }
/// ```
///
/// An aggregate names `any Sequence`: `as: ((any Sequence<Date.UnixTimeRepresentation>) -> Int).self`.
///
/// - Parameters:
///   - name: The name in SQL. Default: the name of the function.
///   - representation: The type of the function with a representation for each parameter and for the result.
///   - isDeterministic: Whether equal arguments always give the same result.
///   - isDirectOnly: Whether to forbid calls from the schema, such as from a view.
///   - isInnocuous: Whether the function is harmless for all arguments.
@attached(peer, names: prefixed(`$`))
public macro DatabaseFunction<each Argument, Result>(
    _ name: String? = nil, as representation: ((repeat each Argument) -> Result).Type,
    isDeterministic: Bool = false, isDirectOnly: Bool = false, isInnocuous: Bool = false
) = #externalMacro(module: "DataLiteMacrosPlugin", type: "DatabaseFunctionMacro")
