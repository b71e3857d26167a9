/// The row that a cursor is on, for decoding.
@usableFromInline
package struct CursorRow {
    @usableFromInline
    enum Source {
        // SAFETY: the cursor keeps the lease, which retains the statement, until it has decoded the row, even if the
        // cursor ends while decoding.
        case sqlite(Unmanaged<Statement>)
        case other(any StatementProtocol)
    }

    @usableFromInline let source: Source

    /// The number of rows that the cursor has decoded, including this one.
    @usableFromInline let number: Int

    @inlinable
    init(_ source: Source, number: Int) {
        self.source = source
        self.number = number
    }

    @usableFromInline
    package var statement: any StatementProtocol {
        switch source {
        case .sqlite(let statement): statement.takeUnretainedValue()
        case .other(let statement): statement
        }
    }
}
