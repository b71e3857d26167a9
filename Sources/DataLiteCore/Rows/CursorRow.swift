/// The row that a cursor is on, to be decoded.
@usableFromInline
package struct CursorRow {
    @usableFromInline
    enum Source {
        // SAFETY: the cursor keeps the lease, which retains the statement, until it has decoded the row, even
        // if it ends meanwhile.
        case sqlite(Unmanaged<Statement>)
        case other(any StatementProtocol)
    }

    @usableFromInline let source: Source

    /// How many rows the cursor has decoded, this one included.
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
