/// SQL text with bound values and typed parts: the result of `#sql`.
///
/// ```swift
/// try #sql("DELETE FROM \(Reminder.self) WHERE \(Reminder.title) = \(title)").execute(db)
/// ```
///
/// | interpolation | becomes |
/// |---|---|
/// | one that `SQL` accepts | the same: `\(value)`, `\(identifier:)`, `\(list:)`, `\(raw:)`, another `SQL` |
/// | `\(Reminder.self)` | the quoted name of the table; for a ``TableAlias``, the name of the alias |
/// | `\(Reminder.columns)` | all columns, separated by commas |
/// | `\(Reminder.title)`, `\($0.title)` | the column, or any other typed expression |
/// | `\(identifier: Reminder.title)` | the name of the column without its table |
/// | `\(query)`, `\(change)` | a query, without parentheses; an insert, an update or a delete |
/// | `\(sql: piece)` | another piece of SQL; `#sql` does not check the text around it |
///
/// The text is a statement, or a part of one that is inserted into another `#sql`.
public struct SQLFragment: Sendable {
    /// What `\(quote:delimiter:)` makes of text.
    public enum QuoteDelimiter: Sendable {
        /// A name in double quotes, as `\(identifier:)` does.
        case identifier
        /// A string literal in single quotes.
        case text
    }

    var pieces: [Piece]

    enum Piece: Sendable {
        case sql(SQL)
        case node(SQLNode)
        case columns(_SelectList)
        case table(TableDefinition)
        case fragment(NestedPart)
    }
}

extension SQLFragment: ExpressibleByStringInterpolation {
    /// SQL from a literal in the program.
    public init(stringLiteral value: StaticString) {
        pieces = [.sql(SQL(stringLiteral: value))]
    }

    public init(stringInterpolation: Interpolation) {
        var interpolation = stringInterpolation
        interpolation.flush()
        pieces = interpolation.pieces
    }
}

extension SQLFragment: SQLRenderable {
    /// The text can contain any operator, so assume the lowest precedence.
    @usableFromInline var precedence: Precedence { .lowest }

    @usableFromInline
    func write(to writer: inout _SQLWriter) {
        if writer.notesRowFunctions { noteRowFunctions(in: &writer) }
        for piece in pieces {
            switch piece {
            case .sql(let sql):
                if sql.mentionsRandom { writer.isVolatile = true }
                writer.write(sql: sql)
            case .node(let node): writer.write(node, atLeast: .primary)
            case .columns(let list): list.write(to: &writer)
            case .table(let table): writer.write(bytes: table.quotedName)
            case .fragment(let part): part.fragment.write(to: &writer)
            }
        }
    }
}

extension SQLFragment: OrderingTerm {
    public var _orderingTerm: Ordering { Ordering(node: .fragment(self)) }
}

extension SQLExpression {
    /// An expression from SQL text. `#sql` checks the text; this initializer does not.
    public init(sql: SQLFragment) {
        self.init(.fragment(sql))
    }
}

extension SQL {
    /// Whether the text contains `random`, in lower or upper case.
    fileprivate var mentionsRandom: Bool {
        let word = Array("random".utf8)
        guard utf8.count >= word.count else { return false }
        return (0...(utf8.count - word.count)).contains { start in
            word.indices.allSatisfy { utf8[start + $0] | 0x20 == word[$0] }
        }
    }
}

extension SQLFragment {
    /// The SQL text of the statement and the values of its parameters.
    ///
    /// - Throws: `SQLiteError` if a typed part is invalid.
    public func sql() throws(SQLiteError) -> SQL {
        try _SQLWriter.withScratch { writer throws(SQLiteError) in
            write(to: &writer)
            return try writer.finish()
        }
    }

    /// Runs the statement and discards its rows.
    ///
    /// - Returns: The number of rows that were inserted, updated or deleted.
    /// - Throws: `SQLiteError` if a typed part is invalid or SQLite reports an error.
    @discardableResult
    public func execute(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int {
        try SQLQuery(self, decoder: .none).execute(db)
    }

    /// Returns all rows. To decode them as a type, write `#sql("...", as: Type.self)`.
    ///
    /// - Throws: `SQLiteError` if a typed part is invalid or SQLite reports an error.
    public func fetchAll(_ db: any ConnectionProtocol) throws(SQLiteError) -> [SQLiteRow] {
        try db.rows(sql())
    }

    /// Returns the first row, or `nil` if there is none.
    ///
    /// - Throws: `SQLiteError` if a typed part is invalid or SQLite reports an error.
    public func fetchOne(_ db: any ConnectionProtocol) throws(SQLiteError) -> SQLiteRow? {
        try db.row(sql())
    }

    /// Returns the first row.
    ///
    /// - Throws: The same errors as `fetchAll(_:)`; `SQLITE_NOTFOUND` if there is no row.
    public func fetchRequired(_ db: any ConnectionProtocol) throws(SQLiteError) -> SQLiteRow {
        let sql = try sql()
        guard let row = try db.row(sql) else { throw .noRow(sql.text) }
        return row
    }

    /// Returns whether there are no rows. At most one row is read.
    ///
    /// - Throws: `SQLiteError` if a typed part is invalid or SQLite reports an error.
    public func isEmpty(_ db: any ConnectionProtocol) throws(SQLiteError) -> Bool {
        try SQLQuery(self, decoder: .none).isEmpty(db)
    }

    /// Returns a cursor that reads the rows one at a time.
    ///
    /// - Throws: `SQLiteError` if a typed part is invalid or SQLite reports an error.
    public func fetchCursor(_ db: any ConnectionProtocol) throws(SQLiteError) -> Cursor<SQLiteRow> {
        try db.cursor(sql())
    }
}

extension _QueryDecoder<Void> {
    /// A decoder for a statement whose rows are discarded.
    fileprivate static var none: Self {
        Self(columnCount: 0) { _ throws(SQLiteError) in }
    }
}
