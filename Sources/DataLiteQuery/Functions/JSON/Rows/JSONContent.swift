// Values that are written in JSON as rows are, by their columns, instead of by `Codable`: rows, and arrays and
// dictionaries of rows.

/// An array or a dictionary of rows.
private protocol RowCollection {
    static func rows(fromJSON json: ArraySlice<UInt8>) throws(SQLiteError) -> Self
    func rowsJSON() throws(SQLiteError) -> String
    /// The representation without `Codable`, if there is one.
    static var rowsRepresentation: (any Any.Type)? { get }
}

extension Array: RowCollection where Element: Selection {
    /// The rows of a JSON array of objects.
    ///
    /// - Throws: `SQLITE_MISMATCH` if an element is not a row.
    static func rows(fromJSON json: ArraySlice<UInt8>) throws(SQLiteError) -> [Element] {
        guard let elements = JSONParts.elements(of: json) else {
            throw SQLiteError(
                .mismatch, message: "expected a JSON array, found \(RowJSON.summary(json))")
        }
        var rows: [Element] = []
        rows.reserveCapacity(elements.count)
        for element in elements {
            do {
                rows.append(try Element.row(fromJSON: element))
            } catch {
                throw SQLiteError(
                    .mismatch, message: "row \(rows.count + 1) of the array: \(error.message)")
            }
        }
        return rows
    }

    /// The rows as a JSON array.
    func rowsJSON() throws(SQLiteError) -> String {
        var rows: [String] = []
        for row in self { rows.append(try row.rowJSON()) }
        return "[\(rows.joined(separator: ","))]"
    }

    static var rowsRepresentation: (any Any.Type)? { JSONRows<Element>.self }
}

extension Dictionary: RowCollection where Key == String, Value: Selection {
    /// The rows of a JSON object of objects.
    ///
    /// - Throws: `SQLITE_MISMATCH` if a member is not a row.
    static func rows(fromJSON json: ArraySlice<UInt8>) throws(SQLiteError) -> [String: Value] {
        guard let members = JSONParts.members(of: json) else {
            throw SQLiteError(
                .mismatch, message: "expected a JSON object, found \(RowJSON.summary(json))")
        }
        var rows: [String: Value] = [:]
        for (key, value) in members {
            do {
                rows[key] = try Value.row(fromJSON: value)
            } catch {
                throw SQLiteError(
                    .mismatch, message: "row \"\(MessageText.name(key))\": \(error.message)")
            }
        }
        return rows
    }

    /// The rows as a JSON object with sorted keys.
    func rowsJSON() throws(SQLiteError) -> String {
        var members: [String] = []
        for (key, row) in sorted(by: { $0.key < $1.key }) {
            members.append("\(key.quotedInJSON):\(try row.rowJSON())")
        }
        return "{\(members.joined(separator: ","))}"
    }

    static var rowsRepresentation: (any Any.Type)? { nil }
}

extension Selection {
    fileprivate static var rowRepresentation: any Any.Type { JSONRow<Self>.self }
}

/// JSON that is made of rows, for types that are known only at run time.
enum RowJSON {
    /// A row or rows; `nil` if the type is neither.
    private static func decode<Value>(
        _ type: Value.Type, from json: ArraySlice<UInt8>
    ) throws(SQLiteError) -> Value? {
        if let type = type as? any Selection.Type { return try type.row(fromJSON: json) as? Value }
        guard let type = type as? any RowCollection.Type else { return nil }
        return try type.rows(fromJSON: json) as? Value
    }

    /// A row or an array of rows; `nil` if the value is not its JSON.
    static func attempt<Value>(_ type: Value.Type, from value: SQLiteValue) -> Value? {
        let failure = RowJSONNesting.current.failure
        failure?.message = nil
        guard let json = text(of: value) else { return nil }
        do {
            return try RowJSONNesting.deeper(reading: json) { () throws(SQLiteError) in
                try decode(type, from: json)
            }
        } catch {
            failure?.message = error.message
            return nil
        }
    }

    /// Whether values of a type are rows or arrays of rows.
    static func contains(_ type: any Any.Type) -> Bool {
        type is any Selection.Type || type is any RowCollection.Type
    }

    /// The JSON of a row or an array of rows; `nil` if the value is neither.
    static func encode(_ value: some Any) throws(SQLiteError) -> String? {
        if let row = value as? any Selection {
            return try RowJSONNesting.deeper { () throws(SQLiteError) in try row.rowJSON() }
        }
        guard let rows = value as? any RowCollection else { return nil }
        return try RowJSONNesting.deeper { () throws(SQLiteError) in try rows.rowsJSON() }
    }

    /// The representation of a row or an array of rows; `nil` if the type is neither.
    static func representation(of type: any Any.Type) -> (any Any.Type)? {
        if let type = type as? any Selection.Type { return type.rowRepresentation }
        return (type as? any RowCollection.Type)?.rowsRepresentation
    }

    /// The reason that a value is not the JSON of a row or of an array of rows.
    static func mismatchReason<Value>(of value: SQLiteValue, as type: Value.Type) -> String? {
        if let failure = RowJSONNesting.current.failure { return failure.message }
        guard let json = text(of: value) else { return nil }
        do {
            _ = try RowJSONNesting.deeper(reading: json) { () throws(SQLiteError) in
                try decode(type, from: json)
            }
            return nil
        } catch {
            return error.message
        }
    }

    /// The text of a value that contains JSON; `nil` for a value of another type.
    static func text(of value: SQLiteValue) -> ArraySlice<UInt8>? {
        switch value {
        case .text(let text): Array(text.utf8)[...]
        case .blob(let blob): text(of: Array(blob))
        case .int, .real, .null: nil
        }
    }

    /// The text of bytes that contain JSON text or SQLite's binary form.
    private static func text(of bytes: [UInt8]) -> ArraySlice<UInt8> {
        // Text first: some of it would also be a binary form, but not one that SQLite writes.
        if JSONParts.members(of: bytes[...]) == nil, JSONParts.elements(of: bytes[...]) == nil,
            let text = JSONB.text(of: bytes)
        {
            return Array(text.utf8)[...]
        }
        return bytes[...]
    }

    /// The beginning of JSON, for an error.
    static func summary(_ json: ArraySlice<UInt8>) -> String {
        SQLiteValue.text(String(decoding: json, as: UTF8.self)).summary
    }
}
