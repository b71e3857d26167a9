import DataLiteSourceSQL

/// The text around a part of a statement that makes it a complete statement for SQLite to read.
struct SQLFrame: Equatable {
    let prefix: String
    let suffix: String

    static let statement = SQLFrame(prefix: "", suffix: "")
    static let expression = SQLFrame(prefix: "SELECT (", suffix: "\n)")

    /// The frame of a complete statement, and frames for each kind of part.
    ///
    /// None of them accepts a misspelled keyword as a name or an alias.
    static let all = [
        statement,
        SQLFrame(prefix: "SELECT 1 WHERE 1 IN (", suffix: "\n)"),
        SQLFrame(prefix: "SELECT 1 AS a ", suffix: ""),
        SQLFrame(prefix: "SELECT 1 FROM b AS c ", suffix: ""),
        SQLFrame(prefix: "SELECT 1 ORDER BY ", suffix: ""),
        SQLFrame(prefix: "UPDATE t SET ", suffix: ""),
        SQLFrame(prefix: "INSERT INTO t VALUES (1) ", suffix: ""),
        SQLFrame(prefix: "WITH ", suffix: "\nSELECT 1"),
    ]
}

extension SQLCheck {
    typealias Frame = SQLFrame
}

extension SQLiteReader {
    /// Reads a text inside a frame. The offset of the finding is relative to the text, and after its end if
    /// the text is incomplete.
    func read(_ frame: SQLFrame, _ text: RenderedSQL) -> Finding {
        var finding = read(Array(frame.prefix.utf8) + text.bytes + Array(frame.suffix.utf8))
        finding.offset = finding.offset.map { Swift.max($0 - frame.prefix.utf8.count, 0) }
        return finding
    }
}

extension SQLiteReader.Finding {
    /// Whether the text has a syntax error, which does not depend on the database.
    var isSyntaxError: Bool { message.map(SQLiteMessage.isSyntaxError) ?? false }
}
