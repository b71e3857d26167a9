import Foundation

/// A schema on the command line: a path, or `name=path` for a database that the program attaches.
struct SchemaArgument: Equatable {
    /// The name of an attached database in lower case, or nil for the main database.
    let name: String?
    let path: String

    init(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let isNamed =
            parts.count == 2 && parts[0].wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil
            && !FileManager.default.fileExists(atPath: text)
        name = isNamed ? parts[0].lowercased() : nil
        path = isNamed ? String(parts[1]) : text
    }
}
