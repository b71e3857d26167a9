public import Foundation

/// The forms of the dates and UUIDs of a program's tables, chosen once.
///
/// ```swift
/// enum AppForms: TableForms {
///     typealias Dates = Date.UnixMillisecondsRepresentation
///     typealias UUIDs = UUID.BytesRepresentation
/// }
///
/// @Table(forms: AppForms.self) struct Event: Identifiable {
///     let id: UUID
///     var startsAt: Date
/// }
/// ```
///
/// A property with `@Column(as:)`, and the arguments `dates:` and `uuids:` of `@Table`, override the forms. Groups of
/// the table keep their own forms.
public protocol TableForms {
    /// The form of all dates. Default: text in UTC, as without a form.
    associatedtype Dates: ColumnRepresentation = Date.TextRepresentation where Dates.Value == Date

    /// The form of all UUIDs. Default: text in upper case, as without a form.
    associatedtype UUIDs: ColumnRepresentation = UUID.UppercasedRepresentation
    where UUIDs.Value == UUID
}

extension Date {
    /// TEXT in UTC with up to nine fraction digits, as a `Date` without a representation.
    public struct TextRepresentation: ColumnRepresentation, ColumnTyped {
        public let value: Date

        public init(_ value: Date) { self.value = value }

        public init?(_ sqliteValue: SQLiteValue) {
            self.init(SQLiteValueView(sqliteValue))
        }

        /// Reads the text where SQLite keeps it.
        public init?(_ view: borrowing SQLiteValueView) {
            guard let date = Date(view) else { return nil }
            value = date
        }

        public static var columnType: ColumnType { .text }

        public var sqliteValue: SQLiteValue { value.sqliteValue }
    }
}
