import DataLiteCore

/// What the keyed containers of a value have of its encoder.
typealias EncoderLink = Link<ValueEncoder>

// None of these is generic over the type's coding keys: the compiler could not specialise that for
// types of other modules.

extension Link where Owner == ValueEncoder {
    /// The encoder.
    ///
    /// - Throws: `EncodingError.invalidValue` if the value has been written.
    func encoder() throws -> ValueEncoder {
        guard let owner else { throw ClosedSink.error }
        return owner.takeUnretainedValue()
    }

    func coder() throws -> SQLiteCoder { try encoder().coder }

    func put(_ value: SQLiteValue, _ slot: KeySlot) throws -> Bool {
        guard let owner else { throw ClosedSink.error }
        return try owner._withUnsafeGuaranteedRef { try $0.sink.put(value, slot) }
    }

    func put(_ value: SQLiteValue, _ key: String, _ slot: KeySlot) throws {
        try encoder().put(value, key, slot)
    }
}
