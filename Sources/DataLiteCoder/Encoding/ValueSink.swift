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

/// The overall form of a type: a single value, properties or named columns.
package struct ValueForm {
    package enum Kind {
        /// A single value.
        case simple
        /// Properties or elements.
        case properties
        /// A row, or a dictionary by name.
        case names
    }

    package let kind: Kind

    /// Whether the type is an optional.
    package let isOptional: Bool

    init(of type: any Encodable.Type) {
        isOptional = type is any OptionalProtocol.Type
        if type is any NamedValues.Type {
            kind = .names
        } else if type is any SQLiteBindable.Type || Self.isBigInteger(type) {
            kind = .simple
        } else {
            kind = .properties
        }
    }

    static func isBigInteger(_ type: any Any.Type) -> Bool {
        guard #available(macOS 15, iOS 18, *) else { return false }
        return type == Int128.self || type == UInt128.self
    }
}

/// The forms of the types that have been written, looked up once for many values.
struct KnownValueForms {
    private var known: [(type: ObjectIdentifier, form: ValueForm)] = []
    private static let limit = 16

    mutating func form(of type: any Encodable.Type) -> ValueForm {
        let id = ObjectIdentifier(type)
        for entry in known where entry.type == id { return entry.form }
        return newForm(of: type)
    }

    @inline(never)
    private mutating func newForm(of type: any Encodable.Type) -> ValueForm {
        if known.count == Self.limit { known.removeAll(keepingCapacity: true) }
        let form = ValueForm(of: type)
        known.append((ObjectIdentifier(type), form))
        return form
    }
}

/// A type whose keys are column names instead of properties.
protocol NamedValues {}

extension SQLiteRow: NamedValues {}
extension Dictionary: NamedValues where Key == String {}

/// A collection whose order differs between equal values, or a row.
protocol ElementContainer {
    /// The number of elements of an array that belong together and can change places with others; 0 for none.
    static var entryLength: Int { get }
}

extension SQLiteRow: ElementContainer { static var entryLength: Int { 0 } }
extension Set: ElementContainer { static var entryLength: Int { 1 } }
// Keys and values alternate.
extension Dictionary: ElementContainer { static var entryLength: Int { 2 } }
