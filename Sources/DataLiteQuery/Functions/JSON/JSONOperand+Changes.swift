public import Foundation

// Functions that change JSON. In an update the result is assigned to the column:
//
//     Reminder.find(1).update { $0.tags = $0.tags.jsonInsert((.root.end, "new")) }
//
// Pairs of a path and a value are applied from left to right.

extension JSONOperand {
    /// The JSON with values added at paths where no value exists; existing values are kept.
    public func jsonInsert(_ values: (JSONPath, any _JSONArgument)...) -> Self {
        changed(.insert, values)
    }

    /// The JSON with existing values replaced; nothing is added.
    public func jsonReplace(_ values: (JSONPath, any _JSONArgument)...) -> Self {
        changed(.replace, values)
    }

    /// The JSON with values added or replaced.
    public func jsonSet(_ values: (JSONPath, any _JSONArgument)...) -> Self {
        changed(.set, values)
    }

    /// The JSON with values inserted into arrays, before the elements at paths such as `$.steps[0]`. It requires SQLite
    /// 3.53.
    public func jsonArrayInsert(_ values: (JSONPath, any _JSONArgument)...) -> Self {
        changed(.arrayInsert, values)
    }

    /// The JSON without the values at paths.
    public func jsonRemove(_ paths: JSONPath...) -> Self {
        changed(.remove, paths.map(\.node))
    }

    /// The JSON changed by a merge patch (RFC 7396): the keys of an object are added or replaced, and removed if their
    /// value in the patch is `null`.
    public func jsonPatch(_ patch: some JSONOperand) -> Self {
        changed(.patch, [patch.jsonNode])
    }

    /// The JSON changed by the members of a dictionary: `jsonPatch(["minutes": 20])`.
    public func jsonPatch(_ patch: [String: some Codable & Sendable]) -> Self {
        changed(.patch, [SQLNode(binding: JSONRepresentation(patch))])
    }

    /// The JSON changed by JSON text: `jsonPatch(#"{"minutes":20}"#)`.
    public func jsonPatch(_ patch: String) -> Self { changed(.patch, [SQLNode(binding: patch)]) }

    private func changed(
        _ change: JSONChange, _ values: [(JSONPath, any _JSONArgument)]
    ) -> Self { changed(change, values.jsonArguments) }

    /// The call of a function that changes JSON. The binary form of JSON stays binary.
    ///
    /// If this is a call of the same function for members that are independent of the new ones, it gets the arguments,
    /// too. Otherwise it is nested: before 3.45, SQLite does not find what an earlier argument of one call has added.
    func changed(_ change: JSONChange, _ arguments: [SQLNode]) -> Self {
        let isBinary = _Source.self is any StoresJSONB.Type
        let function = isBinary ? change.binary : change.text
        if change == .patch, let row = _Source._JSONContent.self as? any Selection.Type,
            row.columnDefinitions.areCases
        {
            return Self(_json: SQLExpression(.failure(.patchesEnum)))
        }
        if change != .patch, var call = _json.node.fragment as? FunctionCall,
            case .builtIn(let name) = call.name, "\(name)" == "\(function)",
            call.arguments.count + arguments.count <= 100,
            change.paths(in: call.arguments.dropFirst() + arguments).areIndependent
        {
            call.arguments += arguments
            return Self(_json: SQLExpression(.fragment(call)))
        }
        return Self(
            _json: jsonCall(function, since: change.version(isBinary: isBinary), arguments))
    }

    // Functions that return SQLite's binary form, which it reads faster than text:
    // <https://sqlite.org/json1.html#jsonb>. They require SQLite 3.45.

    // MARK: - Binary JSON

    /// The JSON in SQLite's binary form.
    public func jsonb() -> SQLExpression<Data?> { binary("jsonb") }

    /// The value at a path; an array or object is in SQLite's binary form.
    public func jsonbExtract(_ path: JSONPath) -> SQLExpression<SQLiteValue> {
        binary("jsonb_extract", [path.node])
    }

