public import DataLiteCore
import DataLiteSyntax

/// A statement that is run on a mock: its text and the values of its parameters.
public struct MockCall: Sendable {
    /// The SQL text.
    public let sql: String

    /// The values, from the first parameter on; NULL for one that was not bound.
    public let parameters: [SQLiteValue]

    /// The names, `:` included, or `nil` for a plain `?`.
    public let names: [String?]

    let kind: SQLText.Kind

    /// The value of the parameter with a name, with or without its `:`; `nil` if there is none.
    public subscript(name: String) -> SQLiteValue? {
        index(of: name).map { parameters[$0] }
    }

    func index(of name: String) -> Int? {
        names.firstIndex { $0 == name || $0.map { String($0.dropFirst()) } == name }
    }

    /// `?1` or `:name`.
    func label(_ index: Int) -> String {
        names.indices.contains(index) ? names[index] ?? "?\(index + 1)" : "?\(index + 1)"
    }
}

extension MockCall: CustomStringConvertible {
    /// `UPDATE users SET name = ? WHERE id = :id [?1 'Ada', :id 7]`
    public var description: String {
        guard !parameters.isEmpty else { return sql }
        let list = parameters.indices.map { "\(label($0)) \(parameters[$0].debugDescription)" }
        return "\(sql) [\(list.joined(separator: ", "))]"
    }
}
