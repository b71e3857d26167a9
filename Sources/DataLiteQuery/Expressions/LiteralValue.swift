// Comparisons with a value of a type that a literal can have. An expression can also be a literal, so the general
// operators give a comparison with a literal two meanings, and to the compiler neither is as good as one with the literal
// as a value. It would try all other meanings of the operands as well: in an update, a column has one for each
// kind of value that it can be set to, and a `CASE` with four comparisons would take more than ten seconds.

/// A type that a literal can have: numbers, `String`, `Bool`, and optionals of these.
public protocol _LiteralValue: RowRepresentable {}

extension Bool: _LiteralValue {}
extension Double: _LiteralValue {}
extension Float: _LiteralValue {}
extension Int: _LiteralValue {}
extension Int8: _LiteralValue {}
extension Int16: _LiteralValue {}
extension Int32: _LiteralValue {}
extension Int64: _LiteralValue {}
extension String: _LiteralValue {}
extension UInt8: _LiteralValue {}
extension UInt16: _LiteralValue {}
extension UInt32: _LiteralValue {}
extension Optional: _LiteralValue where Wrapped: _LiteralValue {}
