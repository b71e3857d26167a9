public import Foundation

/// A number that is stored as text, so that it has no numeric order in SQL: `Decimal`, and optionals of it.
public protocol NumberText: SQLiteRepresentable where _Plain == Self {}

extension Decimal: NumberText {}
extension Optional: NumberText where Wrapped: NumberText {}

@available(
    *, unavailable,
    message: "text is not added exactly: use cast(as: Double.self), or store cents"
)
extension SQLExpression where Value: NumberText {
    /// Not supported: SQLite adds floating-point numbers.
    public func sum(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> Self { self }

    /// Not supported: SQLite adds floating-point numbers.
    public func total(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> Self { self }

    /// Not supported: SQLite adds floating-point numbers.
    public func avg(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> Self { self }
}
