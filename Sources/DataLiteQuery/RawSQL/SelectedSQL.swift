/// SQL text as a value of a result type, from a `#sql` that is an argument of `Columns(...)`.
///
/// The property decides the type and the form in which the value is decoded, so that the text needs no `as:`.
///
/// ```swift
/// Reminder.select { Row.Columns(reminder: $0, length: #sql("length(\($0.title))")) }
/// ```
public struct _SelectedSQL<Output>: _SelectableOptional {
    public typealias Wrapped = Output

    private let fragment: SQLFragment

    /// Creates a value from SQL text.
    public init(sql: SQLFragment) { fragment = sql }

    public static var _isStoredForm: Bool { true }

    public func _appendColumns(to list: inout _SelectList) { list.append(.fragment(fragment)) }

    // A result type decodes its own properties.
    public static func _decode(_ row: inout RowReader) throws(SQLiteError) -> Output {
        throw SQLiteError.misuse("SQL text without a type: write #sql(\"...\", as: Int.self)")
    }

    public static var _selectedColumnCount: Int { 1 }
}
