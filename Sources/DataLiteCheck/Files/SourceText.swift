import Foundation

/// The text of a Swift file.
struct SourceText: Sendable {
    let path: String
    let text: String

    /// - Throws: ``InputFailure`` if the file cannot be read or is not UTF-8.
    init(path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw InputFailure("cannot read \"\(path)\"")
        }
        guard let text = String(bytes: data, encoding: .utf8) else {
            throw InputFailure("\"\(path)\" is not valid UTF-8")
        }
        self.path = path
        self.text = text
    }

    /// Whether the file may contain SQL or declare a name for SQL, so that it must be parsed. Most files of
    /// most programs do neither, and parsing takes nearly all of the time.
    var isRelevant: Bool {
        var text = text
        return text.withUTF8 { bytes in
            var reader = WordReader(bytes: bytes)
            while let word = reader.next() {
                if Self.certainWords.contains(word) { return true }
                if Self.calledNames.contains(word), reader.beginsCallWithText { return true }
            }
            return false
        }
    }

    /// Names of types, labels and attributes that are used with SQL.
    private static let certainWords = Set(
        [
            "SQL", "SQLFragment", "SQLQuery", "sql", "script", "statements", "Table",
            "DatabaseFunction", "DatabaseCollation",
            "Function",
            "Collation", "function", "aggregate", "window", "collation",
        ].map { WordReader.hash($0.utf8) })

    /// Names of methods that take SQL if their first argument is a string literal.
    private static let calledNames = Set(SQLCall.methods.map { WordReader.hash($0.utf8) })
}
