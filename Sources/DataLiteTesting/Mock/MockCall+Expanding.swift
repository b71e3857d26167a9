import DataLiteCore
import DataLiteSyntax

extension MockCall {
    /// The text with the values in place of the parameters.
    var expandedSQL: String {
        guard !parameters.isEmpty else { return sql }
        return SQLText.expanded(sql, parameters.map(\.sqliteLiteral))
    }
}
