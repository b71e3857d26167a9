// https://sqlite.org/lang_datefunc.html: a number is a Julian day, or, after the modifier 'unixepoch', a number of
// seconds since 1970.

extension StoredDateForm {
    /// The arguments by which SQLite's functions read a date that is stored in this form.
    func timeValue(_ node: SQLNode) -> [SQLNode] {
        switch self {
        case .text, .millisecondText, .julianDay: [node]
        case .unixSeconds, .fractionalUnixSeconds: [node, .text("'unixepoch'")]
        case .unixMilliseconds:
            [.binary(node, .divide, .text("1000.0")), .text("'unixepoch'")]
        }
    }

    /// The error for modifiers that do not go with this form.
    func mistake(in modifiers: [DateModifier]) -> SQLiteError? {
        let isText = self == .text || self == .millisecondText
        if !isText, modifiers.contains(where: \.readsNumber) {
            return SQLiteError.misuse(
                "the column's form says how to read its number: omit unixEpoch, julianDay and auto")
        }
        guard self == .unixSeconds, modifiers.contains(where: \.hasFraction) else { return nil }
        return SQLiteError(.misuse, message: "the column stores whole seconds: omit subsecond")
    }

    /// A date in this form, from the arguments of a date function.
    ///
    /// SQLite computes in whole milliseconds. `julianday` is exact to 0.04 milliseconds, so rounding to milliseconds
    /// restores them. `unixepoch` with a fraction requires SQLite 3.42, and is less exact.
    func stored(_ arguments: [SQLNode]) -> SQLNode {
        switch self {
        case .text, .millisecondText: .call("strftime", [.storedForm] + arguments)
        case .unixSeconds: .call("unixepoch", since: 3_038_000, arguments)
        case .julianDay: .call("julianday", arguments)
        case .fractionalUnixSeconds:
            .call("round", [Self.since1970(arguments, times: "86400.0"), .text("3")])
        case .unixMilliseconds:
            .fragment(
                Cast(
                    node: .call("round", [Self.since1970(arguments, times: "86400000.0")]),
                    type: .integer))
        }
    }

    private static func since1970(_ arguments: [SQLNode], times factor: StaticString) -> SQLNode {
        let days = SQLNode.binary(.call("julianday", arguments), .minus, .text("2440587.5"))
        return .binary(days, .times, .text(factor))
    }
}

extension SQLNode {
    /// The format in which the core writes dates, with milliseconds.
    static let storedForm = SQLNode.text("'%Y-%m-%d %H:%M:%f'")
}
