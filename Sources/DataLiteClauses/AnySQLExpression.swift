public import DataLiteQuery

/// The name that SwiftQL gives to any expression.
public typealias AnySQLExpression = SQLExpressionProtocol
