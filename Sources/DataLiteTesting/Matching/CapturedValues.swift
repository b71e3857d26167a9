/// The values that were bound to a parameter, captured by ``ParameterPattern/capture(into:)``.
///
/// ```swift
/// let id = CapturedValues<Int>()
/// // ... an expectation with the parameter .capture(into: id), and the code under test ...
/// #expect(id.value == 7)
/// ```
///
/// It can be read while a mock on another thread adds to it.
public final class CapturedValues<T: SQLiteRepresentable> {
    private let captured: Locked<[T]> = Locked([])

    /// Creates an empty collection of captured values.
    public init() {}

    /// All values, in order.
    public var values: [T] { captured.withLock { $0 } }

    /// The latest value; `nil` if there is none yet.
    public var value: T? { values.last }

    func keep(_ value: SQLiteValue) {
        guard let value = T(value) else { return }
        captured.withLock { $0.append(value) }
    }
}

extension CapturedValues: Sendable where T: Sendable {}
