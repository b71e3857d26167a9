extension SQLText {
    /// The names of a statement's parameters, as `sqlite3_bind_parameter_name` gives them: that of
    /// index 1 first, `nil` for a plain `?` and for numbers left out.
    ///
    /// A plain `?` and a new name take the number after the largest so far, `?5` makes five of
    /// them, and a name that has come before has its number already
    /// (<https://sqlite.org/lang_expr.html>, section 4).
    package static func parameters(_ sql: String) -> [String?] {
        var names: [String?] = []
        var seen: Set<String> = []
        for token in SQLTokens(sql) where token.kind == .parameter {
            switch token.text.utf8.first {
            case UInt8(ascii: "?"):
                guard token.text != "?" else {
                    names.append(nil)
                    continue
                }
                guard let number = Int(token.text.dropFirst()), 1...limit ~= number else {
                    continue
                }
                while names.count < number { names.append(nil) }
                // A number that has a name already keeps it.
                if names[number - 1] == nil { names[number - 1] = token.text }
            case UInt8(ascii: "#") where Array(token.text.utf8)[1].isDigit:
                // A register of the virtual machine, which only SQLite itself may name.
                continue
            default:
                if seen.insert(token.text).inserted { names.append(token.text) }
            }
        }
        return names
    }

    /// The largest `SQLITE_MAX_VARIABLE_NUMBER` that a system's SQLite is built with: 32766 by
    /// default, 250000 on Debian, 500000 on macOS. A statement with a larger number is refused.
    private static let limit = 500_000
}
