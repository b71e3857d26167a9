import DataLiteCore

/// The differences between a result and an earlier result with the same columns.
///
/// The order of rows does not matter. A row that is in only one result is compared with the row of the
/// other result that has the same value in the first column. If both results have a single row, such as a
/// count, the two rows are compared.
struct ResultChanges: Equatable {
    private(set) var added = 0
    private(set) var changed = 0
    private(set) var removed = 0

    /// The indices of the changed columns, by the index of the changed or added row in the newer result.
    private(set) var columns: [Int: Set<Int>] = [:]

    init(from old: [[SQLiteValue]], to new: [[SQLiteValue]]) {
        var counts: [[SQLiteValue]: Int] = [:]
        for row in old { counts[row, default: 0] += 1 }
        let newIndices = new.indices.filter { !counts.take(new[$0]) }
        // In reverse, so that `popLast` takes them in order.
        let oldRows = old.reversed().filter { counts.take($0) }

        let isSingleRow = old.count == 1 && new.count == 1
        let key: ([SQLiteValue]) -> SQLiteValue = { isSingleRow ? .null : $0.first ?? .null }
        var candidates = Dictionary(grouping: oldRows, by: key)
        for index in newIndices {
            let row = new[index]
            if let other = candidates[key(row)]?.popLast() {
                changed += 1
                columns[index] = Set(row.indices.filter { row[$0] != other[$0] })
            } else {
                added += 1
                columns[index] = Set(row.indices)
            }
        }
        removed = oldRows.count - changed
    }
}

extension Dictionary where Value == Int {
    /// Decrements a positive count, and returns whether there was one.
    fileprivate mutating func take(_ key: Key) -> Bool {
        guard let count = self[key], count > 0 else { return false }
        self[key] = count - 1
        return true
    }
}

extension ResultChanges: CustomStringConvertible {
    var description: String {
        let parts = [(added, "added"), (changed, "changed"), (removed, "removed")]
        let counts = parts.filter { $0.0 > 0 }.map { "\($0) \($1)" }
        return counts.isEmpty ? "in another order" : counts.joined(separator: ", ")
    }
}
