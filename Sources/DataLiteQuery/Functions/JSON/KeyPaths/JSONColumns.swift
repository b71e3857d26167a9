/// The members of a selection that is stored as JSON: `$0.author.name` is the same as
/// `$0.author.jsonExtract(\.name)`, and in an update, assigning it is `jsonSet`.
@dynamicMemberLookup
public struct JSONColumns<Value: _JSONSource>: _AssignableMembers {
    /// The JSON; `nil` for members that are assigned.
    private let json: SQLNode?

    public init(_row: Any?) {
        json = (_row as? SQLNode).map { SQLExpression<Value>($0).jsonNode }
    }

    private func value<Member>(of member: JSONMember<Member>) -> SQLExpression<Member> {
        guard let json else {
            return SQLExpression(.fragment(AssignedMember<Value, Member>(member: member)))
        }
        return SQLExpression(member.extraction(from: json))
    }
}

// The key paths begin at the columns. With `JSONMember` as their root, which looks up its members in the same way, the
// compiler would take minutes to report a mistake.

extension JSONColumns where Value: _StoredJSON, Value._JSONContent: Selection {
    /// The value of a member, with its type and its representation; NULL if it is missing.
    public subscript<Member>(
        dynamicMember member: KeyPath<Value._JSONContent.Columns, SQLExpression<Member>>
    ) -> SQLExpression<Member> {
        value(of: JSONMember(rootOf: Value.self)[dynamicMember: member])
    }
}

extension JSONColumns where Value: _OptionalJSON, Value._JSONContent: Selection {
    /// The value of a member of an optional selection, with its type and its representation; NULL if it is missing.
    public subscript<Member>(
        dynamicMember member: KeyPath<Value._JSONContent.OuterColumns, SQLExpression<Member>>
    ) -> SQLExpression<Member> {
        value(of: JSONMember(rootOf: Value.self)[dynamicMember: member])
    }
}

/// A member of JSON that is assigned.
protocol AssignedJSONMember: SQLRenderable {
    /// The JSON with the member set to a value.
    func set(in json: SQLNode, to value: SQLNode) -> SQLNode
}

private struct AssignedMember<Value: _JSONSource, Member: RowRepresentable>: AssignedJSONMember {
    let member: JSONMember<Member>

    func set(in json: SQLNode, to value: SQLNode) -> SQLNode {
        let json = SQLExpression<Value>(json)
        guard let changes = member.changes(from: json.jsonNode, to: value) else {
            return json.changed(.set, member, to: value).node
        }
        return changes.reduce(json) { $0.changed(.set, $1) }.node
    }

    func write(to writer: inout _SQLWriter) {
        writer.fail(misuse: "a member of JSON is not a column of a table")
    }
}

extension JSONRepresentation {
    public typealias _Columns = JSONColumns<Self>
    public typealias _OptionalColumns = JSONColumns<Self?>
}

extension JSONBRepresentation {
    public typealias _Columns = JSONColumns<Self>
    public typealias _OptionalColumns = JSONColumns<Self?>
}

extension JSONRow {
    public typealias _Columns = JSONColumns<Self>
    public typealias _OptionalColumns = JSONColumns<Self?>
}
