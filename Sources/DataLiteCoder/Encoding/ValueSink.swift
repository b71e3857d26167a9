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

    /// How properties are written that are `nil`.
    var nils: NilForm { get }

    /// A property that is `nil`, unless these are omitted.
    func putNil(name: String, _ slot: KeySlot) throws
}

extension ValueSink {
    var nils: NilForm { .null }

    func putNil(name: String, _ slot: KeySlot) throws { try put(.null, name: name, slot) }
}

/// How properties are written that are `nil`.
enum NilForm {
    /// As NULL.
    case null
    /// Not at all.
    case omitted
    /// As NULL, in a column that an upsert does not change.
    case unset
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
