/// Text for error messages in bounded space: a statement, a schema or data may control how long a name is and how
/// many names there are.
package enum MessageText {
    /// How many items are listed.
    private static let countLimit = 10

    /// How many bytes of a name or of another item are shown.
    private static let itemLimit = 128

    /// How many bytes of an SQL text are shown.
    private static let sqlLimit = 1000

    /// How many bytes of a path are shown: no file system has longer ones.
    private static let pathLimit = 4096

    /// How many bytes of a message of SQLite or of a function are kept.
    static let messageLimit = 1 << 16

    /// A name, cut if it is long.
    package static func name(_ name: String) -> String { shortened(name, to: itemLimit) }

    /// An SQL text, cut if it is long.
    package static func sql(_ sql: String) -> String { shortened(sql, to: sqlLimit) }

    /// The path of a file, cut if it is longer than any that exists.
    package static func path(_ path: String) -> String { shortened(path, to: pathLimit) }

    /// The message of another error, cut if it is long.
    package static func message(_ message: String) -> String {
        shortened(message, to: messageLimit)
    }

    /// The first lines, and how many others there are.
    package static func lines(_ lines: [String]) -> [String] {
        let others = lines.count - countLimit
        return others > 0 ? lines.prefix(countLimit) + ["and \(others) more"] : lines
    }

    /// The first names in quotation marks, and how many others there are: `"a", "b" and 3 more`.
    package static func names(_ names: some Sequence<String>) -> String {
        list(names) { "\"\(name($0))\"" }
    }

    /// The first items, each as a short text, and how many others there are.
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

    /// The characters in the first bytes of a text.
    static func start(of text: String, bytes limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        let end = text.utf8.index(text.startIndex, offsetBy: max(limit, 0))
        // Slicing rounds an index inside a character down to its start.
        return String(text[..<end])
    }
}
