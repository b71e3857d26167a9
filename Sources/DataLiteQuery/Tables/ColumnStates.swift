/// Which columns of a row to insert have a value, and whether the value was set or is the default of the property.
@usableFromInline
struct ColumnStates: Sendable {
    @usableFromInline
    enum State: UInt8, Sendable {
        /// The column is omitted.
        case omitted
        /// The column has the default of the property.
        case byDefault
        /// The column was set.
        case set
    }

    /// The bit of the next column in `written` and `set`, which contain the first 64 columns.
    @usableFromInline var next: UInt64 = 1
    @usableFromInline var written: UInt64 = 0
    @usableFromInline var set: UInt64 = 0

    /// The states of all other columns.
    private var others: [State] = []

    init() {}

    /// The number of columns; 0 if all columns of a row are set.
    var count: Int { next == 0 ? UInt64.bitWidth + others.count : next.trailingZeroBitCount }

    /// The state of a column; `set` where it is not known.
    subscript(column: Int) -> State {
        guard column < count else { return .set }
        guard column < UInt64.bitWidth else { return others[column - UInt64.bitWidth] }
        let bit = UInt64(1) << UInt64(column)
        return written & bit == 0 ? .omitted : set & bit == 0 ? .byDefault : .set
    }

    /// Whether the same columns have values. In an upsert, a default value is not the same as a value that was set.
    func matches(_ other: ColumnStates, isUpsert: Bool) -> Bool {
        guard written == other.written, next == other.next, others.count == other.others.count
        else { return false }
        if isUpsert, set != other.set { return false }
        return others.isEmpty
            || zip(others, other.others).allSatisfy {
                $0 == $1 || !isUpsert && $0 != .omitted && $1 != .omitted
            }
    }

    /// The number of the first columns that have a value.
    func writtenCount(of columns: Int) -> Int {
        if count == 0 { return columns }
        if columns == count, others.isEmpty { return written.nonzeroBitCount }
        return (0..<columns).count { self[$0] != .omitted }
    }

    @inlinable
    @inline(__always)
    mutating func append(_ state: State) {
        guard next != 0 else { return appendOther(state) }
        if state != .omitted { written |= next }
        if state == .set { set |= next }
        next &<<= 1
    }

    @usableFromInline
    mutating func appendOther(_ state: State) { others.append(state) }

    /// Omits a column.
    mutating func omit(_ column: Int) {
        guard column < UInt64.bitWidth else {
            others[column - UInt64.bitWidth] = .omitted
            return
        }
        written &= ~(1 << UInt64(column))
        set &= ~(1 << UInt64(column))
    }

    /// Sets a column that is omitted.
    mutating func set(_ column: Int) {
        guard column < UInt64.bitWidth else {
            others[column - UInt64.bitWidth] = .set
            return
        }
        written |= 1 << UInt64(column)
        set |= 1 << UInt64(column)
    }

    mutating func removeAll() {
        next = 1
        written = 0
        set = 0
        if !others.isEmpty { others.removeAll(keepingCapacity: true) }
    }
}
