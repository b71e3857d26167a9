/// A growing list of elements: at first in stack memory from its creator, and on the heap once that is full.
///
/// SAFETY: the first `count` elements at `start` are initialized, and only those are read, moved or destroyed. A
/// buffer cannot be copied, so nothing else refers to its memory. Stack memory comes only from
/// `_SQLWriter.withScratch`, whose writer does not outlive the call.
struct ScratchBuffer<Element>: ~Copyable {
    private var start: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int
    private var isOnHeap: Bool

    init(capacity: Int) {
        start = .allocate(capacity: capacity)
        self.capacity = capacity
        isOnHeap = true
    }

    /// Creates a buffer that begins in uninitialized memory, which must outlive it.
    init(_ memory: UnsafeMutableBufferPointer<Element>) {
        isOnHeap = memory.baseAddress == nil
        capacity = isOnHeap ? 16 : memory.count
        start = memory.baseAddress ?? .allocate(capacity: 16)
    }

    deinit {
        start.deinitialize(count: count)
        if isOnHeap { start.deallocate() }
    }

    /// The elements, valid until the buffer changes.
    var elements: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: start, count: count) }

    @inline(__always)
    mutating func append(_ element: consuming Element) {
        reserve(1)
        (start + count).initialize(to: element)
        count += 1
    }

    @inline(__always)
    mutating func append(contentsOf elements: UnsafeBufferPointer<Element>) {
        guard let source = elements.baseAddress else { return }
        reserve(elements.count)
        (start + count).initialize(from: source, count: elements.count)
        count += elements.count
    }

    /// Appends the elements that a closure writes. The closure returns the number of elements that it initialized, at
    /// most `limit`.
    @inline(__always)
    mutating func append(atMost limit: Int, _ write: (UnsafeMutablePointer<Element>) -> Int) {
        reserve(limit)
        count += write(start + count)
    }

    /// Inserts elements before the one at a position from 0 to `count`.
    mutating func insert(_ elements: UnsafeBufferPointer<Element>, at position: Int) {
        guard let source = elements.baseAddress else { return }
        precondition(0...count ~= position)
        reserve(elements.count)
        (start + position + elements.count)
            .moveInitialize(from: start + position, count: count - position)
        (start + position).initialize(from: source, count: elements.count)
        count += elements.count
    }

    /// Removes all elements: `receive` must move them out of the buffer.
    @inline(__always)
    mutating func moveAll<R>(_ receive: (UnsafeMutableBufferPointer<Element>) -> R) -> R {
        let elements = UnsafeMutableBufferPointer(start: start, count: count)
        count = 0
        return receive(elements)
    }

    @inline(__always)
    private mutating func reserve(_ additional: Int) {
        if capacity - count < additional { grow(additional) }
    }

    @inline(never)
    private mutating func grow(_ additional: Int) {
        capacity = max(capacity * 2, count + additional)
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        larger.moveInitialize(from: start, count: count)
        if isOnHeap { start.deallocate() }
        start = larger
        isOnHeap = true
    }
}
