import DataLiteCore

/// Reads the rows of a statement as `Decodable` types. One object serves all rows, and all runs in which
/// the statement has the same columns.
///
/// Nothing on the way to a column is generic over the type's coding keys: the compiler could not
/// specialise that for types of other modules, and looking up the generic code's metadata would cost
/// several times what reading a column does.
@usableFromInline
final class RowReader {
    /// Kept alive by whoever runs it, if it is the statement that keeps the reader.
    unowned(unsafe) let statement: any StatementProtocol
    private let keptStatement: AnyObject?

    /// Not kept from one run to the next: it may hold what holds the statement.
    @exclusivity(unchecked) private(set) var coder: SQLiteCoder
    private let coderID: CoderID
    let readsFloatsAsText: Bool
    let readsDatesAsCore: Bool

    /// The statement, if it is an SQLite's own: read without counting references.
    let real: Unmanaged<Statement>?

    /// That of decoders, whose links are cut with each row.
    private let frame = LinkFrame()

    /// That of keyed containers, whose links are cut when somebody has kept one from another run.
    private let containerFrame = LinkFrame()
    @exclusivity(unchecked) private var keyPlaces: [KeyPlaces] = []
    @exclusivity(unchecked) @usableFromInline private(set) var decoder: CurrentRow

    // Of these, no two accesses can overlap: what is called between them, a type's own
    // `init(from:)`, finds them as they were left.

    /// The number of the row, from 1 on.
    @exclusivity(unchecked) private(set) var row: Int
    @exclusivity(unchecked) @usableFromInline var isReading = false
    @exclusivity(unchecked) var plan = RowPlan()
    @exclusivity(unchecked) var rowForm = KnownForm()
    var columnForms: [KnownForm] = []

    /// The containers that have been handed out, which have no state of their own: for most types, one.
    @exclusivity(unchecked) private var containers: [AnyKeptContainer] = []

    /// The header of a real SQLite's statement, which gives another object for other columns.
    private let columns: SQLiteRow.Columns?
    private(set) lazy var names = columns?.names ?? statement.columnNames()

    /// A reader that keeps its statement.
    ///
    /// - Parameter row: How many rows there have been before.
    convenience init(_ statement: any StatementProtocol, _ coder: SQLiteCoder, row: Int = 0) {
        self.init(statement, coder, row: row, columns: nil, keeps: statement)
    }

    /// A reader that a statement keeps.
    convenience init(of statement: Statement, _ coder: SQLiteCoder) {
        self.init(statement, coder, row: 0, columns: statement.currentColumns(), keeps: nil)
    }

    private init(
        _ statement: any StatementProtocol, _ coder: SQLiteCoder, row: Int,
        columns: SQLiteRow.Columns?, keeps keptStatement: AnyObject?
    ) {
        self.row = row
        self.statement = statement
        self.keptStatement = keptStatement
        self.columns = columns
        real = statement.sqliteStatement
        self.coder = coder
        coderID = coder.id
        readsFloatsAsText = if case .text = coder.nonConformingFloats { true } else { false }
        readsDatesAsCore =
            switch coder.dates {
            case .text, .iso8601, .unixSeconds: true
            case .unixMilliseconds, .julianDay, .custom: false
            }
        decoder = CurrentRow(link: RowLink(frame))
        frame.begin(self)
        containerFrame.begin(self)
    }

    deinit {
        frame.cut()
        containerFrame.cut()
        for places in keyPlaces { places.deallocate() }
    }

    /// Whether this can read a run that has begun: with the same columns, keys that are not too many, as
    /// those of a type are not, and not in the middle of a row that has closed its cursor.
    func suits(_ statement: Statement, _ coder: SQLiteCoder) -> Bool {
        columns === statement.currentColumns() && coderID === coder.id
            && plan.count <= Self.planLimit && !isReading
    }

    private static let planLimit = 1000

    /// Says that another run has begun.
    func begin(_ coder: SQLiteCoder) {
        if containers.contains(where: { $0.isShared() }) { cutContainers() }
        self.coder = coder
        row = 0
        frame.begin(self)
        containerFrame.begin(self)
    }

    /// Says that there are no more rows to read.
    @usableFromInline
    func end() {
        frame.end()
        containerFrame.end()
        coder = .default
    }
}

// MARK: - Rows

extension RowReader {
    /// The current row.
    @inlinable
    func read<T: Decodable>(_ type: T.Type) throws -> T {
        defer { isReading = false }
        guard beginRow(type) else { return try readByForm(type) }
        do {
            return try T(from: decoder)
        } catch {
            throw located(error)
        }
    }

    /// - Returns: whether the type reads itself, by way of a container.
    @usableFromInline
    func beginRow(_ type: any Decodable.Type) -> Bool {
        row += 1
        isReading = true
        plan.begin()
        frame.cut()
        decoder = CurrentRow(link: RowLink(frame))
        guard case .singleValue = rowForm.form(of: type) ?? newForm(of: type, &rowForm) else {
            return false
        }
        return type != SQLiteRow.self
    }

    @usableFromInline
    func readByForm<T: Decodable>(_ type: T.Type) throws -> T {
        if type == SQLiteRow.self, let row = statement.currentRow() as? T { return row }
        var form = rowForm
        defer { rowForm = form }
        return try value(type, at: 0, &form, .none)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        typealias Kept = KeptContainer<KeyedDecodingContainer<Key>>
        let keys = ObjectIdentifier(type)
        for container in containers where container.keys == keys {
            // Right: there are only containers of this kind, so the keys tell its type.
            return unsafeDowncast(container, to: Kept.self).copy()
        }
        return makeContainer(type)
    }

    // Not in line, or its look-up of types would come before everything in `container(keyedBy:)`.
    @inline(never)
    private func makeContainer<Key: CodingKey>(
        _ type: Key.Type
    ) -> KeyedDecodingContainer<Key> {
        let places = KeyPlaces(of: type)
        if let places { keyPlaces.append(places) }
        let container = KeyedDecodingContainer(
            KeyedRow<Key>(link: RowLink(containerFrame), places: places))
        containers.append(KeptContainer(container, keys: type))
        return container
    }

    /// Takes its row from whoever has kept a container.
    @inline(never)
    private func cutContainers() {
        containerFrame.cut()
        containers = []
        for places in keyPlaces { places.deallocate() }
        keyPlaces = []
    }
}

// MARK: - Columns

extension RowReader {
    /// The place of a key in the plan.
    func place(_ key: String) -> RowPlan.Place { plan.place(of: key, column: newColumn) }

    @inline(never)
    private func newColumn(_ key: String) -> Int32 {
        let name = coder.keys.name(of: key)
        // A key that is no property's, but a dictionary's, is the name of a column itself.
        let column = columnNamed(name) ?? columnNamed(key)
        return Int32(column ?? -1)
    }

    /// Letter case does not count, unless columns differ in nothing else.
    private func columnNamed(_ name: String) -> Int? {
        names.firstIndex { ColumnName.same($0, name) }
            ?? names.firstIndex { ColumnName.equal($0, name) }
    }

    /// The column at a place.
    @inline(__always)
    func requiredColumn(_ place: RowPlan.Place) throws -> Int32 {
        guard place.column >= 0 else { throw missing(place) }
        return place.column
    }

    func isNull(_ column: Int32) -> Bool {
        if let real { return Statement.isNull(real, at: column) }
        return statement.withColumn(at: column) { $0.isNull }
    }

    func path(to place: RowPlan.Place) -> [any CodingKey] {
        plan.key(at: place).map { [NameKey($0)] } ?? []
    }
}
