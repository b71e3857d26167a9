/// A Swift function that SQL can call. `@DatabaseFunction` generates one for a function: use `$name` to call it in a
/// query and to add it to a connection.
///
/// ```swift
/// @DatabaseFunction func isOverdue(due: Date?) -> Bool { due.map { $0 < Date() } ?? false }
///
/// let late = try Reminder.where { $isOverdue(due: $0.dueDate) }.fetchAll(db)
/// ```
///
/// A typed query or change that calls the function adds it to a connection that does not have it, and replaces another
/// function with the same name that a query has added. For SQL text, and for triggers, indexes and defaults, add it to
/// each connection: `try db.add(function: $isOverdue)`.
public protocol DatabaseFunction: Sendable {
    /// The name in SQL, the number of arguments, and the options.
    var _functionDefinition: FunctionDefinition { get }

    /// The name in Swift. Default: the name in SQL.
    var _functionName: String { get }

    /// The implementation that SQLite calls.
    var _functionImplementation: Function.Registration._Implementation { get }

    /// The forms in which the arguments are stored. Default: the forms of their types.
    var _functionForms: StoredForms { get }

    /// The instance whose method the function is. Default: none.
    var _functionInstance: (any Sendable)? { get }
}

extension DatabaseFunction {
    public var _functionInstance: (any Sendable)? { nil }

    public var _functionName: String { _functionDefinition.name }

    public var _functionForms: StoredForms { StoredForms() }

    /// A result in the form in which it is stored.
    ///
    /// - Throws: `SQLITE_MISMATCH` if it cannot be stored.
    public func _functionValue<Stored: RowRepresentable>(
        _ value: @autoclosure () throws -> Stored._Plain, as type: Stored.Type
    ) throws -> SQLiteValue {
        var values = RowWriter()
        values.append(Stored(_plain: try value()))
        if let error = values.error { throw error }
        return values.onlyValue ?? .null
    }
}

extension ConnectionProtocol {
    /// Adds a function, replacing any existing function with the same name and number of arguments.
    ///
    /// - Throws: `SQLITE_MISUSE` for an invalid name or number of arguments; `SQLITE_BUSY` if it
    ///   replaces a function while a statement is mid-step.
    public func add(function: some DatabaseFunction) throws(SQLiteError) {
        try add(function: Function.Registration(function))
    }

    /// Removes a function.
    ///
    /// - Throws: `SQLITE_BUSY` while a statement is mid-step.
    public func remove(function: some DatabaseFunction) throws(SQLiteError) {
        let definition = function._functionDefinition
        try remove(function: definition.name, argc: definition.argc)
    }
}

extension Function.Registration {
    /// A function for a connection.
    ///
    /// - Parameter argc: The number of arguments; `nil` for that of the definition.
    init(_ function: any DatabaseFunction, argc: Int32? = nil) {
        let definition = function._functionDefinition
        self.init(
            name: definition.name, argc: argc ?? definition.argc, options: definition.options,
            _implementation: function._functionImplementation)
    }
}

extension FunctionDefinition {
    /// Defines a function whose parameters have these types. A group or a table is passed as its columns.
    public init(
        name: String, parameters: [any RowDecodable.Type], options: Function.Options = []
    ) {
        let count = parameters.reduce(0) { $0 + $1.columnCount }
        self.init(name: name, argc: Int32(truncatingIfNeeded: count), options: options)
    }
}

// MARK: - Scalar functions

/// A Swift function that computes one value from the arguments of a call.
public protocol _ScalarDatabaseFunction: DatabaseFunction {
    /// The result of a call. If a parameter that is not optional receives NULL, the result is NULL
    /// and the function is not called.
    func _functionResult(
        _ arguments: inout _FunctionArguments
    ) throws -> SQLiteValue
}

extension _ScalarDatabaseFunction {
    @inlinable
    public var _functionImplementation: Function.Registration._Implementation {
        .scalar { args in
            var arguments = _FunctionArguments(args)
            return try _functionResult(&arguments)
        }
    }

    /// A call in a query.
    public func _functionCall<Value: RowRepresentable>(
        _ arguments: any _SelectableValue...
    ) -> SQLExpression<Value> {
        call(arguments)
    }

    /// A call of a function whose last parameter is variadic.
    public func _functionCall<Value: RowRepresentable>(
        _ arguments: [any _SelectableValue], _rest rest: [any _SelectableValue]
    ) -> SQLExpression<Value> {
        call(arguments + rest)
    }

