// Window functions: <https://sqlite.org/windowfunctions.html#biwinfunc>. Each needs a window:
// `rank().over(orderBy: $0.price)`.

/// A function that can only be called over a window.
public struct WindowFunction<Value: RowRepresentable>: Sendable {
    private let call: SQLExpression<Value>

    fileprivate init(_ name: StaticString, _ arguments: SQLNode...) {
        call = SQLExpression(.call(name, arguments))
    }

    /// The result for the rows of a window, as for an aggregate.
    public func over<each Partition: Selectable, each Term: OrderingTerm>(
        partitionBy partitions: (repeat each Partition) = (),
        orderBy terms: (repeat each Term) = (),
        frame: WindowFrame? = nil
    ) -> SQLExpression<Value> {
        call.over(
            partitionBy: (repeat each partitions), orderBy: (repeat each terms), frame: frame)
    }

    /// The result for the rows of a window.
    public func over(_ window: Window) -> SQLExpression<Value> { call.over(window) }

    /// The result for the rows of a window that the query defines.
    public func over(_ name: String) -> SQLExpression<Value> { call.over(name) }
}

/// The number of the row within its partition, starting at 1.
public func rowNumber() -> WindowFunction<Int> { WindowFunction("row_number") }

/// The number of the first row with the same order, with gaps: 1, 1, 3.
public func rank() -> WindowFunction<Int> { WindowFunction("rank") }

/// The rank without gaps: 1, 1, 2.
public func denseRank() -> WindowFunction<Int> { WindowFunction("dense_rank") }

/// The rank from 0 to 1.
public func percentRank() -> WindowFunction<Double> { WindowFunction("percent_rank") }

/// The fraction of the rows that do not come after this one.
public func cumeDist() -> WindowFunction<Double> { WindowFunction("cume_dist") }

/// The number of the row's group, starting at 1, if the partition is divided into `groups` groups
/// of equal size.
public func ntile(_ groups: some SQLOperand<Int>) -> WindowFunction<Int> {
    WindowFunction("ntile", groups.operandNode)
}

// MARK: - Values of other rows

extension SQLExpression {
    /// The value of an earlier row of the partition; `fallback` if there is none.
    public func lag(
        _ offset: some SQLOperand<Int>, default fallback: some SQLOperand<Value>
    ) -> WindowFunction<Value> {
        WindowFunction("lag", node, offset.operandNode, fallback.operandNode)
    }

    /// The value of an earlier row of the partition, which may be NULL; `fallback` if there is no such row.
    public func lag<Wrapped: RowRepresentable>(
        _ offset: some SQLOperand<Int>, default fallback: some SQLOperand<Wrapped>
    ) -> WindowFunction<Value> where Value == Wrapped? {
        WindowFunction("lag", node, offset.operandNode, fallback.operandNode)
    }

    /// The value of a later row of the partition; `fallback` if there is none.
    public func lead(
        _ offset: some SQLOperand<Int>, default fallback: some SQLOperand<Value>
    ) -> WindowFunction<Value> {
        WindowFunction("lead", node, offset.operandNode, fallback.operandNode)
    }

    /// The value of a later row of the partition, which may be NULL; `fallback` if there is no such row.
    public func lead<Wrapped: RowRepresentable>(
        _ offset: some SQLOperand<Int>, default fallback: some SQLOperand<Wrapped>
    ) -> WindowFunction<Value> where Value == Wrapped? {
        WindowFunction("lead", node, offset.operandNode, fallback.operandNode)
    }

    // The result is NULL if the row does not exist.

    /// The value of an earlier row of the partition.
    public func lag(_ offset: some SQLOperand<Int> = 1) -> WindowFunction<Value._NonNull?> {
        WindowFunction("lag", node, offset.operandNode)
    }

    /// The value of a later row of the partition.
    public func lead(_ offset: some SQLOperand<Int> = 1) -> WindowFunction<Value._NonNull?> {
        WindowFunction("lead", node, offset.operandNode)
    }

    /// The value of the first row of the frame.
    public func firstValue() -> WindowFunction<Value._NonNull?> {
        WindowFunction("first_value", node)
    }

    /// The value of the last row of the frame. By default, a frame with an order ends with the
    /// current row.
    public func lastValue() -> WindowFunction<Value._NonNull?> {
        WindowFunction("last_value", node)
    }

    /// The value of a row of the frame, by its number, starting at 1.
    public func nthValue(_ number: some SQLOperand<Int>) -> WindowFunction<Value._NonNull?> {
        WindowFunction("nth_value", node, number.operandNode)
    }
}

// MARK: - Window functions without a window

@available(
    *, unavailable,
    message: "a window function needs a window: add '.over(orderBy: $0.price)', or '.over()'"
)
extension WindowFunction: _SelectableValue {
    public typealias Output = Value

    public func _appendColumns(to list: inout _SelectList) {}

    public static func _decode(_ row: inout RowReader) throws(SQLiteError) -> Value {
        throw SQLiteError(.misuse, message: "")
    }

    public static var _selectedColumnCount: Int { 1 }
}
