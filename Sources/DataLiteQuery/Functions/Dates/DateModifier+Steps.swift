// The steps of a modifier after its first one: `.startOfMonth.months(1).days(-1)`.

extension DateModifier {
    /// Then adds days; a negative number goes back.
    public func days<Amount: SQLOperand>(_ amount: Amount) -> DateModifier
    where Amount.Operand: SQLNumber {
        then(.days(amount))
    }

    /// Then adds months; a negative number goes back.
    public func months<Amount: SQLOperand>(_ amount: Amount) -> DateModifier
    where Amount.Operand: SQLNumber {
        then(.months(amount))
    }

    /// Then adds years; a negative number goes back.
    public func years<Amount: SQLOperand>(_ amount: Amount) -> DateModifier
    where Amount.Operand: SQLNumber {
        then(.years(amount))
    }

    /// Then adds hours; a negative number goes back.
    public func hours<Amount: SQLOperand>(_ amount: Amount) -> DateModifier
    where Amount.Operand: SQLNumber {
        then(.hours(amount))
    }

    /// Then adds minutes; a negative number goes back.
    public func minutes<Amount: SQLOperand>(_ amount: Amount) -> DateModifier
    where Amount.Operand: SQLNumber {
        then(.minutes(amount))
    }

    /// Then adds seconds; a negative number goes back.
    public func seconds<Amount: SQLOperand>(_ amount: Amount) -> DateModifier
    where Amount.Operand: SQLNumber {
        then(.seconds(amount))
    }

    /// Then adds milliseconds; a negative number goes back.
    public func milliseconds(_ amount: Int) -> DateModifier { then(.milliseconds(amount)) }

    /// Then goes back to the start of a day, month or year.
    public func startOf(_ period: Period) -> DateModifier { then(.startOf(period)) }

    /// Then advances to the next given day of the week, unless the date already is that day: 0 is Sunday, 6 is
    /// Saturday. The result is NULL for any other number.
    public func weekday(_ number: some SQLOperand<Int>) -> DateModifier { then(.weekday(number)) }

    /// Then a day that the month does not have overflows into the next month. It requires SQLite 3.46.
    public var ceiling: DateModifier { then(.ceiling) }

    /// Then a day that the month does not have becomes the month's last day. It requires SQLite 3.46.
    public var floor: DateModifier { then(.floor) }

    /// Then goes back to midnight.
    public var startOfDay: DateModifier { then(.startOfDay) }

    /// Then goes back to the first day of the month, at midnight.
    public var startOfMonth: DateModifier { then(.startOfMonth) }

    /// Then goes back to the first day of the year, at midnight.
    public var startOfYear: DateModifier { then(.startOfYear) }

    /// Then converts from UTC to the time zone of the process.
    public var localTime: DateModifier { then(.localTime) }

    /// Then converts from the time zone of the process to UTC.
    public var utc: DateModifier { then(.utc) }

    /// Then the result has milliseconds. It requires SQLite 3.42.
    public var subsecond: DateModifier { then(.subsecond) }
}
