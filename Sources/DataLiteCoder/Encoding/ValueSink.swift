import DataLiteCore

/// Receives the values that an `Encodable` writes, by name or by position.
package protocol ValueSink: AnyObject {
    /// Receives the value of a key that the sink has seen before.
    ///
    /// - Returns: `false`, without accepting the value, if the sink needs the name of the key.
    func put(_ value: SQLiteValue, _ slot: KeySlot) throws -> Bool

    /// Receives a value by the name of its column or parameter.
    ///
    /// - Parameter slot: Identifies the name in later calls.
    func put(_ value: SQLiteValue, name: String, _ slot: KeySlot) throws

    /// Receives an element of an array.
    ///
    /// - Parameter position: The position of the element, starting at 0.
    func put(_ value: SQLiteValue, position: Int) throws

    /// Receives a single value.
    func put(_ value: SQLiteValue) throws

    /// The error for a value from a container that outlived its run.
    var closedError: any Error { get }

    /// The form in which `nil` properties are written.
    var nils: NilForm { get }

    /// Receives a property that is `nil`, unless `nil` properties are omitted.
    func putNil(name: String, _ slot: KeySlot) throws
}

extension ValueSink {
    package var nils: NilForm { .null }

    package func putNil(name: String, _ slot: KeySlot) throws { try put(.null, name: name, slot) }
}

/// The form in which `nil` properties are written.
package enum NilForm {
    /// As NULL.
    case null
    /// Omitted.
    case omitted
    /// As NULL, in a column that an upsert does not change.
    case unset
}
