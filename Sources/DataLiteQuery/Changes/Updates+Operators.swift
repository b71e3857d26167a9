// Arithmetic with the types of literals, for updates: `$0.position = $0.position * 2 + 1`.
//
// In an update, a column can also be assigned a plain value, so the compiler also considers the operators of the
// standard library. It prefers them to generic ones if a literal or a variable has their type, although a column
// cannot be read as a value. Operators that are not generic rank equally.
//
// Literals alone must keep the operators of the standard library: `let third = 1.0 / 3`, `prices.reduce(0, +)`. An
// expression can be a literal, too. For types that are not the default of a literal, the left side is therefore optional,
// because the conversion ranks lower, and an expression on the right side has a protocol type, which a literal cannot
// have.

extension Optional where Wrapped: SQLOperand {
    /// The expression; NULL for `nil`.
    var operand: SQLNode { self?._operand.node ?? .null }
}

// MARK: - Int

@_documentation(visibility: internal)
public func + (lhs: SQLExpression<Int>, rhs: SQLExpression<Int>) -> SQLExpression<Int> {
    SQLExpression(.binary(lhs.node, .plus, rhs.node))
}

@_documentation(visibility: internal)
public func + (lhs: SQLExpression<Int>, rhs: Int) -> SQLExpression<Int> {
    SQLExpression(.binary(lhs.node, .plus, SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int>, rhs: SQLExpression<Int>) { lhs = lhs + rhs }

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int>, rhs: Int) { lhs = lhs + rhs }

@_documentation(visibility: internal)
public func - (lhs: SQLExpression<Int>, rhs: SQLExpression<Int>) -> SQLExpression<Int> {
    SQLExpression(.binary(lhs.node, .minus, rhs.node))
}

@_documentation(visibility: internal)
public func - (lhs: SQLExpression<Int>, rhs: Int) -> SQLExpression<Int> {
    SQLExpression(.binary(lhs.node, .minus, SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int>, rhs: SQLExpression<Int>) { lhs = lhs - rhs }

@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int>, rhs: Int) { lhs = lhs - rhs }

@_documentation(visibility: internal)
public func * (lhs: SQLExpression<Int>, rhs: SQLExpression<Int>) -> SQLExpression<Int> {
    SQLExpression(.binary(lhs.node, .times, rhs.node))
}

@_documentation(visibility: internal)
public func * (lhs: SQLExpression<Int>, rhs: Int) -> SQLExpression<Int> {
    SQLExpression(.binary(lhs.node, .times, SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int>, rhs: SQLExpression<Int>) { lhs = lhs * rhs }

@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int>, rhs: Int) { lhs = lhs * rhs }

@_documentation(visibility: internal)
public func / (lhs: SQLExpression<Int>, rhs: SQLExpression<Int>) -> SQLExpression<Int?> {
    SQLExpression<Int?>(.division(lhs.node, .divide, by: rhs.node))
}

@_documentation(visibility: internal)
public func / (lhs: SQLExpression<Int>, rhs: Int) -> SQLExpression<Int> {
    SQLExpression(.division(lhs.node, .divide, by: SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<Int>, rhs: Int) { lhs = lhs / rhs }

// MARK: - Int64

@_documentation(visibility: internal)
public func + (lhs: SQLExpression<Int64>?, rhs: any _TypedExpression<Int64>) -> SQLExpression<Int64>
{
    SQLExpression(.binary(lhs.operand, .plus, rhs.node))
}

@_documentation(visibility: internal)
public func + (lhs: SQLExpression<Int64>?, rhs: Int64) -> SQLExpression<Int64> {
    SQLExpression(.binary(lhs.operand, .plus, SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int64>, rhs: SQLExpression<Int64>) { lhs = lhs + rhs }

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int64>, rhs: Int64) { lhs = lhs + rhs }

@_documentation(visibility: internal)
public func - (lhs: SQLExpression<Int64>?, rhs: any _TypedExpression<Int64>) -> SQLExpression<Int64>
{
    SQLExpression(.binary(lhs.operand, .minus, rhs.node))
}

@_documentation(visibility: internal)
public func - (lhs: SQLExpression<Int64>?, rhs: Int64) -> SQLExpression<Int64> {
    SQLExpression(.binary(lhs.operand, .minus, SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int64>, rhs: SQLExpression<Int64>) { lhs = lhs - rhs }

@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int64>, rhs: Int64) { lhs = lhs - rhs }

@_documentation(visibility: internal)
public func * (lhs: SQLExpression<Int64>?, rhs: any _TypedExpression<Int64>) -> SQLExpression<Int64>
{
    SQLExpression(.binary(lhs.operand, .times, rhs.node))
}

@_documentation(visibility: internal)
public func * (lhs: SQLExpression<Int64>?, rhs: Int64) -> SQLExpression<Int64> {
    SQLExpression(.binary(lhs.operand, .times, SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int64>, rhs: SQLExpression<Int64>) { lhs = lhs * rhs }

@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int64>, rhs: Int64) { lhs = lhs * rhs }

@_documentation(visibility: internal)
public func / (lhs: SQLExpression<Int64>?, rhs: any _TypedExpression<Int64>) -> SQLExpression<
    Int64?
> {
    SQLExpression<Int64?>(.division(lhs.operand, .divide, by: rhs.node))
}

@_documentation(visibility: internal)
public func / (lhs: SQLExpression<Int64>?, rhs: Int64) -> SQLExpression<Int64> {
    SQLExpression(.division(lhs.operand, .divide, by: SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<Int64>, rhs: Int64) { lhs = lhs / rhs }

// MARK: - Double

@_documentation(visibility: internal)
public func + (lhs: SQLExpression<Double>?, rhs: any _TypedExpression<Double>) -> SQLExpression<
    Double
> {
    SQLExpression(.binary(lhs.operand, .plus, rhs.node))
}

@_documentation(visibility: internal)
public func + (lhs: SQLExpression<Double>?, rhs: Double) -> SQLExpression<Double> {
    SQLExpression(.binary(lhs.operand, .plus, SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Double>, rhs: SQLExpression<Double>) { lhs = lhs + rhs }

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Double>, rhs: Double) { lhs = lhs + rhs }

@_documentation(visibility: internal)
public func - (lhs: SQLExpression<Double>?, rhs: any _TypedExpression<Double>) -> SQLExpression<
    Double
> {
    SQLExpression(.binary(lhs.operand, .minus, rhs.node))
}

@_documentation(visibility: internal)
public func - (lhs: SQLExpression<Double>?, rhs: Double) -> SQLExpression<Double> {
    SQLExpression(.binary(lhs.operand, .minus, SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Double>, rhs: SQLExpression<Double>) { lhs = lhs - rhs }

@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Double>, rhs: Double) { lhs = lhs - rhs }

@_documentation(visibility: internal)
public func * (lhs: SQLExpression<Double>?, rhs: any _TypedExpression<Double>) -> SQLExpression<
    Double
> {
    SQLExpression(.binary(lhs.operand, .times, rhs.node))
}

@_documentation(visibility: internal)
public func * (lhs: SQLExpression<Double>?, rhs: Double) -> SQLExpression<Double> {
    SQLExpression(.binary(lhs.operand, .times, SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Double>, rhs: SQLExpression<Double>) { lhs = lhs * rhs }

@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Double>, rhs: Double) { lhs = lhs * rhs }

@_documentation(visibility: internal)
public func / (lhs: SQLExpression<Double>?, rhs: any _TypedExpression<Double>) -> SQLExpression<
    Double?
> {
    SQLExpression<Double?>(.division(lhs.operand, .divide, by: rhs.node))
}

@_documentation(visibility: internal)
public func / (lhs: SQLExpression<Double>?, rhs: Double) -> SQLExpression<Double> {
    SQLExpression(.division(lhs.operand, .divide, by: SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<Double>, rhs: Double) { lhs = lhs / rhs }

// MARK: - String

@_documentation(visibility: internal)
public func + (lhs: SQLExpression<String>, rhs: SQLExpression<String>) -> SQLExpression<String> {
    SQLExpression(.binary(lhs.node, .concatenate, rhs.node))
}

@_documentation(visibility: internal)
public func + (lhs: SQLExpression<String>, rhs: String) -> SQLExpression<String> {
    SQLExpression(.binary(lhs.node, .concatenate, SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<String>, rhs: SQLExpression<String>) { lhs = lhs + rhs }

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<String>, rhs: String) {
    lhs = lhs + rhs
}

// MARK: - Integer literals

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Double>, rhs: Int) { lhs += Double(rhs) }
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int64>, rhs: Int) { lhs += Int64(rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Double>, rhs: Int) { lhs -= Double(rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int64>, rhs: Int) { lhs -= Int64(rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Double>, rhs: Int) { lhs *= Double(rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int64>, rhs: Int) { lhs *= Int64(rhs) }
@_documentation(visibility: internal)
public func / (lhs: SQLExpression<Int64>?, rhs: Int) -> SQLExpression<Int64> { lhs / Int64(rhs) }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<Double>, rhs: Int) { lhs /= Double(rhs) }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<Int64>, rhs: Int) { lhs /= Int64(rhs) }

// MARK: - Remainders

@_documentation(visibility: internal)
public func %= (lhs: inout SQLExpression<Int>, rhs: Int) { lhs = lhs % rhs }
@_documentation(visibility: internal)
public func %= (lhs: inout SQLExpression<Int64>, rhs: Int64) { lhs = lhs % rhs }
@_documentation(visibility: internal)
public func %= (lhs: inout SQLExpression<Int64>, rhs: Int) { lhs %= Int64(rhs) }
