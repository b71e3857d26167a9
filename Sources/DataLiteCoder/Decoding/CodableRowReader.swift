import DataLiteCore

/// Reads the rows of a statement as `Decodable` types. The same object serves all rows, and all runs in which the
/// statement has the same columns.
///
/// Containers and decoders reference the reader during a run. If the caller keeps one of them, the reader is not
/// reused for another run: it stays ended and rejects every call, on any thread.
///
/// No code on the path to a column is generic over the coding keys: the compiler could not specialize it for types of
/// other modules, and looking up generic metadata would cost several times as much as reading a column.
@usableFromInline
package final class CodableRowReader {
    // SAFETY: the properties without an exclusivity check at run time are read by copying and written by assignment,
    // or changed by methods of their own types that call no user code, so two accesses never overlap. The checks took
    // 1,000 of 5,100 instructions for a row of four columns.

    /// The statement while it runs.
    private(set) var statement: (any StatementProtocol)?

    /// The statement if it is an SQLite `Statement`, for access without reference counting.
    @exclusivity(unchecked) private(set) var real: Unmanaged<Statement>?

    /// Kept for one run only, because the coder may reference the owner of the statement.
    private var runCoder: SQLiteCoder?
    var coder: SQLiteCoder { runCoder ?? .default }
    private let coderID: CoderID
    let readsFloatsAsText: Bool
    let readsDatesAsCore: Bool

    /// The ID of the current row, which changes with each row. A decoder with another ID cannot read the row.
    @exclusivity(unchecked) @usableFromInline private(set) var rowID = 0

    /// The row number, starting at 1.
    @exclusivity(unchecked) private(set) var row = 0

    @exclusivity(unchecked) var plan = RowPlan()
    private var rowForm = KnownForm()
    var columnForms: [KnownForm] = []

    /// Whether the row is read by a type whose keys are column names, such as a dictionary.
    @exclusivity(unchecked) var keysAreNames = false

    /// The number of values that types of a single value request of each other at the moment.
    @exclusivity(unchecked) private var singleValueDepth = 0

    @exclusivity(unchecked) private var containers = RunContainers<CodableRowReader>()

    /// The columns visible to the reader.
    let columns: VisibleColumns

    /// The path of the property being read, if the reader reads a part of the row.
    let codingPath: [any CodingKey]

    /// Creates a reader for the columns of a statement.
    ///
    /// - Parameter codingPath: The path of the property being read, if the reader reads a part of the row.
    init(_ columns: VisibleColumns, _ coder: SQLiteCoder, _ codingPath: [any CodingKey] = []) {
        self.columns = columns
        self.codingPath = codingPath
        runCoder = coder
        coderID = coder.id
        readsFloatsAsText = if case .text = coder.nonConformingFloats { true } else { false }
        readsDatesAsCore = coder.readsDatesAsCore
    }

    /// Creates a reader and begins a run of a statement.
    ///
    /// - Parameter row: The number of rows already read.
    convenience init(_ statement: any StatementProtocol, _ coder: SQLiteCoder, row: Int = 0) {
        self.init(VisibleColumns(of: statement), coder)
        begin(statement, statement.sqliteStatement, coder, row: row)
    }

    /// Whether this reader can be reused for a run: it has the same columns and the same coder.
    func canReuse(for statement: Statement, _ coder: SQLiteCoder) -> Bool {
        columns.header === statement.currentColumns() && coderID === coder.id
            && plan.count <= Self.planLimit && columns.firstRepetition == .max
    }

    /// The number of keys above which a plan is not reused. So many keys come from dictionaries, not from types.
    private static let planLimit = 1000

    /// - Parameters:
    ///   - real: The statement, if it is an SQLite `Statement`.
    ///   - row: The number of rows already read.
    func begin(
        _ statement: any StatementProtocol, _ real: Unmanaged<Statement>?, _ coder: SQLiteCoder,
        row: Int = 0
    ) {
        self.statement = statement
        self.real = real
        runCoder = coder
        self.row = row
        containers.beginRun(self)
    }

    /// Ends the run. Its containers and decoders can no longer read the row.
    @usableFromInline
    package func end() {
        // A reader that has ended may be in use on another thread.
        guard statement != nil else { return }
        rowID += 1
        // The containers reference the reader, which can be reused if nothing else references it.
        containers.endRun()
        // This calls no user code, because the statement and the coder are released later.
        if plan.hasParts { plan.endParts() }
        // Released after the changes, because releasing them may call user code.
        var ended: (statement: (any StatementProtocol)?, coder: SQLiteCoder?)
        swap(&ended.statement, &statement)
        swap(&ended.coder, &runCoder)
        real = nil
        withExtendedLifetime(ended) {}
    }

    // MARK: - Ended runs

    @inline(__always)
    func requireRun() throws {
        guard statement != nil else { try Self.refuse() }
    }

    @inline(__always)
    func requireRow(_ rowID: Int) throws {
        guard rowID == self.rowID else { try Self.refuse() }
    }

    // Not inlined, because that would lengthen the code path of each row.
    @inline(never)
    private static func refuse() throws -> Never { throw ended }

    static var ended: DecodingError {
        .dataCorrupted(
            .init(
                codingPath: [],
                debugDescription: "the row is no longer available: its statement has finished"))
    }

    // MARK: - Single values

    /// Call this before a type of a single value receives another one, which may request the same type again, and
    /// ``endSingleValue()`` afterwards.
    @inline(__always)
    func beginSingleValue(_ container: ColumnReader) throws {
        guard singleValueDepth < NestingLimit.levels else {
            throw NestingLimit.exceeded("values", container.codingPath)
        }
        singleValueDepth &+= 1
    }

    @inline(__always)
    func endSingleValue() { singleValueDepth &-= 1 }

    // MARK: - Rows

    /// Decodes the current row.
    @inlinable
    package func read<T: Decodable>(_ type: T.Type) throws -> T {
        guard beginRow(type) else { return try readByForm(type) }
        do {
            return try T(from: decoder)
        } catch {
            throw located(error)
        }
    }

    @usableFromInline
    var decoder: CurrentRow { CurrentRow(self) }

    /// - Returns: Whether the type decodes itself from a container.
    @usableFromInline
    @inline(__always)
    func beginRow(_ type: any Decodable.Type) -> Bool {
        row &+= 1
        rowID &+= 1
        if let real { Statement.locateRow(of: real) }
        plan.begin()
        guard case .singleValue = rowForm.form(of: type) ?? newRowForm(of: type) else {
            return false
        }
        return type != SQLiteRow.self
    }

    @inline(never)
    private func newRowForm(of type: any Decodable.Type) -> ColumnForm {
        keysAreNames = type is any NamedValues.Type
        let form = ColumnForm(of: type, coder)
        rowForm = KnownForm(form, of: type)
        return form
    }

    /// Begins a row that is read by its own decoder.
    ///
    /// - Parameter row: The number of the row.
    func beginRow(_ row: Int) -> CurrentRow {
        self.row = row
        rowID += 1
        if let real { Statement.locateRow(of: real) }
        plan.begin()
        return decoder
    }

    /// - Parameter row: The number of the next row.
    func setNextRow(_ row: Int) { self.row = row - 1 }

    @usableFromInline
    func readByForm<T: Decodable>(_ type: T.Type) throws -> T {
        if type == SQLiteRow.self, let row = currentRow() as? T { return row }
        var form = rowForm
        defer { rowForm = form }
        return try value(type, at: columns.index(at: 0), &form, .none)
    }

    /// The row as a value that another type requested.
    func wholeRow<T: Decodable>(_ type: T.Type) throws -> T {
        if type == SQLiteRow.self, let row = currentRow() as? T { return row }
        var form = KnownForm(ColumnForm(of: type, coder), of: type)
        guard case .singleValue = form.form(of: type) else {
            return try value(type, at: columns.index(at: 0), &form, .none)
        }
        let outer = keysAreNames
        keysAreNames = type is any NamedValues.Type
        defer { keysAreNames = outer }
        return try T(from: decoder)
    }

    private func currentRow() -> SQLiteRow? {
        guard let statement else { return nil }
        guard columns.prefix != nil else { return statement.currentRow() }
        return SQLiteRow(
            columns.names.enumerated().map { position, name in
                (column: name, value: statement.columnValue(at: columns.index(at: position)))
            })
    }

    /// Whether all columns are NULL.
    func isAllNull() -> Bool {
        columns.names.indices.allSatisfy { isNull(columns.index(at: $0)) }
    }

    // MARK: - Keys

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        guard let stored = containers.find(type) else { return newContainer(type) }
        return stored._withUnsafeGuaranteedRef {
            // SAFETY: the key type determines the type of the container, because only `newContainer` adds containers.
            $0.copy(as: KeyedDecodingContainer<Key>.self)
        }
    }

    @inline(never)
    private func newContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedDecodingContainer<Key> {
        let content = RowContainer(self)
        let container = KeyedDecodingContainer(RowKeyedContainer<Key>(content))
        // Storing a container does not pay off for one row.
        if rowID > 1, Self.storesContainers {
            containers.add(container, content, for: type)
            content.begin(self)
        }
        return container
    }

    /// Whether copies of keyed containers can be counted.
    private static let storesContainers: Bool = {
        let reader = CodableRowReader(RowStatement(SQLiteRow()), .default)
        return isReference(
            KeyedDecodingContainer(RowKeyedContainer<IndexKey>(RowContainer(reader))))
    }()

    /// The column of a key.
    func keyColumn(_ key: String) throws -> RowPlan.KeyColumn {
        if let known = plan.keyColumn(of: key) { return known }
        // This calls user code, which may use the plan.
        let column = try newColumn(key)
        return plan.add(key, column)
    }

    @inline(never)
    private func newColumn(_ key: String) throws -> Int32 {
        // A dictionary key is itself a column name.
        let name = coder.keys.name(of: key)
        let position = columns.position(of: name) ?? columns.position(of: key)
        guard let position else { return -1 }
        try columns.willRead(position, codingPath)
        return columns.index(at: position)
    }

    func allKeys<Key: CodingKey>() -> [Key] {
        let keys = keysAreNames ? .unchanged : coder.keys
        columns.readsAllNames = true
        return columns.distinctNames.compactMap { keys.key(of: $0) }
    }
}
