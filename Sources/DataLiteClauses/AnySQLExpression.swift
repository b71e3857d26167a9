/// SwiftQL's name for any expression.
public typealias AnySQLExpression = SQLExpressionProtocol
