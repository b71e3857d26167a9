/// A statement from SQL text, whose rows are decoded as a type.
///
/// ```swift
/// let reminders = try #sql(
///     "SELECT \(Reminder.columns) FROM \(Reminder.self) WHERE \(Reminder.title) LIKE \(pattern)",
///     as: Reminder.self
/// ).fetchAll(db)
/// ```
///
/// Rows are decoded by position, so the text must select the columns in the order of the type. If it selects the columns
/// of a table or a selection in another order, as `SELECT *` may, fetching throws `SQLITE_MISMATCH`. Additional columns
/// are ignored if they follow all columns of the type, under the names of the type; otherwise they are the same error.
public struct SQLQuery<Output>: Query {
    let text: SQLFragment
    public let _decoder: _QueryDecoder<Output>
    /// The columns of the output, if it is a table or a selection.
    private let columns: ColumnDefinitions?
    private let isNone: Bool

    init(
        _ text: SQLFragment, decoder: _QueryDecoder<Output>, columns: ColumnDefinitions? = nil
    ) {
        self.text = text
        self._decoder = decoder
        self.columns = columns
        isNone = false
    }

    /// A query without rows.
    init(withoutRows decoder: _QueryDecoder<Output>) {
        text = ""
        _decoder = decoder
        columns = nil
        isNone = true
    }

    public func _write(to writer: inout _SQLWriter) {
        guard isNone else { return text.write(to: &writer) }
        if writer.position == 0 { writer.isNone = true }
        writer.writeNoRows(columnCount: _decoder.columnCount)
    }

    public func _startLookup(
        on db: any ConnectionProtocol
    ) throws(SQLiteError) -> _StartedLookup? {
        guard let columns else { return nil }
        let lease = try _SQLWriter.withScratch { writer throws(SQLiteError) in
            text.write(to: &writer)
            return try writer.start(on: db)
        }
        let names = lease.statement.columnNames()
        if let error = columns.mismatch(with: names, sql: lease.statement.sql) {
            try lease.use { _ throws(SQLiteError) in throw error }
        }
        return _StartedLookup(lease: lease)
    }

    /// A statement whose rows are values of a type. `#sql` checks the text; this initializer does not.
    public init(_ text: SQLFragment, as row: Output.Type) where Output: RowDecodable & Sendable {
        self.init(text, decoder: _QueryDecoder(direct: row))
    }

    /// A statement whose rows are values of a table or a selection.
    public init(_ text: SQLFragment, as row: Output.Type) where Output: Selection {
        self.init(
            text, decoder: _QueryDecoder(direct: row), columns: Output.columnDefinitions)
    }

    /// A statement whose rows are values of a table or a selection, or `nil` if all their columns are NULL.
    public init(_ text: SQLFragment, as row: Output.Type) where Output: _OptionalSelection {
        self.init(
            text, decoder: _QueryDecoder(direct: row), columns: Output._columnDefinitions)
    }

    /// A statement whose rows are values that are stored in the form of a representation.
    public init<Stored: ColumnRepresentation>(_ text: SQLFragment, as row: Stored.Type)
    where Output == Stored.Value {
        self.init(text, decoder: _QueryDecoder(selecting: SQLExpression<Stored>.self))
    }

    /// A statement whose rows are discarded: `as: Void.self`.
    public init(_ text: SQLFragment, as row: Void.Type) where Output == Void {
        self.init(text, decoder: _QueryDecoder(columnCount: 0) { _ throws(SQLiteError) in })
    }

    /// A statement that returns no rows: `as: Never.self`, which is the same as `as: Void.self`.
    public init(_ text: SQLFragment, as row: Never.Type) where Output == Void {
        self.init(text, as: Void.self)
    }

    // Tuples have at least two elements, so that a single type has one meaning.

    /// A statement whose rows are tuples. An element that is a representation gives values of its property's type.
    public init<
        First: RowRepresentable & Sendable, Second: RowRepresentable & Sendable,
        each Column: RowRepresentable & Sendable
    >(
        _ text: SQLFragment, as row: (First, Second, repeat each Column).Type
    ) where Output == (First._Plain, Second._Plain, repeat (each Column)._Plain) {
        self.init(
            text,
            decoder: _QueryDecoder(
                tuple: SQLExpression<First>.self, SQLExpression<Second>.self,
                repeat SQLExpression<each Column>.self))
    }

    /// A statement whose rows are tuples of types that can only be decoded.
    @_disfavoredOverload
    public init<
        First: RowDecodable & Sendable, Second: RowDecodable & Sendable,
        each Column: RowDecodable & Sendable
    >(
        _ text: SQLFragment, as row: (First, Second, repeat each Column).Type
    ) where Output == (First, Second, repeat each Column) {
        var count = First.columnCount + Second.columnCount
        for column in repeat (each Column).self { count += column.columnCount }
        self.init(
            text,
            decoder: _QueryDecoder(columnCount: count) { row throws(SQLiteError) in
                (
                    try row.next(as: First.self), try row.next(as: Second.self),
                    repeat try row.next(as: (each Column).self)
                )
            })
    }
}

/// An optional of a table or a selection.
public protocol _OptionalSelection: RowDecodable, Sendable {
    static var _columnDefinitions: ColumnDefinitions { get }
}

extension Optional: _OptionalSelection where Wrapped: Selection {
    public static var _columnDefinitions: ColumnDefinitions { Wrapped.columnDefinitions }
}

extension _QueryDecoder where Output: RowDecodable & Sendable {
    fileprivate init(direct type: Output.Type) {
        columnCount = Output.columnCount
        forms = StoredForms()
        decode = { (row: inout RowReader) throws(SQLiteError) in try Output(row: &row) }
        isDirect = true
    }
}

extension ColumnDefinitions {
    /// The error for a statement whose values would be decoded as other properties, as far as the names of its columns
    /// show: it returns the columns in another order, or more columns than the type has.
    fileprivate func mismatch(with names: [String], sql: String) -> SQLiteError? {
        if names.count >= list.count,
            zip(list, names).allSatisfy({ SQLName.same($0.name, $1) })
        {
            return nil
        }
        if isReordered(in: names) { return .reordered(self, in: names, sql: sql) }
        return names.count > list.count ? .surplus(self, in: names, sql: sql) : nil
    }

    /// Whether the result of a statement has a column with each of the names, but not in this order.
    private func isReordered(in names: [String]) -> Bool {
        var isInOrder = true
        for (position, column) in list.enumerated() {
            guard let index = names.firstIndex(where: { SQLName.matches($0, column.name) })
            else { return false }
            isInOrder = isInOrder && index == position
        }
        return !isInOrder
    }
}

extension SQLiteError {
    fileprivate static func surplus(
        _ columns: ColumnDefinitions, in names: [String], sql: String
    ) -> SQLiteError {
        let others = names.filter { name in
            !columns.list.contains { SQLName.matches($0.name, name) }
        }
        let including = others.isEmpty ? "" : ", including \(MessageText.names(others))"
        return SQLiteError(
            .mismatch,
            message: """
                the type has \(columns.list.count.counted("column")), but the statement returns \
                \(names.count)\(including): select the columns of the type by name
                """, sql: sql)
    }

    fileprivate static func reordered(
        _ columns: ColumnDefinitions, in names: [String], sql: String
    ) -> SQLiteError {
        SQLiteError(
            .mismatch,
            message: """
                the statement returns the columns \(names.joined(separator: ", ")), but the order of \
                the properties is \(columns.list.map(\.name).joined(separator: ", ")): select the \
                columns of the type by name
                """, sql: sql)
    }
}

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
