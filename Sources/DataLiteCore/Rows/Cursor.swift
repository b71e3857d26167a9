/// The rows of a result, one at a time, each decoded to an `Element`.
///
/// ```swift
/// let cursor = try connection.cursor("SELECT name, age FROM people")
/// while let row = try cursor.next() { print(row) }
/// ```
///
/// If only some columns are needed, stepping avoids creating an element for each row:
///
/// ```swift
/// while try cursor.step() {
///     let name: String? = cursor.columnValue(at: 0)
///     let age: Int? = cursor.columnValue(named: "age")
/// }
/// ```
///
/// The statement is reset when the cursor reaches its end, fails, is closed or is released. Until
/// then it holds a read lock on the database, or the write lock if it writes. A row that cannot be decoded does not
/// end the cursor: the next row follows.
public final class Cursor<Element> {
    /// Creates the element for the row that a statement is on. It is called once for each row, in
    /// order, and may keep state between rows.
    @usableFromInline
    package typealias Decode = (CursorRow) throws -> Element

    /// The connection, kept alive for its delegates, or a prepared statement, which keeps its connection alive.
    private let owner: AnyObject

    // Closures without captures are called without counting references.
    @usableFromInline let decode: Decode

    /// Whether ``decode`` is `Element.init(row:)`, which `next()` then calls without a closure.
    @usableFromInline let decodesDirectly: Bool

    /// The minimum number of columns of a row.
    @usableFromInline let columnCount: Int

    /// Called once when the run has ended, before the statement is returned.
    private let didEnd: (() -> Void)?

    /// The statement while it runs, and `nil` afterwards: it may then belong to another cursor, and
    /// a cursor that has ended must not keep its connection from closing.
    // SAFETY: this and the next five are read by copying and written by assignment, so two
    // accesses never overlap. The run-time check would cost as much as reading an integer column.
    @exclusivity(unchecked)
    @usableFromInline
    private(set) var lease: StatementLease?

    /// The statement of the lease if it is a ``Statement``, for access without retaining it.
    @exclusivity(unchecked)
    @usableFromInline
    private(set) var sqlite: Unmanaged<Statement>?

    /// Whether a step is running.
    @exclusivity(unchecked)
    @usableFromInline
    var isBusy = false

    /// The number of rows being decoded: more than one if decoding a row advances the cursor.
    @exclusivity(unchecked)
    @usableFromInline
    var decodingDepth = 0

    /// The statement of a row that is still being decoded although the cursor has ended.
    @exclusivity(unchecked)
    @usableFromInline
    var endedLease: StatementLease?

    /// The number of rows decoded so far.
    @exclusivity(unchecked)
    @usableFromInline
    var decodedRows = 0

    /// The outcome of the first step and its statement, if ``columnNames`` or ``columnIndex(of:)``
    /// had to make that step. The row is not visible before ``step()``.
    private var earlyStep: (lease: StatementLease, outcome: Result<Bool, SQLiteError>)?

    /// Whether a statement of another type than ``Statement`` has been stepped. A ``Statement``
    /// stores this itself.
    private var hasStepped = false

    /// A cursor over the rows of a statement whose parameters are bound.
    ///
    /// - Parameters:
    ///   - columnCount: The number of columns that `decode` reads. If the statement returns fewer, decoding fails.
    ///   - decodesDirectly: Whether `decode` is `Element.init(row:)`.
    ///   - didEnd: Called once when the run has ended, before the statement is returned.
    ///   - decode: Creates the element for a row.
    @usableFromInline
    package init(
        on owner: AnyObject, _ lease: StatementLease, columnCount: Int = 0,
        decodesDirectly: Bool = false, didEnd: (() -> Void)? = nil, decode: @escaping Decode
    ) {
        self.columnCount = columnCount
        self.decodesDirectly = decodesDirectly
        self.didEnd = didEnd
        self.owner = owner
        self.lease = lease
        self.sqlite = lease.sqlite
        self.decode = decode
    }

    deinit {
        // The error of a commit that fails here is lost; `close()` reports it.
        try? release()?.end()
    }

    // MARK: - Stepping

    /// Advances to the next row.
    ///
    /// - Returns: Whether there is a row. After the first `false`, always `false`.
    /// - Throws: An `SQLiteError` if SQLite reports an error, which ends the cursor: only a first step that lacked a
    ///   lock (`SQLITE_BUSY`) can be repeated; `SQLITE_MISUSE` during the cursor's own step, and while one of its
    ///   columns is being read.
    @discardableResult
    @inlinable
    public func step() throws(SQLiteError) -> Bool {
        guard let sqlite, !isBusy else { return try stepForeign() }
        isBusy = true
        // `lease` keeps the statement alive: it is not released while the cursor is busy.
        let outcome = sqlite._withUnsafeGuaranteedRef { statement in
            Result { () throws(SQLiteError) in try statement.step() }
        }
        isBusy = false
        if case .success(true) = outcome { return true }
        return try finishStep(outcome)
    }

    /// A step of a statement of another type than ``Statement``, the second half of an early step, or neither.
    @usableFromInline
    func stepForeign() throws(SQLiteError) -> Bool {
        guard let lease else { return try takeEarlyStep() }
        try requireIdle(lease)
        hasStepped = true
        isBusy = true
        let outcome = Result { () throws(SQLiteError) in try lease.step() }
        isBusy = false
        return try finishStep(outcome)
    }

