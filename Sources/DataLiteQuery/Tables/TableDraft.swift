/// A row to insert, in which some columns can be left unset.
///
/// Queries of drafts read the rows of their table, for example for a form: `Reminder.Draft.find(1)`.
///
/// `@Table` generates one for each table with a primary key, and for each ``DraftableTable``.
public protocol TableDraft: Sendable {
    /// The table.
    associatedtype Model: Table

    /// Creates a draft with the values of a row.
    init(_ row: Model)

    /// Appends all columns of the table in order, set or not. An insert of many rows may call it twice for a row.
    func encode(to values: inout DraftValues)
}

/// A property of a draft that has a default.
///
/// If the property was not set, an insert writes the default, and an upsert leaves an existing value unchanged.
@propertyWrapper
public struct DraftField<Value> {
    /// The value. Setting it marks the column as set.
    public var wrappedValue: Value {
        didSet { isSet = true }
    }

    /// Whether the value was set.
    public private(set) var isSet = false

    /// Whether to write the default if the property was not set. Otherwise the column is omitted and gets the default
    /// of the table.
    @usableFromInline let writesDefault: Bool

    /// Whether an insert omits the column.
    var isOmitted: Bool { !isSet && !writesDefault }

    /// A property with a default.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
        writesDefault = true
    }

    /// An optional property without its own default.
    public init<Wrapped>() where Value == Wrapped? {
        wrappedValue = nil
        writesDefault = false
    }

    /// Sets the value to the argument of a draft's initializer, unless the argument was omitted or is `nil`.
    @_disfavoredOverload
    public mutating func set(_ argument: DraftArgument<Value>) {
        if case .some(.some(let value)) = argument { wrappedValue = value }
    }

    /// Sets the value to the argument of a draft's initializer, unless the argument was omitted.
    public mutating func set<Wrapped>(
        _ argument: DraftArgument<Wrapped?>
    ) where Value == Wrapped? {
        switch argument {
        case .none: wrappedValue = nil
        case .some(.some(let value)): wrappedValue = value
        case .some(.none): break
        }
    }
}

extension DraftField: Sendable where Value: Sendable {}

extension DraftField: CustomStringConvertible {
    /// The value as Swift code would show it; "unset" if an insert omits the column.
    public var description: String {
        isOmitted ? "unset" : String(reflecting: wrappedValue)
    }
}

extension DraftField: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

/// The type of a parameter of a draft's initializer. It distinguishes an omitted argument, which is `.some(nil)`, from
/// the argument `nil`, which sets the column of an optional property to NULL.
public typealias DraftArgument<Value> = Value??

/// The columns of a draft, in order.
public struct DraftValues {
    /// The values of the columns that are not omitted.
    @usableFromInline var values: RowWriter

    /// The states of the columns of the latest row.
    @usableFromInline var states = ColumnStates()

    init(_ values: RowWriter = RowWriter()) { self.values = values }

    /// Appends a property, which is not set if it is `nil`.
    @inlinable
    public mutating func append<Value: RowRepresentable>(_ value: Value?) {
        if let value {
            append(value, .set)
        } else {
            omit(Value.columnCount)
        }
    }

    /// Appends a property with a default.
    @inlinable
    public mutating func append<Value: RowRepresentable>(_ field: DraftField<Value>) {
        append(field) { $0 }
    }

    /// Appends a property that is stored in another form, and is not set if it is `nil`.
    @inlinable
    public mutating func append<Representation: RowRepresentable>(
        _ value: Representation._Plain?, as representation: Representation.Type
    ) {
        append(value.map(Representation.init(_plain:)))
    }

    /// Appends a property with a default that is stored in another form.
    @inlinable
    public mutating func append<Representation: RowRepresentable>(
        _ field: DraftField<Representation._Plain>, as representation: Representation.Type
    ) {
        append(field, Representation.init(_plain:))
    }

    @inlinable
    mutating func append<Value, Stored: RowRepresentable>(
        _ field: DraftField<Value>, _ stored: (Value) -> Stored
    ) {
        if field.isSet {
            append(stored(field.wrappedValue), .set)
        } else if field.writesDefault {
            append(stored(field.wrappedValue), .byDefault)
        } else {
            omit(Stored.columnCount)
        }
    }

