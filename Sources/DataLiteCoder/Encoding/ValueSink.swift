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

    /// The error for a value that comes after the end, from a container that was kept.
    var closedError: any Error { get }

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

/// A key that is a byte (see ``KeyByte``), among all the keys that a writer meets.
struct KeySlot: Equatable {
    private let number: Int

    /// That of other keys.
    static let none = KeySlot(number: -1)

    private init(number: Int) { self.number = number }

    /// - Parameter keyType: The number of the type of keys.
    @inline(__always)
    init(keyType: Int, byte: UInt8) { number = keyType << 8 | Int(byte) }
}
