import DataLiteQuery
import DataLiteSyntax

/// A statement that is run on a mock: its text and the values of its parameters.
public struct MockCall: Sendable {
    let text: StatementText

    /// The values, starting with the first parameter; NULL for a parameter that was not bound.
    public let parameters: [SQLiteValue]

    /// The parameter names including the `:`; `nil` for a plain `?`.
    public let names: [String?]

    init(_ text: StatementText, parameters: [SQLiteValue], names: [String?]? = nil) {
        self.text = text
        self.parameters = parameters
        self.names = names ?? text.parameterNames
    }

    /// The SQL text.
    public var sql: String { text.sql }

    /// The value of the parameter with a name, with or without its `:`; `nil` if there is no such
    /// parameter. An exact match takes precedence over a match that ignores case.
    public subscript(name: String) -> SQLiteValue? {
        index(of: name).map { parameters[$0] }
    }

    func index(of name: String) -> Int? {
        func isNamed(_ parameter: String?, by equal: (String, String) -> Bool) -> Bool {
            guard let parameter else { return false }
            return equal(parameter, name) || equal(String(parameter.dropFirst()), name)
        }
        return names.firstIndex { isNamed($0, by: SQLName.same) }
            ?? names.firstIndex { isNamed($0, by: SQLName.matches) }
    }

    /// `?1` or `:name`.
    func label(_ index: Int) -> String {
        names.indices.contains(index) ? names[index] ?? "?\(index + 1)" : "?\(index + 1)"
    }

    /// The call for a message: ``description``, truncated if it is long.
    var summary: String {
        guard !parameters.isEmpty else { return MessageText.sql(sql) }
        let list = MessageText.list(parameters.indices) {
            "\(MessageText.name(label($0))) \(parameters[$0].debugDescription)"
        }
        return "\(MessageText.sql(sql)) [\(list)]"
    }

    /// The text with the values in place of the parameters.
    var expandedSQL: String {
        guard !parameters.isEmpty else { return sql }
        return SQLScanner.expanded(sql, text.tokens, parameters.map(\.sqliteLiteral))
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