    @inlinable
    mutating func append<Value: RowRepresentable>(_ value: Value, _ state: ColumnStates.State) {
        values.append(value)
        var count = Value.columnCount
        while count > 0 {
            states.append(state)
            count &-= 1
        }
    }

    @inlinable
    mutating func omit(_ count: Int) {
        var count = count
        while count > 0 {
            states.append(.omitted)
            count &-= 1
        }
    }

    // MARK: - Many rows

    /// The number of values.
    var count: Int { values.count }

    /// The first failure to encode a value.
    var error: SQLiteError? { values.error }

    mutating func reserveCapacity(_ count: Int) { values.reserveCapacity(count) }

    mutating func removeFirst(_ count: Int) { values.removeFirst(count) }

    /// Starts another row.
    mutating func startRow() { states.removeAll() }

    /// Removes the values of columns from the row that begins at a position, as if they had not been
    /// set.
    mutating func omit(_ columns: [Int], of columnCount: Int, from start: Int) {
        if states.count == 0 {
            for _ in 0..<columnCount { states.append(.set) }
        }
        for column in columns.reversed() where states[column] != .omitted {
            states.omit(column)
            values.remove(at: start + states.writtenCount(of: column))
        }
    }

    /// Sets a column of the row that begins at a position to NULL if it is omitted.
    mutating func writeNull(at column: Int, from start: Int) {
        guard column < states.count, states[column] == .omitted else { return }
        values.insertNull(at: start + states.writtenCount(of: column))
        states.set(column)
    }

    /// Appends a row with all of its columns.
    @inlinable
    mutating func append(row: some RowRepresentable) { values.append(row) }

    /// Appends a row of encoded values.
    mutating func append(encoded row: EncodedValues) {
        for value in row.values { values.append(value: value) }
        if let error = row.error { values.fail(error) }
    }
}

/// A query of a table whose rows are read as drafts. Joined with other tables, its rows are rows of the table.
public typealias DraftQuery<Draft: TableDraft> = Select<Draft, Draft.Model.Columns>

// A draft can be read from its table, for a form that edits a row:
//
//     let draft = try Reminder.Draft.find(1).fetchRequired(db)
//
// The rows are those of the table, in its default scope; only their type is another one. Every query below continues
// with the clauses of `Select`. A query joined with other tables has the rows of the table again.

extension TableDraft {
    /// The rows of the table, as drafts.
    ///
    /// ```swift
    /// let drafts = try Reminder.Draft.all.where(\.isFlagged).fetchAll(db)
    /// ```
    public static var all: DraftQuery<Self> { drafts(Model.scoped) }

    /// The rows of the table, without the default scope, as drafts.
    public static var unscoped: DraftQuery<Self> { drafts(Model.unscoped) }

    /// No rows.
    public static var none: DraftQuery<Self> { drafts(Model.none) }

    /// The query of the table with drafts as its rows.
    fileprivate static func drafts(_ rows: Where<Model>) -> DraftQuery<Self> {
        DraftQuery<Self>(
            core: rows.core, columns: rows.columns,
            decoder: _QueryDecoder(columnCount: rows._decoder.columnCount) {
                (row: inout RowReader) throws(SQLiteError) in
                Self(try Model(row: &row))
            })
    }
}

extension TableDraft where Model: PrimaryKeyedTable {
    /// The row with a primary key, as a draft.
    public static func find(_ key: Model.PrimaryKey) -> DraftQuery<Self> { drafts(Model.find(key)) }

    /// The rows with the given primary keys, as drafts.
    public static func find(_ keys: some Sequence<Model.PrimaryKey>) -> DraftQuery<Self> {
        drafts(Model.find(keys))
    }
}

extension Select where Output: TableDraft, Columns == Output.Model.Columns {
    /// The query with rows of the table.
    private var rows: Where<Output.Model> {
        Where<Output.Model>(
            core: core, columns: columns,
            decoder: _QueryDecoder(direct: _decoder.columnCount))
    }

    /// Updates columns of the rows, like the query of the table.
    ///
    /// - Parameters:
    ///   - conflict: How to handle a row that violates a constraint.
    ///   - update: Assigns expressions and values to columns.
    public func update(
        or conflict: ConflictResolution? = nil, _ update: (inout Updates<Output.Model>) -> Void
    ) -> Update<Output.Model> { rows.update(or: conflict, update) }

    /// Deletes the rows, like the query of the table.
    public func delete() -> Delete<Output.Model> { rows.delete() }
}
