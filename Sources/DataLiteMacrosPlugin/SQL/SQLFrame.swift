import DataLiteSourceSQL

/// A statement around a part of one, so that SQLite can read it.
struct SQLFrame: Equatable {
    let prefix: String
    let suffix: String

    static let statement = SQLFrame(prefix: "", suffix: "")
    static let expression = SQLFrame(prefix: "SELECT (", suffix: "\n)")

    /// A statement, and the places where a part of one may be.
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
    /// Reads a text within a statement. The offset of the finding is in the text; after its end if the
    /// text is incomplete.
    func read(_ frame: SQLFrame, _ text: RenderedSQL) -> Finding {
        var finding = read(Array(frame.prefix.utf8) + text.bytes + Array(frame.suffix.utf8))
        finding.offset = finding.offset.map { Swift.max($0 - frame.prefix.utf8.count, 0) }
        return finding
    }
}

extension SQLiteReader.Finding {
    /// Whether the text does not follow the grammar, whatever the database contains.
    var isSyntaxError: Bool { message.map(SQLiteMessage.isSyntaxError) ?? false }
}
