public import Foundation

// The forms of UUIDs in the files of other programs. Each form reads all of them; comparing needs the right one,
// because SQLite compares bytes.

extension UUID {
    /// TEXT in lower case, as SQLiteData writes UUIDs.
    public struct LowercasedRepresentation: ColumnRepresentation, ColumnTyped {
        public let value: UUID

        public init(_ value: UUID) { self.value = value }

        public static var columnType: ColumnType { .text }

        public var sqliteValue: SQLiteValue { .text(value.uuidString.lowercased()) }
    }

    /// TEXT in upper case, as a `UUID` without a representation.
    public struct UppercasedRepresentation: ColumnRepresentation, ColumnTyped {
        public let value: UUID

        public init(_ value: UUID) { self.value = value }

        public static var columnType: ColumnType { .text }

        public var sqliteValue: SQLiteValue { .text(value.uuidString) }
    }

    /// A BLOB of 16 bytes, as GRDB writes UUIDs.
    public struct BytesRepresentation: ColumnRepresentation, ColumnTyped {
        public let value: UUID

        public init(_ value: UUID) { self.value = value }

        public static var columnType: ColumnType { .blob }

        public var sqliteValue: SQLiteValue {
            .blob(withUnsafeBytes(of: value.uuid) { Data($0) })
        }
    }
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

extension ColumnRepresentation where Value == UUID {
    /// Reads a UUID in any form: TEXT in upper or lower case, or a BLOB of 16 bytes.
    public init?(_ sqliteValue: SQLiteValue) {
        self.init(SQLiteValueView(sqliteValue))
    }

    /// Reads the bytes where SQLite keeps them.
    public init?(_ view: borrowing SQLiteValueView) {
        guard let value = UUID(view) else { return nil }
        self.init(value)
    }
}
