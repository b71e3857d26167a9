import DataLiteCore

/// Takes the values that an `Encodable` gives, by name or by position.
protocol ValueSink: AnyObject {
    /// A property of a key that has come before.
    ///
    /// - Returns: `false`, and nothing is taken, if the key is to be given by its name.
    func put(_ value: SQLiteValue, _ slot: KeySlot) throws -> Bool

    /// A value whose name is that of its column or parameter.
    ///
    /// - Parameter slot: What the name is to be known by from now on.
    func put(_ value: SQLiteValue, name: String, _ slot: KeySlot) throws

    /// An element of an array, from 0 on.
    func put(_ value: SQLiteValue, position: Int) throws

    /// A value that stands alone.
    func put(_ value: SQLiteValue) throws

    /// What comes now has been put before, as NULL: the parts that are written piece by piece.
    func beginParts()

    /// Whether properties that are `nil` are left out.
    var omitsNil: Bool { get }
}

extension ValueSink {
    func beginParts() {}
    var omitsNil: Bool { false }
}

/// Takes nothing: what those have who have kept an encoder.
final class ClosedSink: ValueSink {
    func put(_ value: SQLiteValue, _ slot: KeySlot) throws -> Bool { throw Self.error }
    func put(_ value: SQLiteValue, name: String, _ slot: KeySlot) throws { throw Self.error }
    func put(_ value: SQLiteValue, position: Int) throws { throw Self.error }
    func put(_ value: SQLiteValue) throws { throw Self.error }

    static var error: EncodingError {
        .invalidValue(
            Self.self,
            .init(codingPath: [], debugDescription: "the value of this container has been written"))
    }
}

/// The number of a key that is a byte (see ``KeyByte``), among all the keys that an encoder meets.
struct KeySlot: Equatable {
    private let number: Int64

    /// That of other keys.
    static let none = KeySlot(number: -1)

    private init(number: Int64) { self.number = number }

    /// - Parameter container: The number of the type of keys.
    @inline(__always)
    init(container: Int64, byte: UInt8) { number = container << 8 | Int64(byte) }
}