    @usableFromInline
    func finishStep(
        _ outcome: Result<Bool, SQLiteError>
    ) throws(SQLiteError) -> Bool {
        switch outcome {
        case .success(true):
            return true
        case .success(false):
            try release()?.end()
            return false
        case .failure(let error):
            // A step that was refused or lacked a lock has not ended the run, or begun it; a step that failed has ended it.
            let canContinue = sqlite?._withUnsafeGuaranteedRef { $0.isBusy || !$0.needsReset }
            if canContinue != true { release()?.discard() }
            throw error
        }
    }

    private func takeEarlyStep() throws(SQLiteError) -> Bool {
        guard let (lease, outcome) = earlyStep else { return false }
        earlyStep = nil
        self.lease = lease
        sqlite = lease.sqlite
        return try finishStep(outcome)
    }

    /// Ends the cursor early.
    ///
    /// - Throws: An error caused by ending the run, for example if an `INSERT ... RETURNING` cannot
    ///   commit; it is lost if the cursor is only released. `SQLITE_MISUSE` during the cursor's own
    ///   step, and while one of its columns is being read.
    public func close() throws(SQLiteError) {
        guard let lease = lease ?? earlyStep?.lease else { return }
        try requireIdle(lease)
        // The caller has not received the failure of a step that was made early.
        if case .failure(let error) = earlyStep?.outcome {
            release()?.discard()
            throw error
        }
        try release()?.end()
    }

    private func release() -> StatementLease? {
        let lease = lease ?? earlyStep?.lease
        if decodingDepth > 0, let lease { endedLease = lease }
        self.lease = nil
        sqlite = nil
        earlyStep = nil
        if lease != nil { didEnd?() }
        return lease
    }

    /// Code that the statement calls may use this cursor. If it ended the run, the statement would
    /// be returned in the middle of a step.
    private func requireIdle(_ lease: StatementLease) throws(SQLiteError) {
        guard isBusy || lease.isHeld else { return }
        throw SQLiteError.misuse("the cursor is being stepped or read", sql: lease.statement.sql)
    }

    // MARK: - Columns

    /// Before the first ``step()``, this runs the statement to its first row, because only then
    /// does SQLite detect columns that another connection has changed.
    public var columnNames: [String] {
        leaseWithCurrentColumns()?.statement.columnNames() ?? []
    }

    /// The index of the first column with a name; `nil` if there is none, or if the cursor has
    /// ended. Before the first ``step()``, this runs the statement, as ``columnNames`` does.
    public func columnIndex(of name: String) -> Int32? {
        leaseWithCurrentColumns()?.statement.columnIndex(of: name)
    }

    /// Makes the first step early. Its row becomes visible with the next ``step()``.
    private func leaseWithCurrentColumns() -> StatementLease? {
        let hasBegun = sqlite?._withUnsafeGuaranteedRef { $0.needsReset } ?? hasStepped
        guard !hasBegun, !isBusy, let lease else { return lease ?? earlyStep?.lease }
        stepEarly(lease)
        return lease
    }

    private func stepEarly(_ lease: StatementLease) {
        hasStepped = true
        isBusy = true
        let outcome = Result { () throws(SQLiteError) in try lease.step() }
        isBusy = false
        earlyStep = (lease, outcome)
        self.lease = nil
        sqlite = nil
    }

    /// Advances after a row that could not be decoded: if it was the last one, the cursor ends and holds no lock. A
    /// result that lacks columns has no other rows.
    ///
    /// - Returns: The error.
    @usableFromInline
    @inline(never)
    func decodingFailed(_ error: any Error) -> any Error {
        endDecoding()
        guard decodingDepth == 0, !isBusy, let lease, !lease.isHeld else { return error }
        if decodedRows > 0 { stepEarly(lease) }
        if decodedRows == 0 || earlyStep?.outcome == .success(false) { try? release()?.end() }
        return error
    }

    /// The value of a column of the current row; `.null` if there is no such column or no row.
    public func columnValue(at index: Int32) -> SQLiteValue {
        guard let sqlite else { return lease?.statement.columnValue(at: index) ?? .null }
        return sqlite._withUnsafeGuaranteedRef { $0.columnValue(at: index) }
    }

    /// The value of a column of the current row as a Swift type; `nil` for NULL, for a value that
    /// cannot be converted to the type, and if there is no such column or no row.
    @inlinable
    @inline(__always)
    public func columnValue<T: SQLiteRepresentable>(at index: Int32) -> T? {
        defer { withExtendedLifetime(self) {} }
        if let sqlite { return Statement.columnValue(of: sqlite, at: index) }
        guard let lease else { return nil }
        return Statement.columnValue(ofOther: lease.statement, at: index)
    }

    /// The value of the first column with a name, in the current row; `.null` if there is no such
    /// column or no row.
    public func columnValue(named name: String) -> SQLiteValue {
        lease?.statement.columnValue(named: name) ?? .null
    }

    /// The value of the first column with a name, in the current row, as a Swift type; `nil` for
    /// NULL, for a value that cannot be converted to the type, and if there is no such column or no
    /// row. It is read in place: no row is created.
    @inlinable
    @inline(__always)
    public func columnValue<T: SQLiteRepresentable>(named name: String) -> T? {
        defer { withExtendedLifetime(self) {} }
        guard let sqlite else { return lease?.statement.columnValue(named: name) }
        guard let index = sqlite._withUnsafeGuaranteedRef({ $0.columnIndex(of: name) }) else {
            return nil
        }
        return Statement.columnValue(of: sqlite, at: index)
    }
}
