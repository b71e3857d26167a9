import DataLiteCore

/// What a type is as a whole.
enum ValueForm {
    /// One value.
    case simple
    /// What its keys stand for, or its elements.
    case properties
    /// A row, or a dictionary by name.
    case names

    init(of type: any Encodable.Type) {
        if type is any NamedValues.Type {
            self = .names
        } else {
            self =
                type is any SQLiteBindable.Type || Self.isBigInteger(type) ? .simple : .properties
        }
    }

    private static func isBigInteger(_ type: any Encodable.Type) -> Bool {
        guard #available(macOS 15, iOS 18, *) else { return false }
        return type == Int128.self || type == UInt128.self
    }
}

/// The form of the type that was written last, found out once for many values.
struct KnownValueForm {
    private var type: ObjectIdentifier?
    private var form = ValueForm.properties

    mutating func form(of type: any Encodable.Type) -> ValueForm {
        if self.type != ObjectIdentifier(type) {
            self.type = ObjectIdentifier(type)
            form = ValueForm(of: type)
        }
        return form
    }
}

/// A type whose keys are no properties of a Swift type.
protocol NamedValues {}

extension SQLiteRow: NamedValues {}
extension Dictionary: NamedValues where Key == String {}
