/// Text of limited length for error messages: statements, schemas and data may contain names of any length
/// and any number of names.
package enum MessageText {
    /// The maximum number of listed items.
    private static let countLimit = 10

    /// The maximum length of a name or another item, in bytes.
    private static let itemLimit = 128

    /// The maximum length of SQL, in bytes.
    private static let sqlLimit = 1000

    /// The maximum length of a path, in bytes: no file system has longer paths.
    private static let pathLimit = 4096

    /// The maximum length of a message from SQLite or a function, in bytes.
    static let messageLimit = 1 << 16

    /// A name, truncated if it is long.
    package static func name(_ name: String) -> String { shortened(name, to: itemLimit) }

    /// SQL, truncated if it is long.
    package static func sql(_ sql: String) -> String { shortened(sql, to: sqlLimit) }

    /// The path of a file, truncated if it is longer than any existing path.
    package static func path(_ path: String) -> String { shortened(path, to: pathLimit) }

    /// The message of another error, truncated if it is long.
    package static func message(_ message: String) -> String {
        shortened(message, to: messageLimit)
    }

    /// The first lines, and the number of the others.
    package static func lines(_ lines: [String]) -> [String] {
        let others = lines.count - countLimit
        return others > 0 ? lines.prefix(countLimit) + ["and \(others) more"] : lines
    }

    /// The first names in quotation marks, and the number of the others: `"a", "b" and 3 more`.
    package static func names(_ names: some Sequence<String>) -> String {
        list(names) { "\"\(name($0))\"" }
    }

    /// The first items, each as a short string, and the number of the others.
    package static func list<Items: Sequence>(
        _ items: Items, _ text: (Items.Element) -> String
    ) -> String {
        var shown: [String] = []
        var others = 0
        for item in items {
            if shown.count < countLimit { shown.append(text(item)) } else { others += 1 }
        }
        return shown.joined(separator: ", ") + (others == 0 ? "" : " and \(others) more")
    }

    private static func shortened(_ text: String, to limit: Int) -> String {
        text.utf8.count > limit ? start(of: text, bytes: limit) + "…" : text
    }

    /// The characters in the first bytes of a string.
    static func start(of text: String, bytes limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        let end = text.utf8.index(text.startIndex, offsetBy: max(limit, 0))
        // Slicing rounds an index inside a character down to its start.
        return String(text[..<end])
    }
}

extension BinaryInteger {
    /// The number with its noun in a message: `1 value`, `2 values`.
    ///
    /// - Parameter noun: The singular of a noun whose plural ends in "s".
    package func counted(_ noun: String) -> String {
        "\(self) \(noun)\(self == 1 ? "" : "s")"
    }
}
