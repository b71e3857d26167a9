extension Function {
    /// What takes in the rows of one group: an instance of an ``Aggregate``, or of a closure form.
    public protocol AggregateInstance: AnyObject {
        /// Takes in the arguments of one row.
        func step(args: any ArgumentsProtocol) throws

        /// The result of the group.
        func aggregateResult() throws -> (any SQLiteBindable)?
    }

    /// What takes in and gives up the rows of a frame: an instance of a ``Window``, or of a closure
    /// form.
    public protocol WindowInstance: AggregateInstance {
        /// The value of the rows that are in the frame now.
        func windowValue() throws -> (any SQLiteBindable)?

        /// Takes the oldest row out of the frame.
        func inverse(args: any ArgumentsProtocol) throws
    }
}

extension Function.Aggregate: Function.AggregateInstance {
    public func aggregateResult() throws -> (any SQLiteBindable)? { try finalize() }
}

extension Function.Window: Function.WindowInstance {
    public func windowValue() throws -> (any SQLiteBindable)? { try value() }
}

/// The closure form of an aggregate.
class ClosureAggregate<State>: Function.AggregateInstance {
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

    func aggregateResult() throws -> (any SQLiteBindable)? { try result(state) }
}

/// The closure form of a window function.
final class ClosureWindow<State>: ClosureAggregate<State>, Function.WindowInstance {
    private let inverseBody: Step

    init(
        _ state: State, step: @escaping Step, inverse: @escaping Step,
        value: @escaping (State) throws -> (any SQLiteBindable)?
    ) {
        self.inverseBody = inverse
        super.init(state, step: step, result: value)
    }

    func inverse(args: any ArgumentsProtocol) throws { try inverseBody(&state, args) }

    func windowValue() throws -> (any SQLiteBindable)? { try result(state) }
}
