/// A row to be inserted, of which only some columns may be set.
///
/// `@Table` writes one for each table with a primary key.
public protocol TableDraft: Sendable {
    /// The table.
    associatedtype Model: PrimaryKeyedTable

    /// Appends all columns of the table in order, set or not.
    func encode(to values: inout DraftValues)
}

/// A property of a draft that has a default.
///
/// Inserting writes the default if the property was not set; an upsert leaves the column alone
/// then.
@propertyWrapper
public struct DraftField<Value> {
    /// The value. Setting it marks the column as set.
    public var wrappedValue: Value {
        didSet { isSet = true }
    }

    /// Whether the value was set.
    public private(set) var isSet = false

    /// Whether the default is written when the property was not set. Otherwise the column is
    /// omitted and gets the default of the table.
    let writesDefault: Bool

    /// A property with a default.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
        writesDefault = true
    }

    /// An optional property without a default of its own.
    public init<Wrapped>() where Value == Wrapped? {
        wrappedValue = nil
        writesDefault = false
    }
}

extension DraftField {
    /// Sets the value to the argument of a draft's initializer, unless it was left out.
    public mutating func set<Wrapped>(
        _ argument: OptionalDraftArgument<Wrapped>
    ) where Value == Wrapped? {
        switch argument {
        case .none: wrappedValue = nil
        case .some(.some(let value)): wrappedValue = value
        case .some(.none): break
        }
    }
}

extension DraftField: Sendable where Value: Sendable {}
extension DraftField: Equatable where Value: Equatable {}
extension DraftField: Hashable where Value: Hashable {}

/// The type of an initializer's parameter for an optional property of a draft. It tells an argument
/// `nil`, which sets the column to NULL, from an argument that is left out.
public typealias OptionalDraftArgument<Value> = Value???

/// The columns of a draft, in order.
public struct DraftValues: Sendable {
    /// Whether a column has a value, and who gave it.
    enum State: UInt8, Sendable {
        /// The column is omitted.
        case omitted
        /// The column has the default of the property.
        case byDefault
        /// The column was set.
        case set
    }

    /// The values of the columns that are not omitted.
    var values = RowValues()

    /// One element for each column of the table.
    var states: [State] = []

    init() {}

    /// Appends a property that is not set if it is `nil`.
    public mutating func append<Value: RowRepresentable>(_ value: Value?) {
        if let value {
            append(value, .set)
        } else {
            omit(Value.columnCount)
        }
    }

    /// Appends a property with a default.
    public mutating func append<Value: RowRepresentable>(_ field: DraftField<Value>) {
        append(field) { $0 }
    }

    /// Appends a property that is stored in another form, and not set if it is `nil`.
    public mutating func append<Representation: ColumnRepresentation>(
        _ value: Representation.Value?, as representation: Representation.Type
    ) {
        append(value.map(Representation.init))
    }

    /// Appends a property with a default that is stored in another form.
    public mutating func append<Representation: ColumnRepresentation>(
        _ field: DraftField<Representation.Value>, as representation: Representation.Type
    ) {
        append(field, Representation.init)
    }

    private mutating func append<Value, Stored: RowRepresentable>(
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

    private mutating func append(_ value: some RowRepresentable, _ state: State) {
        values.append(value)
        for _ in 0..<type(of: value).columnCount { states.append(state) }
    }

    private mutating func omit(_ count: Int) {
        for _ in 0..<count { states.append(.omitted) }
    }
}
