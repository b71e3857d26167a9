/// The values of the columns of a row, in order, for ``RowRepresentable/encode(to:)``.
public struct RowWriter {
    // Most expressions bind a single value, and an array of one would be an allocation for each.
    @usableFromInline var single: SQLiteValue?
    @usableFromInline var several: [SQLiteValue] = []

    /// Where the values go.
    @usableFromInline
    enum Storage: UInt8 {
        /// To `single`, as long as there is only one.
        case single
        /// To `several`.
        case several
        /// To `parameters`.
        case parameters
    }

    @usableFromInline var storage = Storage.single

    /// The parameters of a statement that get the values at once.
    private var parameters: ParameterSequence?

    // Retaining it for each value would cost as much as binding an integer. `parameters` keeps it alive.
    private var unretainedParameters: Unmanaged<ParameterSequence>?

    /// The first failure to encode a value, which running the statement throws.
    @usableFromInline package private(set) var error: SQLiteError?

    /// No values.
    @inlinable
    package init() {}

    /// Binds each value to the next parameter of a statement.
    package init(binding parameters: ParameterSequence) {
        self.parameters = parameters
        unretainedParameters = .passUnretained(parameters)
        storage = .parameters
    }

    /// The values so far, unless they are bound to parameters.
    package var values: [SQLiteValue] { single.map { [$0] } ?? several }

    /// The only value; `nil` if there are several or none.
    @inlinable package var onlyValue: SQLiteValue? { single }

    /// Removes the only value, and returns it; `nil` if there are several or none, or if one could not be encoded.
    @inlinable
    package mutating func takeOnlyValue() -> SQLiteValue? {
        guard error == nil else { return nil }
        return single.take()
    }

    /// Appends the columns of a value.
    @inlinable
    public mutating func append(_ value: some RowRepresentable) {
        value.encode(to: &self)
    }

    /// Appends the value of one column.
    @inlinable
    @inline(__always)
    package mutating func append(value: SQLiteValue) {
        switch storage {
        case .several: several.append(value)
        case .parameters: bindNext(value)
        case .single where single == nil: single = value
        case .single: spill(value)
        }
    }

    /// Records that a column's value could not be encoded, and appends NULL. Running the statement
    /// then throws the first of these errors.
    public mutating func fail(_ error: SQLiteError) {
        if self.error == nil { self.error = error }
        append(value: .null)
    }

    /// Records that values that were appended cannot be stored.
    package mutating func refuse(_ error: SQLiteError) {
        if self.error == nil { self.error = error }
    }

    /// The number of values.
    package var count: Int {
        switch storage {
        case .single: single == nil ? 0 : 1
        case .several: several.count
        case .parameters: parameters.map { Int($0.count) } ?? 0
        }
    }

    /// Whether at least this many values were appended, and the last of them are NULL.
    package func endsWithNulls(_ count: Int) -> Bool {
        if let parameters { return parameters.trailingNulls >= count }
        return self.count >= count && values.suffix(count).allSatisfy(\.isNull)
    }

    /// Removes the first values, and keeps the memory for later values. Values that are bound stay.
    package mutating func removeFirst(_ count: Int) {
        if storage == .parameters { return }
        if single != nil {
            if count > 0 { single = nil }
        } else if count == several.count {
            several.removeAll(keepingCapacity: true)
        } else {
            several.removeFirst(count)
        }
    }

    /// Removes the value at a position. Values that are bound stay.
    package mutating func remove(at index: Int) {
        switch storage {
        case .single: single = nil
        case .several: several.remove(at: index)
        case .parameters: break
        }
    }

    /// Inserts NULL at a position.
    package mutating func insertNull(at index: Int) {
        reserveCapacity(4)
        several.insert(.null, at: index)
    }

    /// Reserves space for more than one value.
    package mutating func reserveCapacity(_ count: Int) {
        storage = .several
        several.reserveCapacity(max(count, 1))
        if let single { several.append(single) }
        single = nil
    }

    @usableFromInline
    mutating func spill(_ value: SQLiteValue) {
        reserveCapacity(4)
        several.append(value)
    }

    @usableFromInline
    mutating func bindNext(_ value: SQLiteValue) {
        let code = unretainedParameters?._withUnsafeGuaranteedRef { $0.bind(value) } ?? 0
        if code != 0 { refuse(code) }
    }

    @inline(never)
    private mutating func refuse(_ code: Int32) {
        if let error = parameters?.failure(code) { refuse(error) }
    }
}
