extension SQLText {
    /// The text with a literal in place of each parameter, by the parameter's index; a parameter
    /// without one stays.
    package static func expanded(_ sql: String, _ literals: [String]) -> String {
        let names = parameters(sql)
        var largest = 0
        var result: [UInt8] = []
        var end = 0
        let utf8 = Array(sql.utf8)
        for token in SQLTokens(sql) where token.kind == .parameter {
            let index = index(of: token.text, names: names, largest: largest)
            largest = max(largest, index)
            guard literals.indices.contains(index - 1) else { continue }
            result += utf8[end..<token.range.lowerBound]
            result += literals[index - 1].utf8
            end = token.range.upperBound
        }
        return String(decoding: result + utf8[end...], as: UTF8.self)
    }

    private static func index(of token: String, names: [String?], largest: Int) -> Int {
        if token == "?" { return largest + 1 }
        if token.first == "?", let number = Int(token.dropFirst()) { return number }
        return names.firstIndex(of: token).map { $0 + 1 } ?? largest + 1
    }
}
