import DataLiteCore

/// The findings in all files.
struct CheckReport: Equatable {
    /// A message about a source position.
    struct Entry: Equatable {
        /// The kind of the error, or nil for a note about a text that is not checked.
        let rule: Rule?
        let path: String
        let line: Int
        /// The column in bytes, as in compiler messages.
        let column: Int
        /// The column in Unicode scalars, as in SARIF.
        let scalarColumn: Int
        let message: String

        var isError: Bool { rule != nil }

        /// The message in the format of a compiler.
        var text: String {
            "\(path):\(line):\(column): \(isError ? "error" : "note"): \(message)"
        }
    }

    var entries: [Entry] = []
    var statementCount = 0
    var fileCount = 0

    var errorCount: Int { entries.count(where: \.isError) }
    var skippedCount: Int { entries.count - errorCount }

    func lines(verbose: Bool) -> [String] {
        shown(verbose: verbose)
            // SQLite's messages quote the SQL, with its line breaks.
            .map { TerminalText.printable($0.text[...]) }
    }

    func shown(verbose: Bool) -> [Entry] { entries.filter { verbose || $0.isError } }

    var summary: String {
        """
        checked \(statementCount.counted("statement")) in \(fileCount.counted("file")), \
        \(errorCount.counted("error")), \(skippedCount) skipped
        """
    }
}
