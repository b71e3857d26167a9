/// A function written in Swift, as a type that combines its signature, its SQL form and its
/// implementation. A value of the type is a call.
///
/// ```swift
/// struct Slug: SQLFunction {
///     typealias Value = String?
///     static let definition = FunctionDefinition(name: "slug", argc: 1)
///     let title: SQLExpression<String>
///     var arguments: [any SQLExpressionProtocol] { [title] }
///
///     static func execute(args: any ArgumentsProtocol) throws -> String? {
///         (args[0] as String?)?.lowercased().replacing(" ", with: "-")
///     }
/// }
///
/// try db.add(function: Slug.self)
/// let slugs = try Reminder.select { Slug(title: $0.title) }.fetchAll(db)
/// ```
public protocol SQLFunction: SQLExpressionProtocol where Value: SQLiteRepresentable {
    /// The definition of the function in SQL.
    static var definition: FunctionDefinition { get }

    /// The arguments of this call.
    var arguments: [any SQLExpressionProtocol] { get }

    /// The result for the arguments of a call.
    static func execute(args: any ArgumentsProtocol) throws -> Value
}

extension SQLFunction {
    /// The call as an expression, which has all operators and functions of expressions.
    public var expression: SQLExpression<Value> {
        SQLExpression(
            .userCall(
                Self.definition.name, argc: Self.definition.argc, arguments,
                isVolatile: !Self.definition.options.contains(.deterministic)))
    }
}

// Only some functions of expressions are members of a call: inside the type, the others would hide
// the Swift functions with which it computes its result, such as `abs` and `sin`.
extension SQLFunction where Value: SQLNumber {
    /// The result rounded to a number of digits after the decimal point.
    public func round(to digits: some SQLOperand<Int>) -> SQLExpression<Value._RealResult> {
        expression.round(to: digits)
    }
}

extension ConnectionProtocol {
    /// Adds a function, replacing any existing function with the same name and number of arguments.
    ///
    /// - Throws: `SQLITE_MISUSE` for an invalid name or number of arguments; `SQLITE_BUSY` if it
    ///   replaces a function while a statement is mid-step.
    public func add<F: SQLFunction>(function: F.Type) throws(SQLiteError) {
        let definition = F.definition
        try add(
            function: Function.Registration(
                name: definition.name, argc: definition.argc,
                options: definition.options,
                _implementation: .scalar { args in
                    var values = RowWriter()
                    values.append(try F.execute(args: args))
                    if let error = values.error { throw error }
                    return values.onlyValue ?? .null
                }))
    }
}