    private func call<Value: RowRepresentable>(
        _ arguments: [any _SelectableValue]
    ) -> SQLExpression<Value> {
        let definition = _functionDefinition
        return SQLExpression(
            .userCall(
                definition.name, argc: definition.argc, arguments.converted(for: self),
                isVolatile: !definition.options.contains(.deterministic), function: self))
    }
}

extension [any _SelectableValue] {
    /// The arguments in the forms in which the function reads them. SQL text without a type has the form already.
    fileprivate func converted(for function: some DatabaseFunction) -> [any _SelectableValue] {
        var forms = StoredForms()
        for argument in self { type(of: argument)._appendForms(to: &forms) }
        let expected = function._functionForms
        guard forms.mismatch(expecting: expected) != nil else { return self }
        var index = 0
        return flatMap { argument -> [any _SelectableValue] in
            let fields = _SelectList(argument).fields
            defer { index += fields.count }
            if type(of: argument)._isStoredForm { return [argument] }
            return fields.enumerated().map { offset, field in
                let found = forms.representation(of: index + offset)
                let expected = expected.representation(of: index + offset)
                return SQLExpression<SQLiteValue>(field.node.converted(from: found, to: expected))
            }
        }
    }
}

// MARK: - Aggregate functions

/// A Swift function that computes one value from the values of a group of rows.
public protocol _AggregateDatabaseFunction: DatabaseFunction {
    /// The type of the value made from the arguments of a row.
    associatedtype Element

    /// The element of a row; `nil` to skip a row in which an argument that is not optional is NULL.
    func _functionElement(_ arguments: inout _FunctionArguments) throws -> Element?

    /// The result for the elements of a group.
    func _functionResult(_ elements: [Element]) throws -> SQLiteValue
}

extension _AggregateDatabaseFunction {
    public var _functionImplementation: Function.Registration._Implementation {
        .window { ElementCollector(function: self) }
    }

    /// A call in a query, for a group of rows or over a window.
    ///
    /// - Parameter order: The order of the rows, which requires SQLite 3.44.
    public func _functionCall<Value: RowRepresentable>(
        _ arguments: any _SelectableValue..., distinct: Bool, order: (any OrderingTerm)?,
        filter: (any SQLCondition)?
    ) -> SQLExpression<Value> {
        let definition = _functionDefinition
        return SQLExpression(
            .userCall(
                definition.name, argc: definition.argc, arguments.converted(for: self),
                isDistinct: distinct, order: order?._orderingTerm.nodes ?? [],
                filter: filter?.conditionNode, isAggregate: true, function: self))
    }
}

/// The elements of one group, or of the frame of a window.
private final class ElementCollector<F: _AggregateDatabaseFunction>: Function._WindowInstance {
    private let function: F
    private var elements: [F.Element] = []

    /// The number of elements that have left the frame. They are removed together, because each removal moves all
    /// others.
    private var removed = 0

    init(function: F) { self.function = function }

    func step(args: any ArgumentsProtocol) throws {
        var arguments = _FunctionArguments(args)
        if let element = try function._functionElement(&arguments) { elements.append(element) }
    }

    func _aggregateResult() throws -> (any SQLiteBindable)? {
        try _windowValue()
    }

    func _windowValue() throws -> (any SQLiteBindable)? {
        removeElements()
        return try function._functionResult(elements)
    }

    /// SQLite removes rows in the order in which it has added them. A row that was skipped is skipped again.
    func inverse(args: any ArgumentsProtocol) throws {
        var arguments = _FunctionArguments(args)
        if try function._functionElement(&arguments) != nil { removed += 1 }
    }

    private func removeElements() {
        elements.removeFirst(min(removed, elements.count))
        removed = 0
    }
}

/// The name of a function in SQL, its number of arguments, and its options.
public struct FunctionDefinition: Sendable {
    /// The name, which is case-insensitive.
    public let name: String
    /// The number of arguments, or -1 for any number.
    public let argc: Int32
    /// The guarantees about the function that SQLite can rely on, and other options.
    public let options: Function.Options

    /// Defines a function.
    public init(name: String, argc: Int32, options: Function.Options = []) {
        self.name = name
        self.argc = argc
        self.options = options
    }
}

/// A Swift function that is a computed property. It has no arguments, so it is also an expression without a call:
///
/// ```swift
/// @DatabaseFunction var now: Date { Date() }
///
/// let times = try Values($now).fetchAll(db)
/// ```
public protocol _PropertyDatabaseFunction: _ScalarDatabaseFunction, ScalarExpression, SQLOperand {}

extension _PropertyDatabaseFunction {
    public var _operand: SQLExpression<Value> { expression }
}
