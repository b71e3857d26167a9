import DataLiteCore

/// The overall form of a type: a single value, properties or named columns.
package struct ValueForm {
    package enum Kind {
        /// One value.
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

    private static func isBigInteger(_ type: any Encodable.Type) -> Bool {
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
