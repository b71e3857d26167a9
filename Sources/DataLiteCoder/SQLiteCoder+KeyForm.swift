extension SQLiteCoder.KeyForm {
    /// The key for a column; `nil` if the key type has none.
    func key<Key: CodingKey>(of column: String) -> Key? {
        func matches(_ key: Key) -> Bool {
            ColumnName.isEqualIgnoringCase(name(of: key.stringValue), column)
        }
        for name in candidates(column) {
            if let key = Key(stringValue: name), matches(key) { return key }
        }
        if let all = (Key.self as? any CaseIterable.Type)?.allCases as? any Collection {
            for case let key as Key in all where matches(key) { return key }
        }
        // A column with the same name as the key also matches.
        return Key(stringValue: column)
    }

    /// The possible key names for a column, most likely first.
    private func candidates(_ column: String) -> [String] {
        switch self {
        case .unchanged: [column, column.lowercased()]
        case .snakeCase: Self.camelCase(column) + [column]
        case .custom: [column]
        }
    }

    /// `user_id` as `userId` and `userID`: any word may be an acronym. For many words, not all
    /// combinations are tried.
    private static func camelCase(_ column: String) -> [String] {
        let words = column.lowercased().split(separator: "_")
        guard let first = words.first else { return [] }
        var names = [String(first)]
        for word in words.dropFirst().prefix(acronymLimit) {
            names = [capitalized(word), word.uppercased()].flatMap { word in names.map { $0 + word }
            }
        }
        // Appended at once: a name may have a million words.
        var rest = ""
        for word in words.dropFirst(1 + acronymLimit) { rest += capitalized(word) }
        return rest.isEmpty ? names : names.map { $0 + rest }
    }

    private static func capitalized(_ word: Substring) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    private static let acronymLimit = 4
}
