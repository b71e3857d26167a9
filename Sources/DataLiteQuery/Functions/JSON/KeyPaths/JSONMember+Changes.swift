extension JSONMember {
    /// The value of the member in JSON.
    func extraction(from json: SQLNode) -> SQLNode {
        switch content {
        case .failure(let error): .failure(error)
        case .group(let group): group.columnDefinitions.extraction(from: json, path)
        case .value(let form, let isBlob):
            .jsonValue(of: json, path, form, isBlob: isBlob, isNullable: Value.isNullable)
        }
    }

    /// A value as the argument of a function that writes the member.
    func argument(_ value: SQLNode) -> SQLNode {
        switch content {
        case .failure(let error): return .failure(error)
        case .value(let form, _): return form.argument(value)
        case .group(let group):
            if case .null = value { return .null }
            let nodes = value.elements
            guard nodes.count == group.columnCount else { return .failure(.isNoRow(group)) }
            let object = group.columnDefinitions.jsonObject(nodes[...])
            return Value.isNullable ? object.unlessNull(value) : object
        }
    }

    /// The path as an argument.
    var pathNode: SQLNode {
        if case .failure(let error) = content { return .failure(error) }
        return path.node
    }
}

extension ColumnDefinitions {
    /// The values of the members of an object, as a row value.
    fileprivate func extraction(from json: SQLNode, _ path: JSONPath) -> SQLNode {
        .row(
            properties.flatMap { name, columns -> [SQLNode] in
                let column = list[columns.lowerBound]
                if let group = column.groupType {
                    return group.type.columnDefinitions
                        .extraction(from: json, path[name]).elements
                }
                guard case .value(let form, let isBlob) = JSONMemberContent(column) else {
                    return []
                }
                return [
                    .jsonValue(
                        of: json, path[name], form, isBlob: isBlob, isNullable: column.isNullable)
                ]
            })
    }
}

extension SQLNode {
    /// The value at a path, in the form in which a column would store it.
    fileprivate static func jsonValue(
        of json: SQLNode, _ path: JSONPath, _ form: RowJSONForm, isBlob: Bool, isNullable: Bool
    ) -> SQLNode {
        var extraction = JSONExtraction(base: json, path: path, isText: form == .string)
        if form == .json {
            extraction.isJSON = true
            let node = SQLNode.fragment(extraction)
            return isNullable ? .call("nullif", [node, .parameter(.text("null"))]) : node
        }
        let node = SQLNode.fragment(extraction)
        guard isBlob else { return node }
        extraction = JSONExtraction(base: json, path: path["hex"])
        return .fragment(
            JSONBlob(type: .call("json_type", [json, path.node]), node, .fragment(extraction)))
    }
}

/// A value that is `{"hex":"00FF"}` if it is a BLOB.
private struct JSONBlob: SQLRenderable {
    let type: SQLNode
    let value: SQLNode
    let digits: SQLNode

    init(type: SQLNode, _ value: SQLNode, _ digits: SQLNode) {
        (self.type, self.value, self.digits) = (type, value, digits)
    }

    func write(to writer: inout _SQLWriter) {
        writer.require(.function("unhex", since: 3_041_000))
        writer.write("CASE ")
        writer.write(type)
        writer.write(" WHEN 'object' THEN unhex(")
        writer.write(digits)
        writer.write(") ELSE ")
        writer.write(value)
        writer.write(" END")
    }
}

/// JSON with a value appended to an array that may be `null` or missing, in which case it becomes an array first.
struct JSONOptionalAppend: SQLRenderable {
    let base: SQLNode
    let array: SQLNode
    let end: SQLNode
    let value: SQLNode
    /// The group or the element that must exist.
    let container: SQLNode?
    let isBinary: Bool

    func write(to writer: inout _SQLWriter) {
        if isBinary { writer.require(.function("jsonb_insert", since: 3_045_000)) }
        // The JSON has a name, so that it is computed once.
        let name = #""datalite:json""#
        let prefix = isBinary ? "jsonb" : "json"
        writer.write(raw: "(SELECT \(prefix)_insert(\(prefix)_set(\(name), ")
        writer.write(contained(array))
        writer.write(raw: ", iif(json_type(\(name), ")
        writer.write(array)
        writer.write(raw: ") IS 'array', json(\(name) -> ")
        writer.write(array)
        writer.write("), json('[]'))), ")
        writer.write(contained(end))
        writer.write(", ")
        writer.write(value)
        writer.write(") FROM (SELECT ")
        writer.write(base)
        writer.write(raw: " AS \(name)))")
    }

    private func contained(_ path: SQLNode) -> SQLNode {
        guard let container else { return path }
        let json = SQLNode.column("", "datalite:json")
        return .fragment(ContainedPath(json: json, path: path, container: container))
    }
}

// A member of an optional group, or of an element of an array, is changed only if the group or the element exists.
// SQLite would add it with this member alone, and the row could not be decoded. A case of an enum replaces the others.

/// A path of JSON and the value that it gets.
struct JSONMemberChange {
    let path: SQLNode
    let value: SQLNode
    /// The group or the element that must exist.
    let container: JSONPath?
}

