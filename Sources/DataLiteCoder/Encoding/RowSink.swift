import DataLiteCore

/// Collects the values of rows, one row after the other.
///
/// Rows of one type mostly have the same columns in the same order, so each is compared with the previous
/// one while it is written; keys that are bytes are compared without their names.
final class RowSink: ValueSink {
    let nils: NilForm

    /// The columns that are left out, whatever their letter case.
    let excluded: [String]

    // SAFETY: the properties without a check at run time are read by copying and written by assignment,
    // or changed by methods of `Array`. The one thing among these that may call code of the user is
    // releasing a value, as `removeRows` does between rows. All that such code can reach here are `put`
    // and `putNil`, which change nothing between rows. So two accesses never overlap.

    /// The columns of the latest row.
    @exclusivity(unchecked) private(set) var columns: [String] = []

    /// The keys of the columns.
    @exclusivity(unchecked) private var slots: [KeySlot] = []

    /// The values of all rows.
    @exclusivity(unchecked) private(set) var values: [SQLiteValue] = []

    /// The columns of the latest row whose value is `nil`, with ``NilForm/unset``.
    @exclusivity(unchecked) private(set) var unset: [String] = []
    @exclusivity(unchecked) private var unsetBefore: [String] = []

    /// Where the latest row begins among the values.
    @exclusivity(unchecked) private(set) var start = 0

    /// Whether the latest row has other columns than the one before, or others that are `nil`.
    @exclusivity(unchecked) private(set) var hasNewColumns = false

    @exclusivity(unchecked) private var phase = Phase.closed

    private enum Phase {
        /// Between rows: a value that comes now is from a container that was kept too long.
        case closed
        case row
    }

    init(nils: NilForm, excluded: [String]) {
        self.nils = nils
        self.excluded = excluded
    }

    /// Begins a row.
    func begin() {
        start = values.count
        hasNewColumns = false
        if nils == .unset {
            unsetBefore = unset
            unset = []
        }
        phase = .row
    }

    /// Ends the row.
    func end() {
        phase = .closed
        let count = values.count - start
        if count < columns.count { cutColumns(count) }
        if nils == .unset, unset != unsetBefore { hasNewColumns = true }
    }

    /// Forgets the values of the rows before the latest one, or of all.
    func removeRows(keepingLatest: Bool) {
        if keepingLatest {
            values.removeSubrange(..<start)
        } else {
            values.removeAll(keepingCapacity: true)
        }
        start = 0
    }

    private func cutColumns(_ count: Int) {
        columns.removeSubrange(count...)
        slots.removeSubrange(count...)
        hasNewColumns = true
    }
}

// MARK: - The sink

extension RowSink {
    var closedError: any Error { ValueWriter.ended }

    func put(_ value: SQLiteValue, _ slot: KeySlot) -> Bool {
        guard phase == .row else { return false }
        let position = values.count - start
        guard position < slots.count, slots[position] == slot else { return false }
        values.append(value)
        return true
    }

    /// Of several values for one column, the last one counts.
    func put(_ value: SQLiteValue, name: String, _ slot: KeySlot) throws {
        guard phase == .row else { throw closedError }
        guard !excluded.contains(where: { ColumnName.isEqualIgnoringCase($0, name) }) else {
            return
        }
        let position = values.count - start
        if position < columns.count, ColumnName.isIdentical(columns[position], name) {
            slots[position] = slot
            values.append(value)
        } else if let earlier = columns[..<position].firstIndex(where: {
            ColumnName.isIdentical($0, name)
        }) {
            // Released after the change, because releasing it may call code of the user.
            let replaced = values[start + earlier]
            defer { withExtendedLifetime(replaced) {} }
            values[start + earlier] = value
            if nils == .unset { unset.removeAll { ColumnName.isIdentical($0, name) } }
        } else {
            if position < columns.count { cutColumns(position) }
            columns.append(name)
            slots.append(slot)
            hasNewColumns = true
            values.append(value)
        }
    }

    func putNil(name: String, _ slot: KeySlot) throws {
        try put(.null, name: name, slot)
        if nils == .unset { unset.append(name) }
    }

    func put(_ value: SQLiteValue, position: Int) throws {
        try put(value, name: "\(position)", .none)
    }

    func put(_ value: SQLiteValue) throws { try put(value, name: "value", .none) }
}
