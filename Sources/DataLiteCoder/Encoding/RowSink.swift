import DataLiteCore

/// Collects the values of rows, one row behind the other.
///
/// Rows of one type have mostly the same columns in the same order, so each is compared with the one
/// before while it comes in; where its keys are bytes, without asking for their names.
final class RowSink: ValueSink {
    let omitsNil: Bool

    // Read by copying or changed in place by what calls nothing else, so no access can overlap another.

    /// The columns of the latest row.
    @exclusivity(unchecked) private(set) var columns: [String] = []

    /// The keys of the columns.
    @exclusivity(unchecked) private var slots: [KeySlot] = []

    /// The values of all rows.
    @exclusivity(unchecked) private(set) var values: [SQLiteValue] = []

    /// Where the latest row begins among the values.
    @exclusivity(unchecked) private(set) var start = 0

    /// Whether the latest row has other columns than the one before.
    @exclusivity(unchecked) private(set) var hasNewColumns = false

    @exclusivity(unchecked) private var phase = Phase.closed

    private enum Phase {
        /// Between rows: what comes now is from a container that was kept, and belongs nowhere.
        case closed
        case row
        /// In a row that has its columns, and gets values for some of them.
        case parts
    }

    init(omitsNil: Bool) { self.omitsNil = omitsNil }

    /// Begins a row.
    func begin() {
        start = values.count
        hasNewColumns = false
        phase = .row
    }

    /// Ends the row.
    func end() {
        phase = .closed
        let count = values.count - start
        if count < columns.count { cutColumns(count) }
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
    func put(_ value: SQLiteValue, _ slot: KeySlot) -> Bool {
        let position = values.count - start
        guard phase == .row, position < slots.count, slots[position] == slot else { return false }
        values.append(value)
        return true
    }

    func put(_ value: SQLiteValue, name: String, _ slot: KeySlot) throws {
        switch phase {
        case .closed: throw ClosedSink.error
        case .parts:
            if let position = columns[..<(values.count - start)].firstIndex(where: {
                ColumnName.same($0, name)
            }) {
                values[start + position] = value
            } else {
                append(value, name, slot)
            }
        case .row: append(value, name, slot)
        }
    }

    private func append(_ value: SQLiteValue, _ name: String, _ slot: KeySlot) {
        let position = values.count - start
        if position < columns.count, ColumnName.same(columns[position], name) {
            slots[position] = slot
        } else {
            if position < columns.count { cutColumns(position) }
            columns.append(name)
            slots.append(slot)
            hasNewColumns = true
        }
        values.append(value)
    }

    func put(_ value: SQLiteValue, position: Int) throws {
        try put(value, name: "\(position)", .none)
    }

    func put(_ value: SQLiteValue) throws { try put(value, name: "value", .none) }

    func beginParts() { phase = .parts }
}
