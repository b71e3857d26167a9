/// The values of the columns of a row, in order, for ``RowRepresentable/encode(to:)``.
public struct RowWriter: Sendable {
    // Most expressions bind a single value, and an array of one would be an allocation for each.
    @usableFromInline var single: SQLiteValue?
    @usableFromInline var several: [SQLiteValue] = []

    /// Whether the values are in `several`.
    @usableFromInline var isSpilled = false

    /// The first failure to encode a value, which running the statement throws.
    @usableFromInline package private(set) var error: SQLiteError?

    /// No values.
    @inlinable
    package init() {}

    /// The values so far.
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
        if isSpilled {
            several.append(value)
        } else if single == nil {
            single = value
        } else {
            spill(value)
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
    package var count: Int { single == nil ? several.count : 1 }

    /// Removes the first values, and keeps the memory for later values.
    package mutating func removeFirst(_ count: Int) {
        if single != nil {
            if count > 0 { single = nil }
        } else if count == several.count {
            several.removeAll(keepingCapacity: true)
        } else {
            several.removeFirst(count)
        }
    }

    /// Removes the value at a position.
    package mutating func remove(at index: Int) {
        if single == nil { several.remove(at: index) } else { single = nil }
    }

    /// Reserves space for more than one value.
    package mutating func reserveCapacity(_ count: Int) {
        isSpilled = true
        several.reserveCapacity(max(count, 1))
        if let single { several.append(single) }
        single = nil
    }

    @usableFromInline
    mutating func spill(_ value: SQLiteValue) {
        reserveCapacity(4)
        several.append(value)
    }
}
