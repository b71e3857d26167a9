// The JSON object of a row. Its keys are the names of the columns, without those that are `nil`, as `Codable` writes
// them; a group is a nested object. A type nests groups to a fixed depth; the depth of rows in rows is limited, see
// `RowJSONNesting`.

extension Selection {
    /// The row of a JSON object.
    ///
    /// - Throws: `SQLITE_MISMATCH` if a member has the wrong type, or is missing and not optional.
    static func row(fromJSON json: ArraySlice<UInt8>) throws(SQLiteError) -> Self {
        var members = RowJSONMembers()
        try members.append(json, of: columnDefinitions, prefix: "")
        let values = NamedValues(names: members.names, values: members.values)
        var reader = RowReader(arguments: values, from: 0)
        return try Self(row: &reader)
    }

    /// The row as a JSON object.
    ///
    /// - Throws: `SQLiteError` if a column cannot be encoded.
    func rowJSON() throws(SQLiteError) -> String {
        var writer = RowWriter()
        encode(to: &writer)
        if let error = writer.error { throw error }
        try SQLiteError.requireStorable(writer.values)
        return Self.columnDefinitions.json(of: writer.values[...])
    }
}

extension ColumnDefinitions {
    /// The JSON object of stored values.
    fileprivate func json(of values: ArraySlice<SQLiteValue>) -> String {
        let members = properties.compactMap { name, columns -> String? in
            let first = list[columns.lowerBound]
            let values = values.dropFirst(columns.lowerBound).prefix(columns.count)
            let group = first.groupType
            if group?.isNullable ?? true, values.allSatisfy(\.isNull) { return nil }
            let json =
                group?.type.columnDefinitions.json(of: values)
                ?? first.jsonForm.json(of: values.first ?? .null)
            return "\(name.quotedInJSON):\(json)"
        }
        return "{\(members.joined(separator: ","))}"
    }

    /// The call of `json_object` for expressions of the columns. A `nil` from Swift has no key; an expression that is
    /// NULL in SQL is `null`.
    ///
    /// A function has at most 127 arguments in older libraries, so further members are inserted.
    func jsonObject(_ nodes: ArraySlice<SQLNode>) -> SQLNode {
        let members = properties.compactMap { name, columns in
            jsonMember(columns, nodes).map { (name: name, value: $0) }
        }
        let limit = 50
        var object = SQLNode.call(
            "json_object", since: 3_038_000,
            members.prefix(limit).flatMap { [.parameter(.text($0.name)), $0.value] })
        for start in stride(from: limit, to: members.count, by: limit) {
            let part = members[start..<Swift.min(start + limit, members.count)]
            object = .call(
                "json_insert", since: 3_038_000,
                [object] + part.flatMap { [JSONPath.root[$0.name].node, $0.value] })
        }
        return object
    }

    private func jsonMember(_ columns: Range<Int>, _ nodes: ArraySlice<SQLNode>) -> SQLNode? {
        let first = list[columns.lowerBound]
        let start = nodes.startIndex
        let nodes = nodes[start + columns.lowerBound..<start + columns.upperBound]
        if first.groupType?.isNullable ?? true, nodes.areKnownNull { return nil }
        guard let group = first.groupType else {
            return first.jsonForm.argument(nodes[nodes.startIndex])
        }
        let object = group.type.columnDefinitions.jsonObject(nodes)
        return group.isNullable ? object.unlessNull(.row(Array(nodes))) : object
    }
}

extension SQLNode {
    /// The expression, or NULL if another expression is NULL.
    func unlessNull(_ other: SQLNode) -> SQLNode {
        .call("iif", [.binary(other.presence, .is, .null), .null, self])
    }
}

/// The values of a JSON object in the order of the columns.
private struct RowJSONMembers {
    var names: [String] = []
    var values: [SQLiteValue] = []

    mutating func append(
        _ json: ArraySlice<UInt8>, of definitions: ColumnDefinitions, prefix: String
    ) throws(SQLiteError) {
        guard let members = JSONParts.members(of: json) else {
            let place = prefix.isEmpty ? "" : "member \"\(prefix.dropLast())\": "
            throw SQLiteError(
                .mismatch,
                message: "\(place)expected a JSON object, found \(RowJSON.summary(json))")
        }
        for (index, (name, columns)) in definitions.properties.enumerated() {
            let isNext = index < members.count && members[index].key == name
            let member = isNext ? members[index] : members.first { $0.key == name }
            try append(member?.value, definitions.list[columns], prefix + name)
        }
    }

    /// Appends the values of a property.
    private mutating func append(
        _ json: ArraySlice<UInt8>?, _ columns: ArraySlice<ColumnDefinition>, _ name: String
    ) throws(SQLiteError) {
        guard let first = columns.first else { return }
        let isNull = json?.elementsEqual("null".utf8) ?? true
        guard let group = first.groupType else {
            names.append(name)
            guard let json else { return values.append(.null) }
            guard let value = first.jsonForm.value(of: json, isNullable: first.isNullable) else {
                let type = first.jsonForm == .json ? "JSON" : "\(first.storedValue)"
                throw SQLiteError(
                    .mismatch,
                    message:
                        "member \"\(name)\": expected \(type), found \(RowJSON.summary(json))")
            }
            values.append(value)
            return
        }
        if let json, !isNull {
            return try append(json, of: group.type.columnDefinitions, prefix: name + ".")
        }
        for column in columns {
            names.append("\(name).\(column.name)")
            values.append(.null)
        }
    }
}

/// How deep a row is nested in the JSON of others: a row can contain rows of its own type, so the JSON decides.
struct RowJSONNesting: Sendable {
    /// The reason of the latest failure inside the outermost row, so that no level has to decode its content again to
    /// explain the failure: that would double the time with each level.
    ///
    /// SAFETY: only the call of `deeper` that created the object and the calls inside it use it, on one thread.
    final class Failure: @unchecked Sendable {
        var message: String?
    }

    private var depth = 0

    /// `nil` outside of a row.
    private(set) var failure: Failure?

    @TaskLocal static var current = RowJSONNesting()

    /// The maximum number of rows in each other, for which every thread has enough stack memory.
    private static var limit: Int { 32 }

    /// The maximum number of arrays and objects in each other. SQLite's functions accept 1,000 or 2,000.
    private static var bracketLimit: Int { 2000 }

    /// Reads or writes the JSON of a row or of an array of rows.
    ///
    /// - Parameter json: The JSON to read.
    /// - Throws: The error of the closure; `SQLITE_MISMATCH` if the row is nested in too many others.
    static func deeper<R>(
        reading json: ArraySlice<UInt8> = [], _ body: () throws(SQLiteError) -> R
    ) throws(SQLiteError) -> R {
        var nesting = current
        nesting.depth += 1
        if nesting.failure == nil {
            nesting.failure = Failure()
            guard depth(of: json) <= bracketLimit else { throw .nestedRows }
        }
        guard nesting.depth <= limit else { throw .nestedRows }
        return try $current.withValue(nesting) {
            Result { () throws(SQLiteError) in try body() }
        }.get()
    }

    /// The number of arrays and objects in each other.
    private static func depth(of json: ArraySlice<UInt8>) -> Int {
        var (depth, deepest) = (0, 0)
        var isString = false
        var isEscaped = false
        for byte in json {
            if isString {
                if byte == UInt8(ascii: "\""), !isEscaped { isString = false }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): (isString, isEscaped) = (true, false)
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return deepest
    }
}

extension SQLiteError {
    fileprivate static var nestedRows: SQLiteError {
        SQLiteError(.mismatch, message: "a row is nested in more than 32 others")
    }
}
