// The defaults of Collection trap for indexes and ranges out of bounds. SQL decides how many
// arguments arrive, so none of these may trap.

extension ArgumentsProtocol {
    public var startIndex: Int { 0 }
    public var endIndex: Int { count }

    public func index(after index: Int) -> Int { index.saturatingAdd(1) }
    public func index(before index: Int) -> Int { index.saturatingAdd(-1) }

    public func index(_ index: Int, offsetBy distance: Int) -> Int {
        index.saturatingAdd(distance)
    }

    public func index(_ index: Int, offsetBy distance: Int, limitedBy limit: Int) -> Int? {
        let room = self.distance(from: index, to: limit)
        let passesLimit =
            distance > 0 ? room >= 0 && room < distance : room <= 0 && distance < room
        return passesLimit ? nil : index.saturatingAdd(distance)
    }

    public func distance(from start: Int, to end: Int) -> Int {
        let (distance, overflows) = end.subtractingReportingOverflow(start)
        return overflows ? (end > start ? .max : .min) : distance
    }
}

// MARK: - Ranges

extension ArgumentsProtocol {
    /// The arguments in a range, as far as they exist. They keep their indexes.
    public subscript(bounds: Range<Int>) -> ArgumentsSlice {
        slice(from: bounds.lowerBound, to: bounds.upperBound)
    }

    /// The arguments in a range, as far as they exist.
    public subscript(bounds: ClosedRange<Int>) -> ArgumentsSlice {
        slice(from: bounds.lowerBound, to: bounds.upperBound.saturatingAdd(1))
    }

    /// The arguments from an index on.
    public subscript(bounds: PartialRangeFrom<Int>) -> ArgumentsSlice {
        slice(from: bounds.lowerBound, to: endIndex)
    }

    /// The arguments before an index.
    public subscript(bounds: PartialRangeUpTo<Int>) -> ArgumentsSlice {
        slice(from: startIndex, to: bounds.upperBound)
    }

    /// The arguments up to an index.
    public subscript(bounds: PartialRangeThrough<Int>) -> ArgumentsSlice {
        slice(from: startIndex, to: bounds.upperBound.saturatingAdd(1))
    }

    /// All arguments.
    public subscript(bounds: UnboundedRange) -> ArgumentsSlice {
        slice(from: startIndex, to: endIndex)
    }

    public func prefix(upTo end: Int) -> ArgumentsSlice { self[..<end] }
    public func prefix(through position: Int) -> ArgumentsSlice { self[...position] }
    public func suffix(from start: Int) -> ArgumentsSlice { self[start...] }

    /// The first `maxLength` arguments, or fewer; none for a negative number.
    public func prefix(_ maxLength: Int) -> ArgumentsSlice {
        slice(from: startIndex, to: startIndex.saturatingAdd(Swift.max(maxLength, 0)))
    }

    /// The last `maxLength` arguments, or fewer; none for a negative number.
    public func suffix(_ maxLength: Int) -> ArgumentsSlice {
        slice(from: endIndex.saturatingAdd(-Swift.max(maxLength, 0)), to: endIndex)
    }

    /// All but the first `count` arguments; all for a negative number.
    public func dropFirst(_ count: Int = 1) -> ArgumentsSlice {
        slice(from: startIndex.saturatingAdd(Swift.max(count, 0)), to: endIndex)
    }

    /// All but the last `count` arguments; all for a negative number.
    public func dropLast(_ count: Int = 1) -> ArgumentsSlice {
        slice(from: startIndex, to: endIndex.saturatingAdd(-Swift.max(count, 0)))
    }

    private func slice(from start: Int, to end: Int) -> ArgumentsSlice {
        let start = Swift.min(Swift.max(start, startIndex), endIndex)
        let end = Swift.min(Swift.max(end, start), endIndex)
        return ArgumentsSlice(startIndex: start, values: (start..<end).map { self[$0] })
    }
}

extension Int {
    fileprivate func saturatingAdd(_ other: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? (other > 0 ? .max : .min) : sum
    }
}
