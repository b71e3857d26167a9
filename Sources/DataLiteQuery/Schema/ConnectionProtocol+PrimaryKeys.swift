internal import DataLiteCore
#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension ConnectionProtocol {
    /// Replaces integer primary keys of tables by UUIDs, in the form in which the types store them, together with all
    /// references to them.
    ///
    /// ```swift
    /// migrator.add("UUIDs") { db in
    ///     try db.migratePrimaryKeys(tables: Artist.self, Album.self)
    /// }
    /// ```
    ///
    /// See `migratePrimaryKeys(of:in:type:default:key:)`. Migrations run for years: if the types
    /// or their names may change, name the tables instead.
    ///
    /// - Parameters:
    ///   - tables: Types whose keys are UUIDs already, unlike those in the database. Their keys must have the same
    ///     column type.
    ///   - expression: A default in SQL for the key columns: `uuid()`.
    ///   - uuid: A new key for a row, from the name of its table and its old key.
    /// - Throws: `SQLITE_MISUSE` if the types store their keys in columns of different types, or are in different
    ///   schemas; the errors of the other method.
    public func migratePrimaryKeys<each Model: PrimaryKeyedTable>(
        tables: repeat (each Model).Type, default expression: String? = nil,
        uuid: (_ table: String, _ old: Int64) throws -> UUID = { _, _ in UUID() }
    ) throws where repeat (each Model).PrimaryKey: _UUIDKey {
        var forms = UUIDKeyForms()
        repeat forms.add((each tables))
        let (schemas, types) = (Set(forms.schemas), Set(forms.types))
        guard schemas.count <= 1, types.count <= 1 else {
            throw SQLiteError(
                .misuse,
                message: "the tables have keys of different types, or are in different schemas")
        }
        try migratePrimaryKeys(
            of: forms.names, in: schemas.first ?? "main", type: types.first ?? "TEXT",
            default: expression
        ) { table, old in
            forms.value(of: try uuid(table, old), in: table)
        }
    }
}

/// A primary key that is a UUID.
public protocol _UUIDKey {
    init(_uuid uuid: UUID)
}

extension UUID: _UUIDKey {
    public init(_uuid uuid: UUID) { self = uuid }
}

/// How tables store their keys.
private struct UUIDKeyForms {
    var names: [String] = []
    var schemas: [String] = []
    var types: [String] = []
    private var encoders: [(UUID) -> SQLiteValue?] = []

    mutating func add<Model: PrimaryKeyedTable>(_ model: Model.Type)
    where Model.PrimaryKey: _UUIDKey {
        let definition = Model.tableDefinition
        names.append(definition.name)
        schemas.append(definition.schema ?? "main")
        types += definition.columns.list.filter(\.isPrimaryKey).map(\.type.rawValue)
        encoders.append { uuid in
            var writer = RowWriter()
            writer.append(Model.storedKey(Model.PrimaryKey(_uuid: uuid)))
            return writer.values.first
        }
    }

    func value(of uuid: UUID, in table: String) -> SQLiteValue {
        let position = SQLName.position(of: table, in: names)
        return position.flatMap { encoders[$0](uuid) } ?? .text(uuid.uuidString)
    }
}