extension SQLExpression where Value: _JSONSource {
    /// The JSON with a member added or replaced.
    func changed<Member>(
        _ change: JSONChange, _ member: JSONMember<Member>, to value: SQLNode
    ) -> Self {
        member.change(change, to: value).map { changed(change, $0) } ?? self
    }

    func changed(_ change: JSONChange, _ member: JSONMemberChange) -> Self {
        guard let container = member.container else {
            return changed(change, [member.path, member.value])
        }
        let contained = JSONContainedChange(
            base: jsonNode, change: change, member: member, container: container.node,
            isBinary: Value.self is any StoresJSONB.Type)
        return Self(_json: SQLExpression(.fragment(contained)))
    }
}

extension JSONMember {
    /// The change that sets the member. A case of an enum replaces the other case, or, with `jsonReplace`, only itself.
    ///
    /// - Returns: `nil` for a case that is set to NULL, which leaves the other cases alone, as in an update of columns.
    fileprivate func change(_ change: JSONChange, to value: SQLNode) -> JSONMemberChange? {
        guard let (enumPath, name) = enumCase else {
            return JSONMemberChange(path: pathNode, value: argument(value), container: container)
        }
        if value.elements.areKnownNull { return nil }
        let value = value.isRow ? value : ComputedOnce.node(value, assignedTo: [name])
        let isReplaced = change == .replace
        let target = (isReplaced ? path : enumPath).node
        let isNull = SQLNode.areNull(value.elements)
        let argument = argument(value)
        return JSONMemberChange(
            path: isNull.map { .call("iif", [$0, .null, target]) } ?? target,
            value: isReplaced
                ? argument
                : .call("json_object", since: 3_038_000, [.parameter(.text(name)), argument]),
            container: isReplaced ? path : container)
    }

    /// The path of a member that is removed.
    var removedPathNode: SQLNode {
        guard enumCase != nil else { return pathNode }
        return .failure(
            SQLiteError.misuse("an enum without a case could not be read: set another case"))
    }

    /// The changes for an optional group whose members are assigned in part, such as `$0.author.address.city`.
    ///
    /// - Parameter json: The JSON before the assignment.
    /// - Returns: `nil` if all members of the group are assigned.
    func changes(from json: SQLNode, to value: SQLNode) -> [JSONMemberChange]? {
        guard case .group(let group) = content, Value.isNullable, value.isRow else { return nil }
        let (old, new) = (extraction(from: json).elements, value.elements)
        guard old.count == new.count else { return nil }
        let isChanged = zip(old, new).map { !$0.hasSameSQL(as: $1) }
        guard isChanged.contains(false) else { return nil }
        return group.columnDefinitions.changes(to: new[...], isChanged[...], in: path)
    }
}

extension ColumnDefinitions {
    /// The changes of the members of an object.
    fileprivate func changes(
        to values: ArraySlice<SQLNode>, _ isChanged: ArraySlice<Bool>, in path: JSONPath
    ) -> [JSONMemberChange] {
        properties.flatMap { name, columns -> [JSONMemberChange] in
            let positions =
                values.startIndex + columns.lowerBound..<values.startIndex + columns.upperBound
            let column = list[columns.lowerBound]
            if let group = column.groupType {
                return group.type.columnDefinitions.changes(
                    to: values[positions], isChanged[positions], in: path[name])
            }
            let position = positions.lowerBound
            guard isChanged[position], case .value(let form, _) = JSONMemberContent(column) else {
                return []
            }
            return [
                JSONMemberChange(
                    path: path[name].node, value: form.argument(values[position]), container: path)
            ]
        }
    }
}

extension SQLNode {
    /// Whether two expressions have the same SQL and the same parameters.
    fileprivate func hasSameSQL(as other: SQLNode) -> Bool {
        renderingResult == other.renderingResult
    }
}

/// A change of JSON that does nothing if a container is missing or `null`: a path that is NULL is ignored.
private struct JSONContainedChange: SQLRenderable {
    let base: SQLNode
    let change: JSONChange
    let member: JSONMemberChange
    let container: SQLNode
    let isBinary: Bool

    func write(to writer: inout _SQLWriter) {
        if isBinary { writer.require(.function(change.binary, since: 3_045_000)) }
        if case .column = base { return writeCall(of: base, to: &writer) }
        // The JSON has a name, so that it is computed once.
        let name = SQLNode.column("", "datalite:json")
        writer.write("(SELECT ")
        writeCall(of: name, to: &writer)
        writer.write(" FROM (SELECT ")
        writer.write(base)
        writer.write(#" AS "datalite:json"))"#)
    }

    private func writeCall(of json: SQLNode, to writer: inout _SQLWriter) {
        writer.write(raw: "\(isBinary ? change.binary : change.text)(")
        writer.write(json)
        writer.write(", ")
        writer.write(ContainedPath(json: json, path: member.path, container: container))
        writer.write(", ")
        writer.write(member.value)
        writer.write(")")
    }
}

/// A path, or NULL if a container is missing or `null`.
struct ContainedPath: SQLRenderable {
    let json: SQLNode
    let path: SQLNode
    let container: SQLNode

    func write(to writer: inout _SQLWriter) {
        writer.write("CASE WHEN json_type(")
        writer.write(json)
        writer.write(", ")
        writer.write(container)
        writer.write(") <> 'null' THEN ")
        writer.write(path)
        writer.write(" END")
    }
}
