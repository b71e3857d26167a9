import Foundation

extension ColumnDefinition {
    /// How the column stores the sample; `nil` if its values are not UUIDs.
    private var uuidForm: SQLiteValue? {
        if let representation = representation as? any ColumnRepresentation.Type {
            return Self.form(representation)
        }
        guard ColumnType.storedType(of: storedValue) is UUID.Type else { return nil }
        return .text(sampleUUID.uuidString)
    }

    /// The sample in the form of a representation; `nil` if it does not represent UUIDs.
    private static func form<Form: ColumnRepresentation>(_ type: Form.Type) -> SQLiteValue? {
        (sampleUUID as? Form.Value).map { Form($0).sqliteValue }
    }

    /// The expression that creates a new UUID for a primary key, in the form in which the column stores UUIDs.
    ///
    /// Only an integer key gets a value from SQLite itself. With this default, a draft can omit a UUID, too.
    /// It is `nil` for other keys, and for those that refer to another table.
    var newKeySQL: String? {
        guard isPrimaryKey, defaultSQL == nil, references == nil, group == nil, let uuidForm else {
            return nil
        }
        switch uuidForm {
        case .text(sampleUUID.uuidString): return randomText
        case .text(sampleUUID.uuidString.lowercased()): return "lower(\(randomText))"
        case .blob(let bytes) where bytes.count == 16: return "randomblob(16)"
        default: return nil
        }
    }
}

/// A UUID whose text differs in upper and lower case.
private let sampleUUID = UUID(
    uuid: (10, 11, 12, 13, 14, 15, 26, 27, 28, 29, 30, 31, 42, 43, 44, 45))

/// A random UUID with the version 4 and the variant of RFC 9562. `hex` returns upper case.
private let randomText = """
    hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) \
    || '-' || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) \
    || '-' || hex(randomblob(6))
    """
