import DataLiteSyntax

extension SQL {
    /// Whether the text reads the time at which the statement runs, as far as the text and the values show.
    var readsCurrentTime: Bool {
        let tokens = Array(SQLTokens(text))
        var callsDateFunction = false
        var hasNow = parameters.contains { value in
            if case .text(let text) = value { text.isNow } else { false }
        }
        for (index, token) in tokens.enumerated() {
            if token.isCurrentTime { return true }
            if token.kind == .string, token.name?.isNow == true { hasNow = true }
            guard tokens[(index + 1)...].first?.isPunctuation("(") == true,
                let function = token.name?.lowercasedASCII, Self.dateFunctions.contains(function)
            else { continue }
            callsDateFunction = true
            // Without a date, they return the current one.
            let count = function == "strftime" ? 1 : 0
            let end = tokens[(index + 2)...].dropFirst(count).first
            if end?.isPunctuation(")") == true { return true }
        }
        return callsDateFunction && hasNow
    }

    private static let dateFunctions: Set<String> = [
        "date", "time", "datetime", "julianday", "unixepoch", "strftime", "timediff",
    ]
}

extension SQLToken {
    fileprivate var isCurrentTime: Bool {
        guard kind == .word else { return false }
        return ["current_time", "current_date", "current_timestamp"].contains(text.lowercasedASCII)
    }
}

extension String {
    fileprivate var isNow: Bool { lowercasedASCII == "now" }
}
