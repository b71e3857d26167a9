import DataLiteCore

/// How rows are written by `dumpSQL` and the other dumps.
///
/// | Format | A row | NULL | A BLOB | Infinity |
/// |---|---|---|---|---|
/// | ``list(header:separator:nullValue:)`` | `1\|Björk` | empty | `X'00FF'` | `Infinity` |
/// | ``table()``, ``markdown()`` | aligned columns | `NULL` | `X'00FF'`, its first 16 bytes | `Infinity` |
/// | ``line(nullValue:)`` | `name = Björk`, one line for each column | empty | `X'00FF'` | `Infinity` |
/// | ``csv(header:separator:)`` | `1,Björk` | empty | `00FF` | `Infinity` |
/// | ``json()``, ``jsonLines()`` | `{"id":1,"name":"Björk"}` | `null` | Base64 | `"Infinity"` |
/// | ``quote(header:separator:)`` | `1,'Björk'` | `NULL` | `X'00FF'` | `9e999` |
/// | ``insert(into:)`` | `INSERT INTO "t" VALUES(1,'Björk');` | `NULL` | `X'00FF'` | `9e999` |
///
/// SQLite stores no NaN: it is NULL.
///
/// ``quote(header:separator:)`` and ``insert(into:)`` keep every value, including text that is not valid UTF-8 and text
/// with NUL characters. ``csv(header:separator:)`` keeps the bytes of text. The other formats repair invalid UTF-8, and
/// replace control characters and invisible characters with visible ones or, in JSON, with escapes, so text from a
/// database cannot control a terminal. On a terminal, all formats do that.
public struct DumpFormat: Sendable {
    enum Kind: Hashable {
        case list(header: Bool, separator: String, nullValue: String)
        case quote(header: Bool, separator: String)
        case line(nullValue: String)
        case csv(header: Bool, CSVSeparator)
        case insert(table: String)
        case json, jsonLines, table, markdown
    }

    let kind: Kind

    /// Values with a separator between them, as SQLite's shell writes them by default.
    ///
    /// A value that contains the separator is not marked. For rows that a program reads again, use
    /// ``csv(header:separator:)`` or ``json()``.
    ///
    /// - Parameters:
    ///   - header: Whether the first line has the names of the columns.
    ///   - nullValue: The text for NULL.
    public static func list(
        header: Bool = false, separator: String = "|", nullValue: String = ""
    ) -> DumpFormat {
        DumpFormat(kind: .list(header: header, separator: separator, nullValue: nullValue))
    }

    @available(*, unavailable, renamed: "list(header:separator:nullValue:)")
    public static func debug(
        header: Bool = false, separator: String = "|", nullValue: String = ""
    ) -> DumpFormat { list(header: header, separator: separator, nullValue: nullValue) }

    /// Values as SQL literals.
    ///
    /// - Parameter header: Whether the first line has the names of the columns, as SQL strings.
    public static func quote(header: Bool = false, separator: String = ",") -> DumpFormat {
        DumpFormat(kind: .quote(header: header, separator: separator))
    }

    /// A line for each column, `name = value`, and an empty line between rows.
    ///
    /// - Parameter nullValue: The text for NULL.
    public static func line(nullValue: String = "") -> DumpFormat {
        DumpFormat(kind: .line(nullValue: nullValue))
    }

    /// Comma-separated values according to RFC 4180. Empty text is `""`, so it differs from NULL.
    ///
    /// In a result with one column, NULL is an empty line.
    ///
    /// - Parameter header: Whether the first line has the names of the columns.
    public static func csv(header: Bool = true, separator: CSVSeparator = .comma) -> DumpFormat {
        DumpFormat(kind: .csv(header: header, separator))
    }

    /// A JSON array of objects, one row on each line. A repeated column name gets a suffix: `name:1`.
    public static func json() -> DumpFormat { DumpFormat(kind: .json) }

    /// A JSON object on each line, without an array around them.
    public static func jsonLines() -> DumpFormat { DumpFormat(kind: .jsonLines) }

    /// An `INSERT` statement for each row.
    ///
    /// The statement does not name the columns. To recreate tables, use `dumpScript`.
    public static func insert(into table: String) -> DumpFormat {
        DumpFormat(kind: .insert(table: table))
    }

    /// Aligned columns. Text is truncated to 60 columns, and BLOBs to 16 bytes.
    public static func table() -> DumpFormat { DumpFormat(kind: .table) }

    /// A table in GitHub Flavored Markdown.
    public static func markdown() -> DumpFormat { DumpFormat(kind: .markdown) }

    /// - Parameter isTerminal: Whether the output is a terminal.
    package func writer(to output: BufferedOutput, isTerminal: Bool = false) -> any ResultWriter {
        let escape: SQLLiteral.Escape = isTerminal ? .invisible : .nul
        switch kind {
        case .list(let header, let separator, let null):
            return DelimitedWriter(to: output, hasHeader: header, separator: separator) {
                ValueText.complete($0, null: null)
            } name: {
                TerminalText.printableValue($0[...])
            }
        case .quote(let header, let separator):
            return DelimitedWriter(to: output, hasHeader: header, separator: separator) {
                SQLLiteral.literal(of: $0, escape)
            } name: {
                SQLLiteral.text($0, escape)
            }
        case .insert(let table):
            let start = "INSERT INTO \(SQLLiteral.identifier(table)) VALUES("
            return DelimitedWriter(
                to: output, hasHeader: false, separator: ",", prefix: start, suffix: ");"
            ) {
                SQLLiteral.literal(of: $0, escape)
            }
        case .line(let null): return LineWriter(to: output, nullValue: null)
        case .csv(let header, let separator):
            return CSVWriter(
                to: output, isPrintable: isTerminal, hasHeader: header,
                separator: separator.byte)
        case .json: return JSONWriter(to: output)
        case .jsonLines: return JSONWriter(to: output, isLines: true)
        case .table: return AlignedWriter(layout: TableLayout(), to: output)
        case .markdown: return AlignedWriter(layout: MarkdownLayout(), to: output)
        }
    }
}

/// The character between the fields of comma-separated values.
public enum CSVSeparator: Sendable {
    /// `,`
    case comma
    /// `;`, in files of spreadsheets in countries with decimal commas.
    case semicolon
    /// A tab.
    case tab

    var byte: UInt8 {
        switch self {
        case .comma: UInt8(ascii: ",")
        case .semicolon: UInt8(ascii: ";")
        case .tab: UInt8(ascii: "\t")
        }
    }
}
