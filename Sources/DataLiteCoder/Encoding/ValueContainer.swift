/// The state of a keyed container of values.
final class ValueContainer: RunContainer<ValueWriter> {
    /// The slot of byte 0 of the keys; `none` if the keys are not a single byte.
    private let firstSlot: KeySlot

    init(_ writer: ValueWriter, _ firstSlot: KeySlot) {
        self.firstSlot = firstSlot
        super.init(writer)
    }

    @inline(__always)
    func slot<Key: CodingKey>(of key: Key) -> KeySlot {
        guard firstSlot != .none, let byte = KeyByte.of(key) else { return .none }
        return KeySlot(number: firstSlot.number | byte)
    }
}
