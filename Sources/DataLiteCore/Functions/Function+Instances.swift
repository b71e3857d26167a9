extension Function {
    /// The state of one group: an instance of an ``Aggregate``, or the state of closures.
    public protocol _AggregateInstance: AnyObject {
        /// Adds the arguments of one row.
        func step(args: any ArgumentsProtocol) throws

        /// The result of the group.
        func _aggregateResult() throws -> (any SQLiteBindable)?
    }

    /// The state of one partition: an instance of a ``Window``, or the state of closures.
    public protocol _WindowInstance: _AggregateInstance {
        /// The value for the rows that are in the frame.
        func _windowValue() throws -> (any SQLiteBindable)?

        /// Removes the oldest row of the frame.
        func inverse(args: any ArgumentsProtocol) throws
    }
}

extension Function.Aggregate: Function._AggregateInstance {
    public func _aggregateResult() throws -> (any SQLiteBindable)? { try finalize() }
}

extension Function.Window: Function._WindowInstance {
    public func _windowValue() throws -> (any SQLiteBindable)? { try value() }
}

/// An aggregate made of closures.
class ClosureAggregate<State>: Function._AggregateInstance {
    typealias Step = (inout State, any ArgumentsProtocol) throws -> Void

    fileprivate var state: State
    private let stepBody: Step
    fileprivate let result: (State) throws -> (any SQLiteBindable)?

    init(
        _ state: State, step: @escaping Step,
        result: @escaping (State) throws -> (any SQLiteBindable)?
    ) {
        self.state = state
        self.stepBody = step
        self.result = result
    }

    func step(args: any ArgumentsProtocol) throws { try stepBody(&state, args) }

    func _aggregateResult() throws -> (any SQLiteBindable)? { try result(state) }
}

/// A window function made of closures.
final class ClosureWindow<State>: ClosureAggregate<State>, Function._WindowInstance {
    private let inverseBody: Step

    init(
        _ state: State, step: @escaping Step, inverse: @escaping Step,
        value: @escaping (State) throws -> (any SQLiteBindable)?
    ) {
        self.inverseBody = inverse
        super.init(state, step: step, result: value)
    }

    func inverse(args: any ArgumentsProtocol) throws { try inverseBody(&state, args) }

    func _windowValue() throws -> (any SQLiteBindable)? { try result(state) }
}
