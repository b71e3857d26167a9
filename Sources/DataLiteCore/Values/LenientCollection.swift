/// A collection that accepts every index, range and count, because the SQL, not the program,
/// determines how many elements there are.
///
/// An index outside of `startIndex..<endIndex` yields ``_missingElement``. Ranges are clamped to that
/// interval, a negative count is zero, and index arithmetic stops at the limits of `Int`. Within the
/// bounds everything works as in any other collection.
public protocol _LenientCollection: RandomAccessCollection
where Index == Int, Indices == Range<Int>, SubSequence: _LenientCollection {
    /// The element at every index that is out of bounds.
    static var _missingElement: Element { get }
}

// MARK: - Indices

extension _LenientCollection {
    @inlinable
    public func index(after index: Int) -> Int { index.saturatingAdding(1) }

    @inlinable
    public func index(before index: Int) -> Int { index.saturatingAdding(-1) }

    @inlinable
    public func index(_ index: Int, offsetBy distance: Int) -> Int {
        index.saturatingAdding(distance)
    }

    @inlinable
    public func index(_ index: Int, offsetBy distance: Int, limitedBy limit: Int) -> Int? {
        let rest = self.distance(from: index, to: limit)
        let isBeyond = distance > 0 ? rest >= 0 && rest < distance : rest <= 0 && distance < rest
        return isBeyond ? nil : index.saturatingAdding(distance)
    }

    @inlinable
    public func distance(from start: Int, to end: Int) -> Int {
        let (difference, overflows) = end.subtractingReportingOverflow(start)
        guard overflows else { return difference }
        return end < start ? .min : .max
    }
}

extension Int {
    @usableFromInline
    func saturatingAdding(_ other: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(other)
        guard overflows else { return sum }
        return other < 0 ? .min : .max
    }
}

// MARK: - Ranges

extension _LenientCollection {
    public subscript(bounds: ClosedRange<Int>) -> SubSequence {
        self[bounds.lowerBound..<Swift.max(bounds.lowerBound, index(after: bounds.upperBound))]
    }

    public subscript(bounds: PartialRangeFrom<Int>) -> SubSequence {
        suffix(from: bounds.lowerBound)
    }

    public subscript(bounds: PartialRangeUpTo<Int>) -> SubSequence {
        prefix(upTo: bounds.upperBound)
    }

    public subscript(bounds: PartialRangeThrough<Int>) -> SubSequence {
        prefix(through: bounds.upperBound)
    }

    /// The elements from the first to the last index that a range contains.
    public subscript(bounds: some RangeExpression<Int>) -> SubSequence {
        guard let first = indices.first(where: bounds.contains),
            let last = indices.last(where: bounds.contains)
        else { return self[startIndex..<startIndex] }
        return self[first...last]
    }

    public func prefix(upTo end: Int) -> SubSequence {
        self[startIndex..<Swift.max(startIndex, end)]
    }

    public func prefix(through position: Int) -> SubSequence {
        prefix(upTo: index(after: position))
    }

    public func suffix(from start: Int) -> SubSequence {
        self[start..<Swift.max(start, endIndex)]
    }

    // MARK: - Counts

    public func prefix(_ maxLength: Int) -> SubSequence {
        prefix(upTo: startIndex.saturatingAdding(Swift.max(0, maxLength)))
    }

    public func suffix(_ maxLength: Int) -> SubSequence {
        suffix(from: endIndex.saturatingAdding(-Swift.max(0, maxLength)))
    }

    public func dropFirst(_ count: Int = 1) -> SubSequence {
        suffix(from: startIndex.saturatingAdding(Swift.max(0, count)))
    }

    public func dropLast(_ count: Int = 1) -> SubSequence {
        prefix(upTo: endIndex.saturatingAdding(-Swift.max(0, count)))
    }
}

extension _LenientCollection where SubSequence == Self {
    /// Removes the first element and returns it; returns `_missingElement` if there is none.
    @discardableResult
    public mutating func removeFirst() -> Element {
        defer { self = dropFirst() }
        return first ?? Self._missingElement
    }

    public mutating func removeFirst(_ count: Int) { self = dropFirst(count) }

    /// Removes the last element and returns it; returns `_missingElement` if there is none.
    @discardableResult
    public mutating func removeLast() -> Element {
        defer { self = dropLast() }
        return last ?? Self._missingElement
    }

    public mutating func removeLast(_ count: Int) { self = dropLast(count) }
}

// MARK: - LenientSlice

/// A part of a ``_LenientCollection``, with the same indices.
public struct _LenientSlice<Base: _LenientCollection> {
    /// The collection that this is a part of.
    public let base: Base

    public let startIndex: Int
    public let endIndex: Int

    /// The elements of a collection in a range of indices, which is clamped to the collection.
    public init(_ base: Base, _ bounds: Range<Int>) {
        let bounds = bounds.clamped(to: base.startIndex..<base.endIndex)
        self.base = base
        startIndex = bounds.lowerBound
        endIndex = bounds.upperBound
    }
}

extension _LenientSlice: Sendable where Base: Sendable {}

extension _LenientSlice: _LenientCollection {
    public typealias Element = Base.Element

    public static var _missingElement: Element { Base._missingElement }

    /// The element at an index of the base; ``_missingElement`` if the slice does not contain it.
    public subscript(position: Int) -> Element {
        position >= startIndex && position < endIndex ? base[position] : Self._missingElement
    }

    public subscript(bounds: Range<Int>) -> _LenientSlice {
        _LenientSlice(base, bounds.clamped(to: startIndex..<endIndex))
    }
}
