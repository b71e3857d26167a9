extension SQLScanner {
    /// The names of a statement's parameters, as `sqlite3_bind_parameter_name` returns them:
    /// index 1 first, `nil` for a plain `?` and for unused numbers.
    ///
    /// A plain `?` and a new name get the number after the largest so far, `?5` gets the number 5,
    /// and a name that was used before keeps its number (<https://sqlite.org/lang_expr.html>,
    /// section 4).
    package static func parameters(_ sql: String) -> [String?] {
        parameters(Array(SQLTokens(sql)))
    }

    /// The names of the parameters among these tokens, as in ``parameters(_:)-(String)``.
    package static func parameters(_ tokens: [SQLToken]) -> [String?] {
        var names: [String?] = []
        for (token, index) in numberedParameters(tokens) {
            while names.count < index { names.append(nil) }
            // A number keeps its first name.
            if token.text != "?", names[index - 1] == nil { names[index - 1] = token.text }
        }
        return names
    }

    /// The indexes of the parameters in the SQL, starting at 1: only 3 for SQL with `?3` alone.
    package static func parameterIndexes(_ sql: String) -> Set<Int> {
        parameterIndexes(Array(SQLTokens(sql)))
    }

    /// The indexes of the parameters among these tokens, as in ``parameterIndexes(_:)-(String)``.
    package static func parameterIndexes(_ tokens: [SQLToken]) -> Set<Int> {
        Set(numberedParameters(tokens).map(\.index))
    }

    /// Every occurrence of a parameter, in the order of the SQL, with its index. Parameters that
    /// SQLite refuses are omitted.
    package static func numberedParameters(_ tokens: [SQLToken]) -> [(token: SQLToken, index: Int)]
    {
        var largest = 0
        // By bytes: canonically equivalent names are different parameters.
        var indexes: [[UInt8]: Int] = [:]
        var parameters: [(token: SQLToken, index: Int)] = []
        for token in tokens where token.kind == .parameter {
            let index: Int
            switch token.text.utf8.first {
            case UInt8(ascii: "?") where token.text != "?":
                guard let number = Int(token.text.dropFirst()), 1...limit ~= number else {
                    continue
                }
                index = number
            case UInt8(ascii: "?"):
                index = largest + 1
            case UInt8(ascii: "#") where Array(token.text.utf8)[1].isDigit:
                // A register of the virtual machine, which only SQLite itself may use.
                continue
            default:
                let name = Array(token.text.utf8)
                index = indexes[name] ?? largest + 1
                indexes[name] = index
            }
            largest = max(largest, index)
            parameters.append((token, index))
        }
        return parameters
    }

    /// The largest `SQLITE_MAX_VARIABLE_NUMBER` that a system's SQLite is built with: 32766 by
    /// default, 250000 on Debian, 500000 on macOS. A statement with a larger number is refused.
    private static let limit = 500_000
}
