import DataLiteSyntax

extension SQLScanner {
    /// The SQL with its parameters replaced by literals, which are found by parameter index. A
    /// parameter without a literal is left unchanged.
    package static func expanded(
        _ sql: String, _ tokens: [SQLToken], _ literals: [String]
    ) -> String {
        var result: [UInt8] = []
        var end = 0
        let utf8 = Array(sql.utf8)
        for (token, index) in numberedParameters(tokens) {
            guard literals.indices.contains(index - 1) else { continue }
            result += utf8[end..<token.range.lowerBound]
            result += literals[index - 1].utf8
            end = token.range.upperBound
        }
        return String(decoding: result + utf8[end...], as: UTF8.self)
    }
}
