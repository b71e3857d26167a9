import DataLiteCore

/// A run of a statement: keeps it, and what reads its rows, while one of them is read, for reading may
/// close the cursor.
@usableFromInline
final class StatementRun {
    let lease: StatementLease
    private let coder: SQLiteCoder

    /// From the first row on.
    private var reader: RowReader?

    // What is kept above, without a reference that is counted for each row.
    private let real: Unmanaged<Statement>?
    @exclusivity(unchecked) @usableFromInline private(set) var current: Unmanaged<RowReader>?

    var statement: any StatementProtocol { lease.statement }

    init(_ lease: StatementLease, _ coder: SQLiteCoder) {
        self.lease = lease
        self.coder = coder
        real = lease.sqlite
    }

    func step() throws -> Bool {
        guard try stepStatement() else { return false }
        if current == nil { beginReading() }
        return true
    }

    @inline(__always)
    private func stepStatement() throws -> Bool {
        guard let real else { return try statement.step() }
        return try real._withUnsafeGuaranteedRef { try $0.step() }
    }

    private func beginReading() {
        let reader = StatementNotes.reader(statement, coder)
        self.reader = reader
        current = .passUnretained(reader)
    }

    func end() { reader?.end() }
}
