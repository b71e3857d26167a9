import DataLiteSyntax

extension SQLFragment {
    /// Notes the aggregate functions and window functions that the text calls, outside of its subqueries.
    func noteRowFunctions(in writer: inout _SQLWriter) {
        var reader = RowFunctionReader()
        for piece in pieces {
            switch piece {
            case .sql(let sql): for token in SQLTokens(sql.text) { reader.read(token) }
            case .columns(let list): reader.readPart(arguments: list.fields.count)
            default: reader.readPart(arguments: 1)
            }
        }
        if reader.hasAggregate { writer.hasAggregate = true }
        if reader.hasWindow { writer.hasWindow = true }
    }
}

/// Finds calls of aggregate functions and window functions in SQL text.
private struct RowFunctionReader {
    private(set) var hasAggregate = false
    private(set) var hasWindow = false

    /// The parentheses that are open.
    private var open: [Parenthesis] = []

    /// The word before the current token, in lower case.
    private var word = ""

    /// The number of open parentheses that contain a subquery.
    private var subqueries = 0

    /// Whether the token before is the end of a call.
    private var isAfterCall = false

    private struct Parenthesis {
        /// The name of the function, in lower case; empty if the parenthesis begins no call.
        let function: String
        var arguments = 0
        var isSubquery = false
    }

    mutating func read(_ token: SQLToken) {
        if token.isPunctuation("(") {
            readArgument()
            open.append(Parenthesis(function: word))
        } else if token.isPunctuation(")") {
            close()
        } else if token.isPunctuation(",") {
            if let last = open.indices.last { open[last].arguments += 1 }
        } else {
            readWord(token)
            return
        }
        word = ""
    }

    private mutating func readWord(_ token: SQLToken) {
        if let last = open.indices.last, open[last].arguments == 0,
            ["SELECT", "VALUES", "WITH"].contains(token.keyword)
        {
            open[last].isSubquery = true
            subqueries += 1
        }
        if token.keyword == "OVER", subqueries == 0, isAfterCall { hasWindow = true }
        readArgument()
        word = (token.name ?? "").lowercasedASCII
        isAfterCall = false
    }

    /// Reads an interpolated part.
    mutating func readPart(arguments: Int) {
        readArgument()
        if let last = open.indices.last { open[last].arguments += max(arguments - 1, 0) }
        word = ""
    }

    /// Notes that the innermost call has at least one argument.
    private mutating func readArgument() {
        isAfterCall = false
        if let last = open.indices.last { open[last].arguments = max(open[last].arguments, 1) }
    }

    private mutating func close() {
        guard let call = open.popLast() else { return }
        if call.isSubquery { subqueries -= 1 }
        isAfterCall = !call.function.isEmpty
        guard subqueries == 0, isAfterCall else { return }
        if BuiltInAggregate.isCalled(call.function, arguments: call.arguments) {
            hasAggregate = true
        }
    }
}

/// The aggregate functions of SQLite.
enum BuiltInAggregate {
    /// Whether a call of a function is one of an aggregate function.
    ///
    /// - Parameter name: The name in lower case.
    static func isCalled(_ name: String, arguments: Int) -> Bool {
        switch name {
        case "count", "sum", "total", "avg", "group_concat", "string_agg", "median", "percentile",
            "percentile_cont", "percentile_disc", "json_group_array", "json_group_object",
            "jsonb_group_array", "jsonb_group_object":
            true
        case "min", "max": arguments == 1
        default: false
        }
    }
}
