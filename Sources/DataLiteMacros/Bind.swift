/// Makes a value a bound parameter where the compiler cannot infer it.
///
/// ```swift
/// Attachment.find(id).update { $0.kind = #bind(.link(url)) }
/// ```
@freestanding(expression)
public macro bind<Value: RowRepresentable>(_ value: Value) -> SQLExpression<Value> =
    #externalMacro(module: "DataLiteMacrosPlugin", type: "BindMacro")

/// Makes a value a bound parameter in the form in which a column with a representation stores it.
@freestanding(expression)
public macro bind<Value: ColumnRepresentation>(_ value: Value.Value) -> SQLExpression<Value> =
    #externalMacro(module: "DataLiteMacrosPlugin", type: "BindMacro")

/// Makes a value a bound parameter in the form of a representation.
///
/// ```swift
/// Reminder.where { $0.dueAt < #bind(.now, as: Date.UnixTimeRepresentation.self) }
/// ```
@freestanding(expression)
public macro bind<Value: RowRepresentable>(
    _ value: Value._Plain, as representation: Value.Type
) -> SQLExpression<Value> =
    #externalMacro(module: "DataLiteMacrosPlugin", type: "BindMacro")
