import DataLiteC
import Foundation

/// A Swift function that SQL can call: the base class of ``Scalar``, ``Aggregate`` and ``Window``.
///
/// ```swift
/// final class Shout: Function.Scalar {
///     override class var name: String { "shout" }
///     override class var argc: Int32 { 1 }
///     override class var options: Function.Options { [.deterministic, .innocuous] }
///
///     override class func invoke(args: any ArgumentsProtocol) throws -> (any SQLiteRepresentable)? {
///         guard let text = args[0] as String? else { return nil }
///         return text.uppercased() + "!"
///     }
/// }
///
/// try connection.add(function: Shout.self)
/// let shout: String? = try connection.value("SELECT shout('hey')")  // HEY!
/// ```
///
/// An error thrown by a function ends the statement. The caller receives an ``SQLiteError`` with code
/// `SQLITE_ERROR`, the error's description as its message and the error as its `underlyingError`.
open class Function {
    /// The name in SQL, in any letter case: 1 to 255 bytes of UTF-8. A subclass must override it.
    open class var name: String { "" }

    /// The number of arguments, or -1 for any number. Functions with the same name and different argument
    /// counts can coexist.
    open class var argc: Int32 { -1 }

    /// The properties that SQLite may assume of the function.
    open class var options: Options { [] }

    init() {}

    /// The arguments of a call.
    public typealias Arguments = any ArgumentsProtocol
}

extension Function {
    /// The properties that SQLite may assume of a function, and the restrictions on its callers.
    ///
    /// See [Function flags](https://www.sqlite.org/c3ref/c_deterministic.html).
    public struct Options: OptionSet, Sendable {
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The function returns the same result for the same arguments within a statement. SQLite
        /// may then call it once for many rows and allow it in indexes and generated columns. C:
        /// `SQLITE_DETERMINISTIC`.
        public static let deterministic = Options(rawValue: SQLITE_DETERMINISTIC)
        /// The function may be called by top-level SQL only, not by views, triggers, `CHECK` constraints,
        /// defaults, generated columns and indexes. Use it for functions that have side effects or reveal
        /// information. C: `SQLITE_DIRECTONLY`.
        public static let directonly = Options(rawValue: SQLITE_DIRECTONLY)
        /// The function is harmless for any arguments, so a schema may call it even if the schema is not
        /// trusted. C: `SQLITE_INNOCUOUS`.
        public static let innocuous = Options(rawValue: SQLITE_INNOCUOUS)
        /// The function reads the subtypes of its arguments. C: `SQLITE_SUBTYPE`.
        public static let subtype = Options(rawValue: SQLITE_SUBTYPE)
        /// The function sets a subtype on its result. Ignored before SQLite 3.45. C:
        /// `SQLITE_RESULT_SUBTYPE`.
        public static let resultSubtype = Options(rawValue: 0x0100_0000)
    }

    /// A function that computes one value from its arguments. A subclass is never instantiated.
    open class Scalar: Function {
        /// The result for some arguments; `nil` for NULL. A subclass must override it.
        open class func invoke(args: any ArgumentsProtocol) throws -> (any SQLiteRepresentable)? {
            throw notOverridden(self, "invoke(args:)")
        }
    }
}

/// The error of a method that a subclass of `Function` should have overridden.
func notOverridden(_ type: Function.Type, _ method: String) -> SQLiteError {
    SQLiteError.misuse("\(type) does not override \(method)")
}

extension Function {
    /// A function that computes one value for a group of rows.
    ///
    /// ```swift
    /// final class Product: Function.Aggregate {
    ///     override class var name: String { "product" }
    ///     override class var argc: Int32 { 1 }
    ///     private var product = 1.0
    ///
    ///     override func step(args: any ArgumentsProtocol) throws {
    ///         if let factor = args[0] as Double? { product *= factor }
    ///     }
    ///
    ///     override func finalize() throws -> (any SQLiteRepresentable)? { product }
    /// }
    /// ```
    ///
    /// Each group has its own instance, even a group without rows.
    open class Aggregate: Function {
        /// Called by the library, once for each group.
        public required override init() {}

        /// Adds the arguments of one row. A subclass must override it.
        open func step(args: any ArgumentsProtocol) throws {
            throw notOverridden(type(of: self), "step(args:)")
        }

        /// The result of the group; `nil` for NULL. A subclass must override it.
        ///
        /// If a statement is abandoned, this is also called for each group that has begun, and the result is
        /// ignored.
        open func finalize() throws -> (any SQLiteRepresentable)? {
            throw notOverridden(type(of: self), "finalize()")
        }
    }

    /// An aggregate that can also remove rows and return its value in between, for use with `OVER`.
    ///
    /// See [Window functions](https://www.sqlite.org/windowfunctions.html#udfwinfunc).
    open class Window: Aggregate {
        /// The value for the rows that are in the frame; `nil` for NULL. A subclass must override
        /// it.
        open func value() throws -> (any SQLiteRepresentable)? {
            throw notOverridden(type(of: self), "value()")
        }

        /// The value at the end of a partition, or of a group if the function is used as an aggregate.
        /// Default: ``value()``.
        open override func finalize() throws -> (any SQLiteRepresentable)? { try value() }

        /// Removes the oldest row of the frame, with the same arguments as in its step. A subclass
        /// must override it.
        open func inverse(args: any ArgumentsProtocol) throws {
            throw notOverridden(type(of: self), "inverse(args:)")
        }
    }

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

extension Function {
    /// `uuid()`: a new random UUID as text, in upper case, as a `UUID` is stored.
    ///
    /// ```sql
    /// CREATE TABLE reminders (id TEXT PRIMARY KEY DEFAULT (uuid()), title TEXT NOT NULL)
    /// ```
    ///
    /// The connections of a `Database` have the function. Add it to a connection of your own:
    /// `try connection.add(function: Function.RandomUUID.self)`. A program other than yours that inserts rows into a
    /// table with such a default needs a function of that name, too.
    ///
    /// The function is random, so a statement calls it for each row, and no index can contain it. It has no side
    /// effects, so the schema of an untrusted file may call it.
    public final class RandomUUID: Function.Scalar {
        public override class var name: String { "uuid" }

        public override class var argc: Int32 { 0 }

        public override class var options: Function.Options { .innocuous }

        public override class func invoke(
            args: any ArgumentsProtocol
        ) throws -> (any SQLiteRepresentable)? {
            UUID()
        }
    }
}
