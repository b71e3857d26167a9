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
