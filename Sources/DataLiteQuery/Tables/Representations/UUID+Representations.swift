public import Foundation

// The forms of UUIDs in the files of other programs. Each form reads all of them; comparing needs the right one,
// because SQLite compares bytes.

extension UUID {
    /// TEXT in lower case, as SQLiteData writes UUIDs.
    public typealias LowercasedRepresentation = _UUIDRepresentation<_LowercasedUUID>

    /// TEXT in upper case, as a `UUID` without a representation.
    public typealias UppercasedRepresentation = _UUIDRepresentation<_UppercasedUUID>

    /// A BLOB of 16 bytes, as GRDB writes UUIDs.
    public typealias BytesRepresentation = _UUIDRepresentation<_UUIDBytes>
}

// `@Column(as: UUID?.BytesRepresentation.self)` and `UUID.BytesRepresentation?.self`.
extension UUID? {
    /// TEXT in lower case, or NULL. See `UUID.LowercasedRepresentation`.
    public typealias LowercasedRepresentation = UUID.LowercasedRepresentation?

    /// TEXT in upper case, or NULL. See `UUID.UppercasedRepresentation`.
    public typealias UppercasedRepresentation = UUID.UppercasedRepresentation?

    /// A BLOB of 16 bytes, or NULL. See `UUID.BytesRepresentation`.
    public typealias BytesRepresentation = UUID.BytesRepresentation?
}

// MARK: - The representations

/// A UUID in the form of a column. `UUID` has the names of the forms, such as `UUID.BytesRepresentation`.
public struct _UUIDRepresentation<Form: _UUIDForm>: ColumnRepresentation, ColumnTyped {
    public let value: UUID

    public init(_ value: UUID) { self.value = value }

    /// Reads a UUID in any form: TEXT in upper or lower case, or a BLOB of 16 bytes.
    public init?(_ sqliteValue: SQLiteValue) {
        self.init(SQLiteValueView(sqliteValue))
    }

    /// Reads the bytes where SQLite keeps them.
    public init?(_ view: borrowing SQLiteValueView) {
        guard let value = UUID(view) else { return nil }
        self.value = value
    }

    public static var columnType: ColumnType { Form.form == .blob ? .blob : .text }

    public var sqliteValue: SQLiteValue {
        switch Form.form {
        case .text: .text(value.uuidString)
        case .lowerText: .text(value.uuidString.lowercased())
        case .blob: .blob(withUnsafeBytes(of: value.uuid) { Data($0) })
        }
    }
}

/// A form of UUIDs as a type.
public protocol _UUIDForm {
    /// The form.
    static var form: StoredUUIDForm { get }
}

/// The form of `UUID.LowercasedRepresentation`.
public enum _LowercasedUUID: _UUIDForm {
    public static var form: StoredUUIDForm { .lowerText }
}

/// The form of `UUID.UppercasedRepresentation`.
public enum _UppercasedUUID: _UUIDForm {
    public static var form: StoredUUIDForm { .text }
}

/// The form of `UUID.BytesRepresentation`.
public enum _UUIDBytes: _UUIDForm {
    public static var form: StoredUUIDForm { .blob }
}
