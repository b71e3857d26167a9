public import Foundation

/// The forms of the dates and UUIDs of a program's tables, chosen once.
///
/// ```swift
/// enum AppForms: TableForms {
///     typealias Dates = Date.UnixMillisecondsRepresentation
///     typealias UUIDs = UUID.BytesRepresentation
/// }
///
/// /// All tables of the program adopt it.
/// protocol AppTable { typealias ColumnForms = AppForms }
///
/// @Table struct Event: AppTable, Identifiable {
///     let id: UUID
///     var startsAt: Date
/// }
/// ```
///
/// The macro must see the protocol in the declaration of the type, not in an extension. Without a protocol, a table
/// chooses its forms with `@Table(forms: AppForms.self)`.
///
/// A property with `@Column(as:)`, and the arguments of `@Table`, override the forms of a protocol. Groups of the table
/// keep their own forms.
public protocol TableForms {
    /// The form of all dates. Default: text in UTC, as without a form.
    associatedtype Dates: SQLiteRepresentable & Sendable = Date where Dates._Plain == Date

    /// The form of all UUIDs. Default: text in upper case, as without a form.
    associatedtype UUIDs: SQLiteRepresentable & Sendable = UUID where UUIDs._Plain == UUID
}

/// The forms of dates and UUIDs without a choice: text.
public enum _PlainForms: TableForms {}
