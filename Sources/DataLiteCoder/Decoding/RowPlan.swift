/// Where the keys of a type are among the columns. A type asks for its keys in the same order for each
/// row, so that the next entry is nearly always the right one.
struct RowPlan {
    /// The place of a key in the plan.
    struct Place {
        fileprivate let index: Int32

        /// The key's column; -1 if there is none.
        let column: Int32

        /// The place of what has no key.
        static let none = Place(index: -1, column: -1)

        /// The place of the row as a whole.
        static let row = Place(index: -2, column: -1)

        /// The same for another column.
        func of(_ column: Int32) -> Place { Place(index: index, column: column) }

        var isNone: Bool { index < 0 }
        var isRow: Bool { index == Self.row.index }
    }

    private struct Entry {
        let key: String
        let column: Int32
        var form = KnownForm()
        var part = Part.unknown
    }

    /// What a property without a column is read from.
    enum Part {
        case unknown
        case none
        case reader(RowReader)
    }

    private var entries: [Entry] = []
    private var next = 0
    private var hasParts = false

    /// To be called at the beginning of each row.
    mutating func begin() { next = 0 }

    /// The place of a key.
    ///
    /// - Parameter column: finds the column of a key that is new; -1 if there is none.
    @inline(__always)
    mutating func place(of key: String, column: (String) -> Int32) -> Place {
        let index = next
        guard index < entries.count, ColumnName.same(entries[index].key, key) else {
            return otherPlace(of: key, column)
        }
        next = index &+ 1
        return place(at: index)
    }

    private func place(at index: Int) -> Place {
        Place(index: Int32(truncatingIfNeeded: index), column: entries[index].column)
    }

    private mutating func otherPlace(of key: String, _ column: (String) -> Int32) -> Place {
        let index = entries.firstIndex { ColumnName.same($0.key, key) } ?? entries.count
        if index == entries.count { entries.append(Entry(key: key, column: column(key))) }
        next = index + 1
        return place(at: index)
    }

    var count: Int { entries.count }

    func key(at place: Place) -> String? {
        place.isNone ? nil : entries[Int(place.index)].key
    }

    func part(at place: Place) -> Part {
        place.isNone ? .none : entries[Int(place.index)].part
    }

    mutating func setPart(_ part: Part, at place: Place) {
        entries[Int(place.index)].part = part
        hasParts = true
    }

    func endParts() {
        guard hasParts else { return }
        for entry in entries { if case .reader(let reader) = entry.part { reader.end() } }
    }

    subscript(formAt place: Place) -> KnownForm {
        get { entries[Int(place.index)].form }
        set { entries[Int(place.index)].form = newValue }
    }
}
