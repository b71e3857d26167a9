/// A value as a bound parameter, where Swift needs to be told that it is one.
///
/// ```swift
/// Attachment.find(id).update { $0.kind = #bind(.link(url)) }
/// ```
@freestanding(expression)
public macro bind<Value: RowRepresentable>(_ value: Value) -> SQLExpression<Value> =
    #externalMacro(module: "DataLiteMacrosPlugin", type: "BindMacro")
