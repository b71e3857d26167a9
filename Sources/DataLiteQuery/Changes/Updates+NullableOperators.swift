// Arithmetic with columns that may be NULL, for updates; see `Updates+Operators.swift` for why these operators are not
// generic.

@_documentation(visibility: internal)
public func + (lhs: SQLExpression<Int?>, rhs: Int) -> SQLExpression<Int?> {
    SQLExpression(.binary(lhs.node, .plus, SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func - (lhs: SQLExpression<Int?>, rhs: Int) -> SQLExpression<Int?> {
    SQLExpression(.binary(lhs.node, .minus, SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func * (lhs: SQLExpression<Int?>, rhs: Int) -> SQLExpression<Int?> {
    SQLExpression(.binary(lhs.node, .times, SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func / (lhs: SQLExpression<Int?>, rhs: Int) -> SQLExpression<Int?> {
    SQLExpression(.division(lhs.node, .divide, by: SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int?>, rhs: Int) { lhs = lhs + rhs }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int?>, rhs: Int) { lhs = lhs - rhs }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int?>, rhs: Int) { lhs = lhs * rhs }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<Int?>, rhs: Int) { lhs = lhs / rhs }

@_documentation(visibility: internal)
public func + (lhs: SQLExpression<Double?>, rhs: Double) -> SQLExpression<Double?> {
    SQLExpression(.binary(lhs.node, .plus, SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func - (lhs: SQLExpression<Double?>, rhs: Double) -> SQLExpression<Double?> {
    SQLExpression(.binary(lhs.node, .minus, SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func * (lhs: SQLExpression<Double?>, rhs: Double) -> SQLExpression<Double?> {
    SQLExpression(.binary(lhs.node, .times, SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func / (lhs: SQLExpression<Double?>, rhs: Double) -> SQLExpression<Double?> {
    SQLExpression(.division(lhs.node, .divide, by: SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Double?>, rhs: Double) { lhs = lhs + rhs }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Double?>, rhs: Double) { lhs = lhs - rhs }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Double?>, rhs: Double) { lhs = lhs * rhs }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<Double?>, rhs: Double) { lhs = lhs / rhs }

@_documentation(visibility: internal)
public func %= (lhs: inout SQLExpression<Int?>, rhs: Int) { lhs = lhs % rhs }

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<String?>, rhs: String) {
    lhs = SQLExpression(.binary(lhs.node, .concatenate, SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int64?>, rhs: Int64) {
    lhs = SQLExpression(.binary(lhs.node, .plus, SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int64?>, rhs: Int64) {
    lhs = SQLExpression(.binary(lhs.node, .minus, SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int64?>, rhs: Int64) {
    lhs = SQLExpression(.binary(lhs.node, .times, SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<Int64?>, rhs: Int64) {
    lhs = SQLExpression(.division(lhs.node, .divide, by: SQLNode(binding: rhs)))
}

// MARK: - Expressions

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int?>, rhs: SQLExpression<Int>) { lhs = lhs + rhs }
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int?>, rhs: SQLExpression<Int?>) { lhs = lhs + rhs }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int?>, rhs: SQLExpression<Int>) { lhs = lhs - rhs }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int?>, rhs: SQLExpression<Int?>) { lhs = lhs - rhs }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int?>, rhs: SQLExpression<Int>) { lhs = lhs * rhs }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int?>, rhs: SQLExpression<Int?>) { lhs = lhs * rhs }
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int64?>, rhs: SQLExpression<Int64>) { lhs = lhs + rhs }
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int64?>, rhs: SQLExpression<Int64?>) { lhs = lhs + rhs }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int64?>, rhs: SQLExpression<Int64>) { lhs = lhs - rhs }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int64?>, rhs: SQLExpression<Int64?>) { lhs = lhs - rhs }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int64?>, rhs: SQLExpression<Int64>) { lhs = lhs * rhs }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int64?>, rhs: SQLExpression<Int64?>) { lhs = lhs * rhs }
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Double?>, rhs: SQLExpression<Double>) { lhs = lhs + rhs }
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Double?>, rhs: SQLExpression<Double?>) { lhs = lhs + rhs }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Double?>, rhs: SQLExpression<Double>) { lhs = lhs - rhs }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Double?>, rhs: SQLExpression<Double?>) { lhs = lhs - rhs }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Double?>, rhs: SQLExpression<Double>) { lhs = lhs * rhs }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Double?>, rhs: SQLExpression<Double?>) { lhs = lhs * rhs }
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<String?>, rhs: SQLExpression<String>) {
    lhs = SQLExpression(.binary(lhs.node, .concatenate, rhs.node))
}
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<String?>, rhs: SQLExpression<String?>) {
    lhs = SQLExpression(.binary(lhs.node, .concatenate, rhs.node))
}

// MARK: - Integer literals

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Double?>, rhs: Int) { lhs += Double(rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Double?>, rhs: Int) { lhs -= Double(rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Double?>, rhs: Int) { lhs *= Double(rhs) }
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int64?>, rhs: Int) { lhs += Int64(rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int64?>, rhs: Int) { lhs -= Int64(rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int64?>, rhs: Int) { lhs *= Int64(rhs) }
