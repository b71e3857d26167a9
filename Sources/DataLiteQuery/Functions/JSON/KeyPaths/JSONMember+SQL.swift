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
