// Comparisons of tuples and of rows with tuples. Without these, the compiler describes the mistake by one of the general
// operators.

@available(*, unavailable, message: "write row($0.a, $0.b).eq(1, 2)")
@_disfavoredOverload
@_documentation(visibility: internal)
public func == <First, Second, Other>(
    lhs: (SQLExpression<First>, SQLExpression<Second>), rhs: Other
) -> SQLExpression<Bool> { while true {} }

@available(*, unavailable, message: "write row($0.a, $0.b).neq(1, 2)")
@_disfavoredOverload
@_documentation(visibility: internal)
public func != <First, Second, Other>(
    lhs: (SQLExpression<First>, SQLExpression<Second>), rhs: Other
) -> SQLExpression<Bool> { while true {} }

@available(*, unavailable, message: "write row($0.a, $0.b).eq(1, 2)")
@_disfavoredOverload
@_documentation(visibility: internal)
public func == <First, Second, Third, Other>(
    lhs: (SQLExpression<First>, SQLExpression<Second>, SQLExpression<Third>), rhs: Other
) -> SQLExpression<Bool> { while true {} }

@available(*, unavailable, message: "write row($0.a, $0.b).neq(1, 2)")
@_disfavoredOverload
@_documentation(visibility: internal)
public func != <First, Second, Third, Other>(
    lhs: (SQLExpression<First>, SQLExpression<Second>, SQLExpression<Third>), rhs: Other
) -> SQLExpression<Bool> { while true {} }

extension RowExpression {
    @available(*, unavailable, message: "write row($0.a, $0.b).eq(1, 2)")
    @_disfavoredOverload
    @_documentation(visibility: internal)
    public static func == <Other>(lhs: Self, rhs: Other) -> SQLExpression<Bool> { while true {} }

    @available(*, unavailable, message: "write row($0.a, $0.b).neq(1, 2)")
    @_disfavoredOverload
    @_documentation(visibility: internal)
    public static func != <Other>(lhs: Self, rhs: Other) -> SQLExpression<Bool> { while true {} }
}
