public import DataLiteCore

// An array is encoded as one row with the columns `0`, `1` and so on, so inserting it fails for nearly every table.
// These produce a warning where `contentsOf:` is missing. Unavailable declarations would produce no error, because the
// compiler would choose the general ones instead.
@available(
    *, deprecated, message: "an array is one row with the columns 0, 1, ...: add `contentsOf:`"
)
extension ConnectionProtocol {
    /// Inserts the elements of an array as the columns of one row, which are named `0`, `1` and so on. For a row for
    /// each element, call ``insert(contentsOf:into:schema:or:encoder:)``.
    ///
    /// - Throws: The same errors as for any other value.
    @discardableResult
    public func insert<Element: Encodable>(
        _ value: [Element], into table: String, schema: String? = nil,
        encoder: RowEncoder = RowEncoder()
    ) throws -> Int64 {
        try insert(row: value, table, schema, encoder)
    }

    /// Inserts the elements of an array as the columns of one row, which are named `0`, `1` and so on. For a row for
    /// each element, call ``insert(contentsOf:into:schema:or:encoder:)``.
    ///
    /// - Throws: The same errors as for any other value.
    @discardableResult
    public func insert<Element: Encodable>(
        _ value: [Element], into table: String, schema: String? = nil,
        or conflict: ConflictResolution?, encoder: RowEncoder = RowEncoder()
    ) throws -> Int64? {
        try insert(row: value, table, schema, or: conflict, encoder)
    }

    /// Inserts the elements of an array as the columns of one row, which are named `0`, `1` and so on. For a row for
    /// each element, call ``upsert(contentsOf:into:schema:onConflict:_:clearsNil:encoder:)``.
    ///
    /// - Throws: The same errors as for any other value.
    public func upsert<Element: Encodable>(
        _ value: [Element], into table: String, schema: String? = nil,
        onConflict key: String, _ keys: String..., clearsNil: Bool = false,
        encoder: RowEncoder = RowEncoder()
    ) throws {
        let command = InsertSpecification(table, schema, keys: [key] + keys, clearsNil: clearsNil)
        _ = try insert(one: value, command, encoder)
    }
}

extension ConnectionProtocol {
    fileprivate func insert(
        row: some Encodable, _ table: String, _ schema: String?, _ encoder: RowEncoder
    ) throws -> Int64 {
        try insert(row, into: table, schema: schema, encoder: encoder)
    }

    fileprivate func insert(
        row: some Encodable, _ table: String, _ schema: String?, or conflict: ConflictResolution?,
        _ encoder: RowEncoder
    ) throws -> Int64? {
        try insert(row, into: table, schema: schema, or: conflict, encoder: encoder)
    }
}
