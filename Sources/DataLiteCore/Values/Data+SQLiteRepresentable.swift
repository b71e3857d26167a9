public import Foundation

extension Data: SQLiteRepresentable {
    @inlinable
    public var sqliteValue: SQLiteValue { .blob(self) }

    @inlinable
    public init?(_ value: SQLiteValue) {
        guard case .blob(let data) = value else { return nil }
        self = data
    }

    @inlinable
    public init?(_ view: borrowing SQLiteValueView) {
        guard let data = view.blob else { return nil }
        self = data
    }
}
