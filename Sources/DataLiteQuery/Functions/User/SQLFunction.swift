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

/// The arguments of a call, read in order as the types of a function's parameters.
public struct _FunctionArguments: ~Copyable {
    @usableFromInline let arguments: any ArgumentsProtocol

    /// The index of the next argument to read.
    @usableFromInline var index = 0

    /// Whether a parameter that is not optional has received NULL.
    @usableFromInline var hasNull = false

    /// The first argument that cannot be converted.
    @usableFromInline var error: SQLiteError?

    @inlinable
    init(_ arguments: any ArgumentsProtocol) {
        self.arguments = arguments
    }

    /// The next argument; `nil` if it is NULL and the type is not optional, or if it cannot be converted.
    @inlinable
    @inline(__always)
    public mutating func next<T: SQLiteRepresentable>(
        as type: T.Type = T.self, named name: StaticString? = nil
    ) -> T? {
        let current = index
        index = current &+ 1
        guard let value = arguments[current] as T? else {
            noteMissing(current, name, type)
            return nil
        }
        return value
    }

    /// The next arguments, as many as the type has columns; `nil` if all of them are NULL and the type is not optional,
    /// or if they cannot be converted.
    @inlinable
    public mutating func next<T: RowRepresentable>(
        as type: T.Type = T.self, named name: StaticString? = nil
    ) -> T? {
        let start = index
        index = start &+ T.columnCount
        var row = RowReader(arguments: arguments, from: start)
        if !T.isNullable, row.skipNulls(T.columnCount) {
            hasNull = true
            return nil
        }
        do throws(SQLiteError) {
            return try T(row: &row)
        } catch {
            if self.error == nil { self.error = error.naming(name) }
            return nil
        }
    }

    /// The other arguments; `nil` if one of them is NULL and the type is not optional, or if one cannot be converted.
    public mutating func remaining<T: SQLiteRepresentable>(
        as type: T.Type = T.self, named name: StaticString? = nil
    ) -> [T]? {
        var values: [T] = []
        var isComplete = true
        while index < arguments.count {
            if let value = next(as: type, named: name) {
                values.append(value)
            } else {
                isComplete = false
            }
        }
        return isComplete ? values : nil
    }

    /// The error for more arguments than a variadic parameter can take.
    public static func tooMany(
        in function: FunctionDefinition, named name: StaticString?, limit: Int
    ) -> SQLiteError {
        let parameter = name.map { " (\($0))" } ?? ""
        return SQLiteError.misuse(
            "\(function.name): the variadic parameter\(parameter) takes at most \(limit) "
                + "arguments")
    }

    /// Throws the error of the first argument that could not be converted, unless a NULL argument makes the result
    /// NULL.
    public func checkMissing(in function: FunctionDefinition) throws(SQLiteError) {
        guard !hasNull, let error else { return }
        throw SQLiteError(code: error.code, message: "\(function.name): \(error.message)")
    }

    @usableFromInline
    @inline(never)
    mutating func noteMissing(_ index: Int, _ name: StaticString?, _ type: any Any.Type) {
        let value = arguments[index] as SQLiteValue
        if value.isNull {
            hasNull = true
        } else if error == nil {
            error = SQLiteError(
                .mismatch,
                message: "argument \(index + 1): expected \(type), found \(value.summary)"
            ).naming(name)
        }
    }
}

extension SQLiteError {
    /// The error with the name of the argument after its number.
    @usableFromInline
    func naming(_ name: StaticString?) -> SQLiteError {
        guard let name, message.hasPrefix("argument "), let colon = message.firstIndex(of: ":")
        else { return self }
        return SQLiteError(
            code: code, message: "\(message[..<colon]) (\(name))\(message[colon...])")
    }
}

// Calls of the subclasses of `Function`. The type of the result is inferred from the context, so a
// subclass states its types once:
//
//     extension Median {
//         static func median(
//             _ value: SQLExpression<Double>, filter: (any SQLCondition)? = nil
//         ) -> SQLExpression<Double?> {
//             call(value, filter: filter)
//         }
//     }

extension Function.Scalar {
    /// A call of the function.
    ///
    /// ```swift
    /// extension Shout {
    ///     static func shout(_ text: SQLExpression<String>) -> SQLExpression<String?> { call(text) }
    /// }
    /// ```
    public static func call<Value: RowRepresentable>(
        _ arguments: any SQLExpressionProtocol...
    ) -> SQLExpression<Value> {
        SQLExpression(
            .userCall(
                name, argc: argc, arguments,
                isVolatile: !options.contains(.deterministic)))
    }
}

extension Function.Aggregate {
    /// A call of the function for a group of rows. A `Function.Window` can also be called over a
    /// window.
    ///
    /// - Parameters:
    ///   - distinct: Whether to use each distinct value once.
    ///   - filter: The condition for the rows.
    ///   - order: The order of the rows. It requires SQLite 3.44; with an older library, specifying
    ///     an order is an error.
    public static func call<Value: RowRepresentable>(
        _ arguments: any SQLExpressionProtocol..., distinct: Bool = false,
        filter: (any SQLCondition)? = nil, order: [any OrderingTerm] = []
    ) -> SQLExpression<Value> {
        SQLExpression(
            .userCall(
                name, argc: argc, arguments, isDistinct: distinct,
                order: order.flatMap(\._orderingTerm.nodes), filter: filter?.conditionNode,
                isAggregate: true))
    }
}

extension SQLNode {
    /// A call of an application-defined function.
    static func userCall(
        _ name: String, argc: Int32, _ arguments: [any _SelectableValue],
        isDistinct: Bool = false, order: [SQLNode] = [], filter: SQLNode? = nil,
        isAggregate: Bool = false, isVolatile: Bool = false, function: (any DatabaseFunction)? = nil
    ) -> SQLNode {
        // An argument with several columns, a group or a table, is passed as one argument per
        // column.
        var list = _SelectList()
        for argument in arguments { argument._appendColumns(to: &list) }
        let nodes = list.fields.map(\.node)
        guard argc < 0 || nodes.count == Int(argc) else {
            return .failure(
                SQLiteError.misuse(
                    "the function \(name) takes \(argc.counted("argument")), "
                        + "but the call has \(nodes.count)"))
        }
        return .fragment(
            FunctionCall(
                name: .user(name), arguments: nodes, isDistinct: isDistinct, order: order,
                filter: filter, isVolatile: isVolatile, isUserAggregate: isAggregate,
                function: function))
    }
}
