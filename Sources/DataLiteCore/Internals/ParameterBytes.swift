/// Memory for short texts and blobs that are bound to the parameters of a statement.
///
/// SQLite would allocate a copy of each, and free it at the next binding; that costs more than the
/// rest of the call. These bytes stay in place until the same parameter is bound again, so SQLite
/// need not copy them.
struct ParameterBytes {
    private static let slotSize = 128
    private static let slotLimit = 64

    private var slots: UnsafeMutableRawPointer?
    private var count = 0

    /// A copy of the bytes in the slot of a parameter; `nil` if there are too many or the index is
    /// too high.
    mutating func copy(
        _ bytes: UnsafeRawBufferPointer, for index: Int32, of statement: Statement
    ) -> UnsafeRawPointer? {
        guard bytes.count <= Self.slotSize, let start = bytes.baseAddress else { return nil }
        let slots = slots ?? makeSlots(Int(statement.parameterCount()))
        guard index >= 1, index <= count else { return nil }
        let slot = slots + (Int(index) - 1) * Self.slotSize
        slot.copyMemory(from: start, byteCount: bytes.count)
        return UnsafeRawPointer(slot)
    }

    /// Most statements bind no text, so the memory is allocated when the first text is bound.
    private mutating func makeSlots(_ parameters: Int) -> UnsafeMutableRawPointer {
        count = min(parameters, Self.slotLimit)
        let slots = UnsafeMutableRawPointer.allocate(
            byteCount: count * Self.slotSize, alignment: 1)
        self.slots = slots
        return slots
    }

    /// To be called after the statement was finalised.
    func deallocate() { slots?.deallocate() }
}
