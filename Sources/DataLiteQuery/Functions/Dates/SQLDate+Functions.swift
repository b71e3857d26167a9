// Date and time functions: <https://sqlite.org/lang_datefunc.html>. The result is NULL for NULL, for a value that
// SQLite does not read as a date, and for an unknown modifier.

extension SQLExpression where Value: SQLDate {
    /// The day: `YYYY-MM-DD`.
    public func date(_ modifiers: DateModifier...) -> SQLExpression<String?> {
        dateCall("date", modifiers)
    }

    /// The time of day: `HH:MM:SS`; with ``DateModifier/subsecond-type.property``, `HH:MM:SS.SSS`.
    public func time(_ modifiers: DateModifier...) -> SQLExpression<String?> {
        dateCall("time", modifiers)
    }

    /// The day and the time of day: `YYYY-MM-DD HH:MM:SS`; with ``DateModifier/subsecond-type.property``,
    /// `YYYY-MM-DD HH:MM:SS.SSS`.
    ///
    /// To compare the result with stored dates, use ``adjusted(by:)``, which returns the form in
    /// which a `Date` is stored.
    public func datetime(_ modifiers: DateModifier...) -> SQLExpression<String?> {
        dateCall("datetime", modifiers)
    }

    /// The days since noon on 24 November 4714 BC.
    public func julianDay(_ modifiers: DateModifier...) -> SQLExpression<Double?> {
        dateCall("julianday", modifiers)
    }

    /// The whole seconds since 1970.
    public func unixEpoch(_ modifiers: DateModifier...) -> SQLExpression<Int?> {
        guard !modifiers.contains(where: \.hasFraction) else {
            return SQLExpression<Int?>(
                .failure(
                    SQLiteError.misuse(
                        "unixEpoch is a number of whole seconds: "
                            + "use unixEpochSubsecond for a fraction")))
        }
        return SQLExpression<Int?>(unixEpoch(modifiers))
    }

    /// The seconds since 1970 with milliseconds. It requires SQLite 3.42.
    public func unixEpochSubsecond(_ modifiers: DateModifier...) -> SQLExpression<Double?> {
        let modifiers = modifiers.filter { !$0.hasFraction } + [.subsecond]
        return SQLExpression<Double?>(unixEpoch(modifiers))
    }

    /// The date in a format: `"%Y-%m"` for the year and the month
    /// (<https://sqlite.org/lang_datefunc.html#strftime>).
    public func strftime(
        _ format: some SQLOperand<String>, _ modifiers: DateModifier...
    ) -> SQLExpression<String?> {
        SQLExpression<String?>(
            .call("strftime", [format.operandNode] + timeValue(modifiers)))
    }

    /// The time from another date to this one, in a form that ``DateModifier/interval(_:)``
    /// accepts: `+YYYY-MM-DD HH:MM:SS.SSS`. It requires SQLite 3.43.
    public func timediff<Other: SQLOperand>(_ other: Other) -> SQLExpression<String?>
    where Other.Operand: SQLDate {
        SQLExpression<String?>(
            .call("timediff", since: 3_043_000, [singleTimeValue, other._operand.singleTimeValue]))
    }

    private func unixEpoch(_ modifiers: [DateModifier]) -> SQLNode {
        .call("unixepoch", since: 3_038_000, timeValue(modifiers))
    }

    /// The date as one argument, without a modifier.
    private var singleTimeValue: SQLNode {
        let arguments = timeValue()
        return arguments.count == 1
            ? arguments[0] : .call("strftime", [.storedForm] + arguments)
    }

    private func dateCall<Result>(
        _ name: StaticString, _ modifiers: [DateModifier]
    ) -> SQLExpression<Result> {
        SQLExpression<Result>(.call(name, timeValue(modifiers)))
    }
}
