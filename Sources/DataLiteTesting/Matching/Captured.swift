import DataLiteCore
import Foundation

/// The values that a parameter has had, taken by ``ParameterPattern/capture(into:)``.
///
/// ```swift
/// let id = Captured<Int>()
/// // ... an expectation with the parameter .capture(into: id), and the code under test ...
/// #expect(id.value == 7)
/// ```
///
/// It may be read while a mock on another thread adds to it.
public final class Captured<T: SQLiteRepresentable> {
    private let lock = NSLock()
    private var kept: [T] = []

    /// Creates one without a value.
    public init() {}

    /// All values, the first first.
    public var values: [T] { lock.withLock { kept } }

    /// The latest value; `nil` if there is none yet.
    public var value: T? { values.last }

    func keep(_ value: SQLiteValue) {
        guard let value = T(value) else { return }
        lock.withLock { kept.append(value) }
    }
}

// The lock guards the only variable, and a value that leaves it is one that may be sent.
extension Captured: @unchecked Sendable where T: Sendable {}
