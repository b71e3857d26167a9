import DataLiteCore

/// What was found in all files.
struct CheckReport: Equatable {
    /// A message about a place.
    struct Entry: Equatable {
        enum Kind: String {
            case error
            /// A text that is not checked.
            case note
        }

        let kind: Kind
        let path: String
        let line: Int
        let column: Int
        let message: String

        /// As a compiler prints it.
        var text: String { "\(path):\(line):\(column): \(kind.rawValue): \(message)" }
    }

    var entries: [Entry] = []
    var statementCount = 0
    var fileCount = 0

    var errorCount: Int { entries.count { $0.kind == .error } }
    var skippedCount: Int { entries.count { $0.kind == .note } }

    func lines(verbose: Bool) -> [String] {
        entries.filter { verbose || $0.kind == .error }
            // SQLite's messages quote the SQL, with its line breaks.
            .map { TerminalText.printable($0.text[...]) }
    }

    var summary: String {
        """
        checked \(Self.count(statementCount, "statement")) in \(Self.count(fileCount, "file")), \
        \(Self.count(errorCount, "error")), \(skippedCount) skipped
        """
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
