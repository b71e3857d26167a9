import Foundation

extension SQLiteError: CustomStringConvertible {
    /// The code, the message and, if known, the SQL, with a caret under the position of the error if that is
    /// known:
    ///
    /// ```
    /// SQLiteError(1): no such column: agee
    ///     line 2: WHERE agee > 30
    ///                   ^
    /// ```
    public var description: String {
        let summary = "SQLiteError(\(code)): \(message)"
        guard let sql else { return summary }
        let lines = SQLExcerpt(sql: sql, offset: offset).lines
        return ([summary] + lines.map { "    " + $0 }).joined(separator: "\n")
    }
}

extension SQLiteError {
    /// The code of the `NSError` to which the error is bridged: the extended result code. Without this property, it
    /// would be 1 for all errors, and reports of crashes could not tell the errors apart.
    public var _code: Int { Int(code) }
}

extension SQLiteError: LocalizedError {
    /// The message, or the explanation of the code when there is none.
    public var errorDescription: String? {
        message.isEmpty ? resultCode.explanation : message
    }

    /// The explanation of the code. `nil` for the generic ``ResultCode/error``, whose message is sufficient.
    public var failureReason: String? {
        resultCode == .error ? nil : resultCode.explanation
    }

    /// A suggestion for codes that the user may be able to recover from.
    public var recoverySuggestion: String? {
        switch resultCode {
        case .busySnapshot:
            "Roll back and run the transaction again, beginning it as an immediate one"
        case .busy:
            "Try again later, or set a longer busy timeout"
        case .locked:
            "Finish or reset the statements that use the table, then try again"
        case .readonly:
            "Check the permissions of the database file and its directory, and the open options"
        case .full:
            "Free some space on the disk, or raise PRAGMA max_page_count"
        case .cantOpen:
            "Check that the path is right, its directory exists and may be accessed"
        case .corruptIndex:
            "Run REINDEX, then PRAGMA integrity_check"
        case .corrupt:
            "Run PRAGMA integrity_check, and restore the database from a backup"
        case .notADB:
            "Check that the file is the right one; if it is encrypted, apply its key first"
        case .schema, .protocol, .abortRollback:
            "Try again"
        case .tooBig:
            "Store less in one value, or raise the length limit of the connection"
        default:
            nil
        }
    }
}

// MARK: - Explanation

extension Error {
    /// The error's localized description if it provides one, else `String(describing:)`.
    package var explanation: String {
        if let error = self as? SQLiteError { return error.message }
        return (self as? any LocalizedError)?.errorDescription ?? String(describing: self)
    }
}

// MARK: - SQLExcerpt

/// The part of the SQL to show with an error, with a caret under the error's position.
package struct SQLExcerpt {
    /// The lines to show, without a common indentation.
    package let lines: [String]

    /// The maximum number of characters of one line that are shown.
    private static let maxWidth = 80
    /// The maximum number of characters to the left of the caret.
    private static let maxLead = 50
    /// The maximum number of lines that are shown when the position is unknown.
    private static let maxLines = 12

    /// - Parameters:
    ///   - sql: The SQL.
    ///   - offset: The position to point at, in UTF-8 bytes from the start of `sql`. An offset outside the
    ///     SQL, or on a blank line, is treated as unknown.
    package init(sql: String, offset: Int?) {
        lines = offset.flatMap { Self.pointedLine(of: sql, at: $0) } ?? Self.leadingLines(of: sql)
    }

    /// The line that contains the offset, and the caret under it.
    private static func pointedLine(of sql: String, at offset: Int) -> [String]? {
        let bytes = sql.utf8
        guard
            offset >= 0,
            let place = bytes.index(bytes.startIndex, offsetBy: offset, limitedBy: bytes.endIndex)
        else { return nil }

        let newline = UInt8(ascii: "\n")
        let start = bytes[..<place].lastIndex(of: newline).map(bytes.index(after:))
        let end = bytes[place...].firstIndex(of: newline) ?? bytes.endIndex

        // Slicing rounds a position inside a character down to its start and does not trap. A character may
        // have any number of bytes, so the slice is far longer than the excerpt.
        let line = bytes[(start ?? bytes.startIndex)..<place].suffix(maxLead * 16)
        let lead = sql[line.startIndex..<place].drop(while: \.isWhitespace)
        let rest = sql[place..<bytes[place..<end].prefix(maxWidth * 16).endIndex]
        guard !lead.isEmpty || !rest.allSatisfy(\.isWhitespace) else { return nil }

        let before = lead.suffix(maxLead)
        let after = rest.prefix(maxWidth - before.count)
        let mark = [
            label(ofLineAt: place, in: sql),
            before.startIndex > lead.startIndex || line.startIndex > (start ?? bytes.startIndex)
                ? "…" : "",
            TerminalText.printable(before),
        ].joined()
        let tail = after.endIndex < end ? "…" : ""
        return [
            mark + trimmingEnd(TerminalText.printable(after)) + tail,
            String(repeating: " ", count: TerminalText.columns(of: mark)) + "^",
        ]
    }

    /// A label with the number of the line that contains the position; empty if the SQL has only one line.
    private static func label(ofLineAt place: String.Index, in sql: String) -> String {
        let newline = UInt8(ascii: "\n")
        guard sql.utf8.contains(newline) else { return "" }
        let number = sql.utf8[..<place].reduce(1) { $1 == newline ? $0 + 1 : $0 }
        return "line \(number): "
    }

    /// The lines starting at the first line that is not blank, truncated to a size suitable for a log.
    private static func leadingLines(of sql: String) -> [String] {
        // Far more than is ever shown, because the SQL may be megabytes long.
        let head = sql.utf8.prefix(maxLines * maxWidth * 4)
        let all = sql[..<head.endIndex]
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .drop { $0.allSatisfy(\.isWhitespace) }
        var shown = all.prefix(maxLines).map { line in
            let start = line.prefix(maxWidth)
            let isCut = start.endIndex < line.endIndex
            return trimmingEnd(TerminalText.printable(start)) + (isCut ? "…" : "")
        }
        if all.count > maxLines || head.endIndex < sql.endIndex {
            shown.append("…")
        }
        return Array(shown.reversed().drop(while: \.isEmpty).reversed())
    }

    private static func trimmingEnd(_ text: String) -> String {
        guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(text[...last])
    }
}

// MARK: - MessageText

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
