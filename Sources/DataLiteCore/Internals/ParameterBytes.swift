/// Memory for short strings and BLOBs that are bound to the parameters of a statement.
///
/// SQLite would allocate a copy of each value and free it at the next binding, which costs more than the rest
/// of the call. These bytes stay in place until the same parameter is bound again, so SQLite need not copy
/// them.
///
/// Each parameter alternates between two slots: SQLite may refuse to bind a value because a run has begun,
/// and that run still reads the previous value.
struct ParameterBytes {
    private static let slotSize = 128
    private static let slotLimit = 128

    private var slots: UnsafeMutableRawPointer?
    private var count = 0

    /// A bit for each parameter: the index of its bound slot.
    private var boundSlots = (UInt64(0), UInt64(0))

    /// Copies bytes into the free slot of a parameter; `nil` if there are too many bytes or the index is too
    /// high. Call ``didBind(_:)`` once SQLite has accepted the copy.
    mutating func copy(
        _ bytes: UnsafeRawBufferPointer, for index: Int32, of statement: Statement
    ) -> UnsafeRawPointer? {
        guard bytes.count <= Self.slotSize, let start = bytes.baseAddress else { return nil }
        let slots = slots ?? makeSlots(Int(statement.parameterCount()))
        guard index >= 1, index <= count else { return nil }
        let position = Int(index) &- 1
        let bits = position < 64 ? boundSlots.0 : boundSlots.1
        let isSecond = bits &>> UInt64(truncatingIfNeeded: position) & 1 == 0
        let slot = slots + (2 &* position &+ (isSecond ? 1 : 0)) &* Self.slotSize
        slot.copyMemory(from: start, byteCount: bytes.count)
        return UnsafeRawPointer(slot)
    }

    /// Exchanges the slots of a parameter.
    mutating func didBind(_ index: Int32) {
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: index &- 1)
        if index <= 64 { boundSlots.0 ^= bit } else { boundSlots.1 ^= bit }
    }

    /// Most statements bind no strings, so the memory is allocated when the first string is bound.
    private mutating func makeSlots(_ parameters: Int) -> UnsafeMutableRawPointer {
        count = min(parameters, Self.slotLimit)
        let slots = UnsafeMutableRawPointer.allocate(
            byteCount: count * 2 * Self.slotSize, alignment: 1)
        self.slots = slots
        return slots
    }

    /// Call this after the statement is finalized.
    func deallocate() { slots?.deallocate() }
}
