public import Foundation

/// A value that SQL can use as a date: a `Date`, a string in one of SQLite's date formats, or a
/// number.
///
/// SQLite reads a number as a Julian day, unless a modifier specifies otherwise. A representation of `Date` is read in
/// its form: see ``StoredDate``.
public protocol SQLDate: SQLiteRepresentable {
    /// The form in which the type stores a date; `nil` for text and numbers, whose form is not known.
    static var _dateForm: StoredDateForm? { get }
}

extension SQLDate {
    public static var _dateForm: StoredDateForm? { nil }
}

extension String: SQLDate {}
extension Int: SQLDate {}
extension Int64: SQLDate {}
extension Double: SQLDate {}
extension Optional: SQLDate where Wrapped: SQLDate {
    public static var _dateForm: StoredDateForm? { Wrapped._dateForm }
}

extension Date: SQLOperand {
    public var _operand: SQLExpression<Date> { SQLExpression(self) }
}

// MARK: - The current time

extension SQLExpression where Value == Date {
    /// The time at which the statement runs, to the millisecond, in the form in which a `Date` is
    /// stored. It is the same for all rows.
    public static var now: SQLExpression<Date> {
        SQLExpression(.call("strftime", [.storedForm, .text("'now'")]))
    }

    /// The time at which the statement runs, to the second: `CURRENT_TIMESTAMP`.
    public static var currentTimestamp: SQLExpression<Date> {
        SQLExpression(.text("CURRENT_TIMESTAMP"))
    }
}

extension SQLExpression where Value == String {
    /// The day in UTC on which the statement runs: `CURRENT_DATE`.
    public static var currentDate: SQLExpression<String> { SQLExpression(.text("CURRENT_DATE")) }

    /// The time of day in UTC at which the statement runs: `CURRENT_TIME`.
    public static var currentTime: SQLExpression<String> { SQLExpression(.text("CURRENT_TIME")) }
}

// MARK: - The form in which a `Date` is stored

extension SQLExpression where Value: SQLDate {
    /// The date, changed by modifiers, in the form in which a `Date` is stored, to the millisecond.
    ///
    /// ```swift
    /// Reminder.where { $0.dueDate < SQLExpression.now.adjusted(by: .days(7)) }
    /// ```
    ///
    /// The result is NULL for a value that SQLite does not read as a date, and for a result after the year 9999. A
    /// result before the year 0000 cannot be decoded.
    public func adjusted(by modifiers: DateModifier...) -> SQLExpression<Date?> {
        SQLExpression<Date?>(.call("strftime", [.storedForm] + timeValue(modifiers)))
    }

    /// The date in the form in which a `Date` is stored, to the millisecond. It accepts every form from which a `Date`
    /// can be read; numbers are seconds since 1970, unless the column has another representation.
    ///
    /// Dates that this library writes compare and sort correctly without this method. Use it for a column that contains
    /// other forms:
    ///
    /// ```swift
    /// Event.where { $0.date.normalized() >= start }.order { $0.date.normalized() }
    /// ```
    ///
    /// The result is NULL for anything else, and for a date outside the years 0000 to 9999. SQLite accepts 30 February
    /// and 24:00, from which a `Date` cannot be read; the result for them is the day after. Newer versions of SQLite
    /// round the seconds 59.9995 to 59.9999 down to 59.999 in a string, but up in a number, as the core does. To
    /// compare a `Date` for equality, normalize it as well, because it can be more precise than a millisecond. An index
    /// on the column is not used.
    public func normalized() -> SQLExpression<Date?> {
        switch Value._dateForm {
        case .unixMilliseconds, .julianDay: adjusted()
        default: SQLExpression<Date?>(.fragment(NormalizedDate(node: node)))
        }
    }
}

/// A date in any form that the core reads, converted to the form that it writes.
private struct NormalizedDate: SQLRenderable {
    let node: SQLNode

    func write(to writer: inout _SQLWriter) {
        // SQLite reads the separators "T" and "Z" in upper case only. It also reads strings that are not dates: `now`,
        // a time, and a Julian day number. Without a modifier it would round 59.9996 seconds down in a string, but
        // up in a number. The limits are the first and the last millisecond of the years 0000 to 9999; a BLOB is
        // greater than any number.
        writer.write("CASE WHEN typeof(")
        writer.write(node)
        writer.write(") = 'text' THEN strftime('%Y-%m-%d %H:%M:%f', CASE WHEN ")
        writer.write(node, atLeast: Precedence.equality.next)
        writer.write(" GLOB '[0-9][0-9][0-9][0-9]-*' THEN upper(")
        writer.write(node)
        writer.write(") END, '+0 days') WHEN ")
        writer.write(node, atLeast: Precedence.equality.next)
        writer.write(" BETWEEN -62167219200 AND 253402300799.999 THEN ")
        writer.write("strftime('%Y-%m-%d %H:%M:%f', ")
        writer.write(node)
        writer.write(", 'unixepoch') END")
    }
}

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
