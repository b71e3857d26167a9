public import Foundation

/// A type that stores dates in one form: `Date`, its representations, and their optionals.
///
/// Functions of dates read an expression of such a type in its form, and a call with modifiers keeps the form:
///
/// ```swift
/// Event.where { $0.startsAt(.startOfMonth) == month }
/// ```
///
/// To let a representation of your own adopt the protocol, name its form.
public protocol StoredDate: SQLDate {
    /// The type of a part of the date, such as its year: optional if the date is.
    associatedtype _Part: RowRepresentable = Int

    /// The type of the second with its fraction: optional if the date is.
    associatedtype _FractionalPart: RowRepresentable = Double

    /// The form in which the type stores a date.
    static var dateForm: StoredDateForm { get }
}

extension StoredDate {
    public static var _dateForm: StoredDateForm? { dateForm }
}

extension Date: StoredDate {
    public static var dateForm: StoredDateForm { .text }
}

extension Optional: StoredDate where Wrapped: StoredDate {
    public typealias _Part = Int?
    public typealias _FractionalPart = Double?

    public static var dateForm: StoredDateForm { Wrapped.dateForm }
}

// MARK: - Calls with modifiers

extension SQLExpression where Value: StoredDate {
    /// The date, changed by modifiers, in the same form, to the millisecond.
    ///
    /// ```swift
    /// Event.group { $0.startsAt(.startOfMonth) }.select { ($0.startsAt(.startOfMonth), $0.count()) }
    /// Event.find(id).update { $0.startsAt = $0.startsAt(.days(-7)) }
    /// ```
    ///
    /// The SQL is `strftime('%Y-%m-%d %H:%M:%f', "startsAt", 'start of month')` for text,
    /// `unixepoch("startsAt", 'unixepoch', 'start of month')` for seconds since 1970, and arithmetic with `julianday`
    /// for the other numbers. The result is NULL for NULL, and for a result after the year 9999, which is an error when
    /// it is decoded as a `Date` that is not optional; ``adjusted(by:)`` is optional. Text before the year 0 cannot be
    /// read.
    public func callAsFunction(_ modifiers: DateModifier...) -> SQLExpression<Value> {
        guard !modifiers.isEmpty else { return self }
        let form = Value.dateForm
        if let mistake = form.mistake(in: modifiers) { return SQLExpression(.failure(mistake)) }
        return SQLExpression(form.stored(form.timeValue(node) + modifiers.flatMap(\.nodes)))
    }

    /// The time at which the statement runs, to the millisecond, in the form of the other side of a comparison. It is
    /// the same for all rows.
    ///
    /// ```swift
    /// Event.where { $0.startsAt < .now }
    /// ```
    public static var now: SQLExpression<Value> {
        SQLExpression(Value.dateForm.stored([.text("'now'")]))
    }
}

// MARK: - Parts

extension SQLExpression where Value: SQLDate {
    /// The year, 0 to 9999, in UTC: `CAST(strftime('%Y', date) AS INTEGER)`.
    ///
    /// The result of this and the following functions is NULL for NULL and for what is not a date.
    public func year(_ modifiers: DateModifier...) -> SQLExpression<Int?> {
        part("'%Y'", modifiers)
    }

    /// The month in UTC, 1 to 12.
    public func month(_ modifiers: DateModifier...) -> SQLExpression<Int?> {
        part("'%m'", modifiers)
    }

    /// The day of the month in UTC, 1 to 31.
    public func day(_ modifiers: DateModifier...) -> SQLExpression<Int?> {
        part("'%d'", modifiers)
    }

    /// The hour in UTC, 0 to 23.
    public func hour(_ modifiers: DateModifier...) -> SQLExpression<Int?> {
        part("'%H'", modifiers)
    }

    /// The minute, 0 to 59.
    public func minute(_ modifiers: DateModifier...) -> SQLExpression<Int?> {
        part("'%M'", modifiers)
    }

    /// The second, 0 to 59, without its fraction.
    public func second(_ modifiers: DateModifier...) -> SQLExpression<Int?> {
        part("'%S'", modifiers)
    }

    /// The second with its fraction, to the millisecond, 0 to 59.999.
    public func fractionalSecond(_ modifiers: DateModifier...) -> SQLExpression<Double?> {
        SQLExpression<Double?>(part("'%f'", modifiers, as: .real))
    }

    /// The day of the week in UTC: 0 is Sunday, 6 is Saturday, as in ``DateModifier/weekday(_:)-type.method``.
    public func weekday(_ modifiers: DateModifier...) -> SQLExpression<Int?> {
        part("'%w'", modifiers)
    }

    /// The day of the year in UTC, 1 to 366.
    public func dayOfYear(_ modifiers: DateModifier...) -> SQLExpression<Int?> {
        part("'%j'", modifiers)
    }

    private func part(
        _ format: StaticString, _ modifiers: [DateModifier]
    ) -> SQLExpression<Int?> {
        SQLExpression<Int?>(part(format, modifiers, as: .integer))
    }

    private func part(
        _ format: StaticString, _ modifiers: [DateModifier], as type: ColumnType
    ) -> SQLNode {
        let text = SQLNode.call("strftime", [.text(format)] + timeValue(modifiers))
        return .fragment(Cast(node: text, type: type))
    }

    /// The arguments by which SQLite's functions read the date, followed by modifiers.
    func timeValue(_ modifiers: [DateModifier] = []) -> [SQLNode] {
        (Value._dateForm?.timeValue(node) ?? [node]) + modifiers.flatMap(\.nodes)
    }
}

// The parts of a date without modifiers. Unlike the functions of the same names, they are optional only if the date is:
// a stored date has all parts.

extension SQLExpression where Value: StoredDate {
    /// The year, 0 to 9999, in UTC: `CAST(strftime('%Y', date) AS INTEGER)`.
    public var year: SQLExpression<Value._Part> { part(year()) }

    /// The month in UTC, 1 to 12.
    public var month: SQLExpression<Value._Part> { part(month()) }

    /// The day of the month in UTC, 1 to 31.
    public var day: SQLExpression<Value._Part> { part(day()) }

    /// The hour in UTC, 0 to 23.
    public var hour: SQLExpression<Value._Part> { part(hour()) }

    /// The minute, 0 to 59.
    public var minute: SQLExpression<Value._Part> { part(minute()) }

    /// The second, 0 to 59, without its fraction.
    public var second: SQLExpression<Value._Part> { part(second()) }

    /// The second with its fraction, to the millisecond, 0 to 59.999.
    public var fractionalSecond: SQLExpression<Value._FractionalPart> {
        SQLExpression<Value._FractionalPart>(fractionalSecond().node)
    }

    /// The day of the week in UTC: 0 is Sunday, 6 is Saturday.
    public var weekday: SQLExpression<Value._Part> { part(weekday()) }

    /// The day of the year in UTC, 1 to 366.
    public var dayOfYear: SQLExpression<Value._Part> { part(dayOfYear()) }

    private func part(_ part: SQLExpression<Int?>) -> SQLExpression<Value._Part> {
        SQLExpression<Value._Part>(part.node)
    }
}

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
