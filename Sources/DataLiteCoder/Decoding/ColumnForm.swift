import DataLiteCore
import Foundation

/// The way a type is read from a column.
enum ColumnForm {
    case date
    case double
    case bigInteger
    case representable(any SQLiteRepresentable.Type)
    /// Read by the type's own `init(from:)`, which requests a single value or JSON text.
    case singleValue
    /// A dictionary, read from JSON text by the `JSONDecoder` itself, which keeps its keys. The dictionary's own
    /// `init(from:)` would apply the key strategy to them.
    case json

    init(of type: any Decodable.Type, _ coder: SQLiteCoder) {
        // An optional is representable if its type is, but ignores the coder.
        if let wrapped = (type as? any OptionalProtocol.Type)?.wrapped as? any Decodable.Type,
            !ColumnForm(of: wrapped, coder).isRepresentable
        {
            self = .singleValue
        } else if type == Date.self {
            self = .date
        } else if type == Double.self || type == Float.self, case .text = coder.nonConformingFloats
        {
            self = .double
        } else if Self.isBigInteger(type) {
            self = .bigInteger
        } else if type != SQLiteRow.self, let type = type as? any SQLiteRepresentable.Type {
            self = .representable(type)
        } else {
            self = .singleValue
        }
    }

    private var isRepresentable: Bool {
        if case .representable = self { true } else { false }
    }

    private static func isBigInteger(_ type: any Decodable.Type) -> Bool {
        guard #available(macOS 15, iOS 18, *) else { return false }
        return type == Int128.self || type == UInt128.self
    }
}

/// The form of the type that was last read from a column. It is looked up once per statement.
struct KnownForm {
    private var type: ObjectIdentifier?
    private var form = ColumnForm.singleValue

    init() {}

    init(_ form: ColumnForm, of type: any Decodable.Type) { set(form, of: type) }

    /// The form, if it is stored for this type.
    @inline(__always)
    func form(of type: any Decodable.Type) -> ColumnForm? {
        self.type == ObjectIdentifier(type) ? form : nil
    }

    mutating func set(_ form: ColumnForm, of type: any Decodable.Type) {
        self.type = ObjectIdentifier(type)
        self.form = form
    }
}

/// Thrown if a type needs more than one value and the column is not JSON.
enum NeedsJSON: Error {
    case structure
}
