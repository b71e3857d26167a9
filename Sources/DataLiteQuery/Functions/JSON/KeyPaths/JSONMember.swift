/// A member of JSON that is stored by the columns of a selection: the root and the result of a key path.
///
/// ```swift
/// @Selection struct Author: Codable { var name = ""; var links: [Link] = [] }
/// @Selection struct Link: Codable { var homepage = "" }
///
/// Profile.select { $0.author.jsonExtract(\.links[0].homepage) }
/// ```
///
/// A member has the name and the form of the column that `@Selection` has generated, so a key path is the same as a
/// path in the JSON, with `@Column("name")` and `@Column(as:)`. An element of an array is optional, because it may be
/// missing, and so are its members.
@dynamicMemberLookup
public struct JSONMember<Value: RowRepresentable>: Sendable {
    let path: JSONPath
    let content: JSONMemberContent

    /// The innermost optional group or element of an array that contains the member, if any.
    let container: JSONPath?

    /// The enum and the name of the member, if it is a case of an enum.
    let enumCase: (path: JSONPath, name: String)?

    /// Creates the member for a path.
    init(
        _ path: JSONPath, _ content: JSONMemberContent, in container: JSONPath? = nil,
        enumCase: (path: JSONPath, name: String)? = nil
    ) {
        self.path = path
        self.content = content
        self.container = container
        self.enumCase = enumCase
    }

    /// The container of the members of this one.
    private var containerOfMembers: JSONPath? {
        Value.isNullable && path != .root ? path : container
    }

    /// The whole JSON of a column.
    init(rootOf type: Value.Type) { self.init(.root, .value(.json, isBlob: false)) }

    fileprivate func member<Columns: _ColumnMembers, Member>(
        _ read: (Columns) -> SQLExpression<Member>
    ) -> JSONMember<Member> {
        if case .failure = content { return JSONMember<Member>(path, content) }
        guard let type = Columns.self as? any ColumnSet.Type,
            let found = type.jsonMember({ columns in (columns as? Columns).map { read($0).node } })
        else { return JSONMember<Member>(path, .failure(.isNoJSONMember)) }
        return JSONMember<Member>(
            path[found.name], found.content, in: containerOfMembers,
            enumCase: found.isCase ? (path, found.name) : nil)
    }
}

/// The content of a member: a value, or the members of a group.
enum JSONMemberContent: Sendable {
    /// - Parameter isBlob: Whether the value is stored as bytes, which JSON contains as hexadecimal digits.
    case value(RowJSONForm, isBlob: Bool)
    case group(any Selection.Type)
    /// A member that has no path.
    case failure(SQLiteError)

    /// The content of a column.
    init(_ column: ColumnDefinition) {
        self = .value(
            column.jsonForm,
            isBlob: column.jsonForm != .json && (column.type == .blob || column.strictType == .any))
    }
}

// MARK: - Members

extension JSONMember where Value._Columns: ColumnSet {
    /// A member of a group, which is a nested object.
    public subscript<Member>(
        dynamicMember member: KeyPath<Value._Columns, SQLExpression<Member>>
    ) -> JSONMember<Member> {
        self.member { (columns: Value._Columns) in columns[keyPath: member] }
    }
}

extension JSONMember where Value: _StoredJSON, Value._JSONContent: Selection {
    /// A member of a row, or of a selection that is stored as JSON.
    public subscript<Member>(
        dynamicMember member: KeyPath<Value._JSONContent.Columns, SQLExpression<Member>>
    ) -> JSONMember<Member> {
        self.member { (columns: Value._JSONContent.Columns) in columns[keyPath: member] }
    }
}

extension JSONMember where Value: _OptionalJSON, Value._JSONContent: Selection {
    /// A member of an optional row, or of an optional selection that is stored as JSON.
    public subscript<Member>(
        dynamicMember member: KeyPath<Value._JSONContent.OuterColumns, SQLExpression<Member>>
    ) -> JSONMember<Member> {
        self.member { (columns: Value._JSONContent.OuterColumns) in columns[keyPath: member] }
    }
}

extension ColumnSet {
    /// The name and the content of the column, or of the group of columns, that a closure reads.
    fileprivate static func jsonMember(
        _ read: (Any) -> SQLNode?
    ) -> (name: String, content: JSONMemberContent, isCase: Bool)? {
        let list = Model.columnDefinitions.list
        // The position of each column in place of its value. No table has the name.
        let marker = "\u{0}position"
        let positions = list.indices.map { SQLNode.column(marker, String($0)) }
        let columns = Self(_row: SQLNode.row(positions))
        guard let node = read(columns), case .column(marker, let position)? = node.elements.first,
            let first = Int(position)
        else { return nil }
        let column = list[first]
        guard let group = column.groupType, let name = column.group else {
            return node.isRow ? nil : (column.name, JSONMemberContent(column), column.isCase)
        }
        // A column of a group that the closure has read inside it.
        guard node.isRow || group.type.columnCount == 1 else { return nil }
        return (name, .group(group.type), column.isCase)
    }
}

extension SQLiteError {
    fileprivate static let isNoJSONMember = SQLiteError.misuse(
        "a computed property of the columns is not a member of the JSON")
}

// MARK: - Elements

extension JSONMember where Value: _JSONSource {
    /// An element of an array of rows, by its index; a negative index counts from the end.
    public subscript<Row: Selection>(index: Int) -> JSONMember<JSONRow<Row>?>
    where Value._JSONContent == [Row] {
        element(path[index], .json)
    }

    /// An element of an array of numbers or strings, by its index; a negative index counts from the end.
    public subscript<Element: JSONScalar>(index: Int) -> JSONMember<Element?>
    where Value._JSONContent == [Element] {
        element(path[index], RowJSONForm(storing: Element.self))
    }

    /// The number or string for a key of a dictionary.
    public subscript<Element: JSONScalar>(key: String) -> JSONMember<Element?>
    where Value._JSONContent == [String: Element] {
        element(path[key], RowJSONForm(storing: Element.self))
    }

    /// The row for a key of a dictionary.
    public subscript<Row: Selection>(key: String) -> JSONMember<JSONRow<Row>?>
    where Value._JSONContent == [String: Row] {
        element(path[key], .json)
    }

    private func element<Element>(
        _ path: JSONPath, _ form: RowJSONForm
    ) -> JSONMember<Element> {
        if case .failure = content { return JSONMember<Element>(path, content) }
        return JSONMember<Element>(path, .value(form, isBlob: false), in: containerOfMembers)
    }
}

// MARK: - Optionals

/// A representation that stores JSON.
public protocol _StoredJSON: _JSONSource {}

/// An optional representation that stores JSON.
public protocol _OptionalJSON: _JSONSource {}

extension JSONRepresentation: _StoredJSON {}
extension JSONRow: _StoredJSON {}
extension JSONRows: _StoredJSON {}
extension Optional: _OptionalJSON where Wrapped: _StoredJSON {}
