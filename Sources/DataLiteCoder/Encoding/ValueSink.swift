import DataLiteCore

/// Takes the values that an `Encodable` writes, by name or by position.
package protocol ValueSink: AnyObject {
    /// Takes the value of a key that is known from before.
    ///
    /// - Returns: `false`, without taking the value, if the sink needs the name of the key.
    func put(_ value: SQLiteValue, _ slot: KeySlot) throws -> Bool

    /// Takes a value by the name of its column or parameter.
    ///
    /// - Parameter slot: What identifies the name from now on.
    func put(_ value: SQLiteValue, name: String, _ slot: KeySlot) throws

    /// Takes an element of an array.
    ///
    /// - Parameter position: From 0 on.
    func put(_ value: SQLiteValue, position: Int) throws

    /// Takes a single value.
    func put(_ value: SQLiteValue) throws

    /// The error for a value from a container that was kept too long.
    var closedError: any Error { get }

    /// How `nil` properties are written.
    var nils: NilForm { get }

    /// Takes a property that is `nil`, unless these are omitted.
    func putNil(name: String, _ slot: KeySlot) throws
}

extension ValueSink {
    package var nils: NilForm { .null }

    package func putNil(name: String, _ slot: KeySlot) throws { try put(.null, name: name, slot) }
}

/// How `nil` properties are written.
package enum NilForm {
    /// As NULL.
    case null
    /// Not at all.
    case omitted
    /// As NULL, in a column that an upsert does not change.
    case unset
}
