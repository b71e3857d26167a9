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
