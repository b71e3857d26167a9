import DataLiteSourceSQL

/// The kinds of findings. A comment suppresses a finding by its kind.
enum Rule: String, CaseIterable {
    case syntax
    case noSuchTable = "no-such-table"
    case noSuchColumn = "no-such-column"
    case noSuchFunction = "no-such-function"
    case noSuchCollation = "no-such-collation"
    case argumentCount = "argument-count"
    case valueCount = "value-count"
    case quotedValue = "quoted-value"
    case severalStatements = "several-statements"
    case noStatement = "no-statement"
    case unknownRule = "unknown-rule"
    /// Any other SQLite error.
    case sqlite

    /// The kind of an SQLite error.
    init(message: String) {
        if SQLiteMessage.isSyntaxError(message) {
            self = .syntax
        } else {
            self =
                Self.prefixes.first { message.hasPrefix($0.0) }?.1
                ?? (message.contains(" has no column named ") ? .noSuchColumn : .sqlite)
        }
    }

    private static let prefixes: [(String, Rule)] = [
        ("no such table: ", .noSuchTable), ("no such view: ", .noSuchTable),
        ("no such column: ", .noSuchColumn), ("no such function: ", .noSuchFunction),
        ("no such collation sequence: ", .noSuchCollation),
        ("wrong number of arguments to function ", .argumentCount),
    ]

    /// A description of the rule, for a report that explains its rules.
    var summary: String {
        switch self {
        case .syntax: "The text does not follow the grammar of SQLite"
        case .noSuchTable: "The schema has no such table or view"
        case .noSuchColumn: "The table has no such column"
        case .noSuchFunction: "No such function is declared"
        case .noSuchCollation: "No such collation is declared"
        case .argumentCount: "A function is called with the wrong number of arguments"
        case .valueCount: "The values do not match the parameters"
        case .quotedValue: "An interpolation within quotes is not replaced"
        case .severalStatements: "Unexpected text after the first statement"
        case .noStatement: "The text contains no statement"
        case .unknownRule: "A comment names a rule that does not exist"
        case .sqlite: "SQLite rejects the statement"
        }
    }
}
