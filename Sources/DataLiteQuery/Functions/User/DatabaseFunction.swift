/// A Swift function that SQL can call. `@DatabaseFunction` generates one for a function: use `$name` to call it in a
/// query and to add it to a connection.
///
/// ```swift
/// @DatabaseFunction func isOverdue(due: Date?) -> Bool { due.map { $0 < Date() } ?? false }
///
/// try db.add(function: $isOverdue)
/// let late = try Reminder.where { $isOverdue(due: $0.dueDate) }.fetchAll(db)
/// ```
public protocol DatabaseFunction: Sendable {
    /// The name in SQL, the number of arguments, and the options.
    var _functionDefinition: FunctionDefinition { get }

    /// The implementation that SQLite calls.
    var _functionImplementation: Function.Registration._Implementation { get }
}

extension ConnectionProtocol {
    /// Adds a function, replacing any existing function with the same name and number of arguments.
    ///
    /// - Throws: `SQLITE_MISUSE` for an invalid name or number of arguments; `SQLITE_BUSY` if it
    ///   replaces a function while a statement is mid-step.
    public func add(function: some DatabaseFunction) throws(SQLiteError) {
        let definition = function._functionDefinition
        try add(
            function: Function.Registration(
                name: definition.name, argc: definition.argc, options: definition.options,
                _implementation: function._functionImplementation))
    }

    /// Removes a function.
    ///
    /// - Throws: `SQLITE_BUSY` while a statement is mid-step.
    public func remove(function: some DatabaseFunction) throws(SQLiteError) {
        let definition = function._functionDefinition
        try remove(function: definition.name, argc: definition.argc)
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
        _ arguments: any SelectableValue...
    ) -> SQLExpression<Value> {
        if let mistake = arguments.mistake { return SQLExpression(.failure(mistake)) }
        let definition = _functionDefinition
        return SQLExpression(
            .userCall(
                definition.name, argc: definition.argc, arguments,
                isVolatile: !definition.options.contains(.deterministic)))
    }
}

extension [any SelectableValue] {
    /// An error if an argument is stored in another form than the one in which the function reads its type.
    fileprivate var mistake: SQLiteError? {
        var forms = StoredForms()
        for argument in self { type(of: argument)._appendForms(to: &forms) }
        return forms.mismatch(expecting: StoredForms())
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
        .aggregate { ElementCollector(function: self) }
    }

    /// A call in a query.
    public func _functionCall<Value: RowRepresentable>(
        _ arguments: any SelectableValue..., distinct: Bool, filter: (any SQLCondition)?
    ) -> SQLExpression<Value> {
        if let mistake = arguments.mistake { return SQLExpression(.failure(mistake)) }
        let definition = _functionDefinition
        return SQLExpression(
            .userCall(
                definition.name, argc: definition.argc, arguments,
                isDistinct: distinct, filter: filter?.conditionNode))
    }
}

/// The elements of one group.
private final class ElementCollector<F: _AggregateDatabaseFunction>: Function._AggregateInstance {
    private let function: F
    private var elements: [F.Element] = []

    init(function: F) { self.function = function }

    func step(args: any ArgumentsProtocol) throws {
        var arguments = _FunctionArguments(args)
        if let element = try function._functionElement(&arguments) { elements.append(element) }
    }

    func _aggregateResult() throws -> (any SQLiteBindable)? {
        try function._functionResult(elements)
    }
}