    /// The binary form of the JSON with values added at paths where no value exists; existing
    /// values are kept.
    public func jsonbInsert(_ values: (JSONPath, any _JSONArgument)...) -> SQLExpression<Data?> {
        binary("jsonb_insert", values.jsonArguments)
    }

    /// The binary form of the JSON with existing values replaced; nothing is added.
    public func jsonbReplace(_ values: (JSONPath, any _JSONArgument)...) -> SQLExpression<Data?> {
        binary("jsonb_replace", values.jsonArguments)
    }

    /// The binary form of the JSON with values added or replaced.
    public func jsonbSet(_ values: (JSONPath, any _JSONArgument)...) -> SQLExpression<Data?> {
        binary("jsonb_set", values.jsonArguments)
    }

    /// The binary form of the JSON with values inserted into arrays, before the elements at paths. It requires SQLite 3.53.
    public func jsonbArrayInsert(
        _ values: (JSONPath, any _JSONArgument)...
    ) -> SQLExpression<Data?> {
        jsonCall("jsonb_array_insert", since: 3_053_000, values.jsonArguments)
    }

    /// The binary form of the JSON without the values at paths.
    public func jsonbRemove(_ paths: JSONPath...) -> SQLExpression<Data?> {
        binary("jsonb_remove", paths.map(\.node))
    }

    /// The binary form of the JSON changed by a merge patch (RFC 7396).
    public func jsonbPatch(_ patch: some JSONOperand) -> SQLExpression<Data?> {
        binary("jsonb_patch", [patch.jsonNode])
    }

    private func binary<Result>(
        _ name: StaticString, _ arguments: [SQLNode] = []
    ) -> SQLExpression<Result> {
        jsonCall(name, since: 3_045_000, arguments)
    }
}

extension SQLiteError {
    fileprivate static let patchesEnum = SQLiteError.misuse(
        "a patch of an enum would add a case to another one: use jsonSet with a key path")
}

/// A function that changes JSON.
enum JSONChange {
    case insert, replace, set, remove, patch, arrayInsert

    /// The function that returns text.
    var text: StaticString {
        switch self {
        case .insert: "json_insert"
        case .replace: "json_replace"
        case .set: "json_set"
        case .remove: "json_remove"
        case .patch: "json_patch"
        case .arrayInsert: "json_array_insert"
        }
    }

    /// The function that returns the binary form.
    var binary: StaticString {
        switch self {
        case .insert: "jsonb_insert"
        case .replace: "jsonb_replace"
        case .set: "jsonb_set"
        case .remove: "jsonb_remove"
        case .patch: "jsonb_patch"
        case .arrayInsert: "jsonb_array_insert"
        }
    }

    /// The version of SQLite that introduced the function.
    func version(isBinary: Bool) -> Int32 {
        self == .arrayInsert ? 3_053_000 : isBinary ? 3_045_000 : 3_038_000
    }

    /// The paths in the arguments after the JSON.
    fileprivate func paths(in arguments: ArraySlice<SQLNode>) -> [SQLNode] {
        guard self != .remove else { return Array(arguments) }
        return arguments.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    }
}

extension [SQLNode] {
    /// Whether the nodes are paths of object members, and none of them contains another.
    fileprivate var areIndependent: Bool {
        var texts: [String] = []
        for node in self {
            guard case .parameter(.text(let text)) = node, !text.utf8.contains(UInt8(ascii: "[")),
                !texts.contains(where: { text.hasPrefix($0) || $0.hasPrefix(text) })
            else { return false }
            texts.append(text)
        }
        return true
    }
}

extension [(JSONPath, any _JSONArgument)] {
    fileprivate var jsonArguments: [SQLNode] {
        flatMap { path, value in [path.node, value.jsonArgumentNode] }
    }
}
