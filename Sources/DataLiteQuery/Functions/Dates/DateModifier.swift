/// A step by which a date function changes its result:
/// <https://sqlite.org/lang_datefunc.html#modifiers>. Steps are applied from left to right.
///
/// ```swift
/// $0.dueDate.date(.startOf(.month), .months(1), .days(-1))  // the last day of the month
/// ```
///
/// A value can also be several steps, each written after the one before:
///
/// ```swift
/// extension DateModifier { static let endOfMonth = startOfMonth.months(1).days(-1) }
/// ```
public struct DateModifier: Sendable {
    /// The steps.
    private(set) var nodes: [SQLNode]

    /// Whether the result has a fraction of a second.
    private(set) var hasFraction = false

    /// Whether it tells SQLite how to read a number.
    private(set) var readsNumber = false

    fileprivate init(_ node: SQLNode) { nodes = [node] }

    fileprivate init(_ text: StaticString, requires feature: SQLFeature? = nil) {
        guard let feature else {
            nodes = [.text(text)]
            return
        }
        nodes = [.fragment(RequiredText(text: text, feature: feature))]
    }

    /// These steps and then those of another modifier.
    func then(_ next: DateModifier) -> DateModifier {
        var modifier = self
        modifier.nodes += next.nodes
        modifier.hasFraction = hasFraction || next.hasFraction
        return modifier
    }

    // MARK: - Amounts

    /// Adds days; a negative number goes back.
    public static func days<Amount: SQLOperand>(_ amount: Amount) -> DateModifier
    where Amount.Operand: SQLNumber {
        adding(amount.operandNode, "days", "' days'")
    }

    /// Adds months; a negative number goes back. If the resulting month is too short, the date
    /// overflows into the next one: 31 January plus one month is 2 or 3 March. ``floor-swift.type.property`` changes
    /// this.
    public static func months<Amount: SQLOperand>(_ amount: Amount) -> DateModifier
    where Amount.Operand: SQLNumber {
        adding(amount.operandNode, "months", "' months'")
    }

    /// Adds years; a negative number goes back.
    public static func years<Amount: SQLOperand>(_ amount: Amount) -> DateModifier
    where Amount.Operand: SQLNumber {
        adding(amount.operandNode, "years", "' years'")
    }

    /// Adds hours; a negative number goes back.
    public static func hours<Amount: SQLOperand>(_ amount: Amount) -> DateModifier
    where Amount.Operand: SQLNumber {
        adding(amount.operandNode, "hours", "' hours'")
    }

    /// Adds minutes; a negative number goes back.
    public static func minutes<Amount: SQLOperand>(_ amount: Amount) -> DateModifier
    where Amount.Operand: SQLNumber {
        adding(amount.operandNode, "minutes", "' minutes'")
    }

    /// Adds seconds; a negative number goes back.
    public static func seconds<Amount: SQLOperand>(_ amount: Amount) -> DateModifier
    where Amount.Operand: SQLNumber {
        adding(amount.operandNode, "seconds", "' seconds'")
    }

    /// Adds an interval in the form `+HH:MM:SS.SSS`, or, since SQLite 3.43, in the form `+YYYY-MM-DD HH:MM:SS.SSS`,
    /// which ``SQLExpression/timediff(_:)`` returns. The text of any other modifier, such as `+3 days`, is also valid;
    /// for other text the result is NULL.
    public static func interval<Text: SQLOperand>(_ text: Text) -> DateModifier
    where Text.Operand: SQLText {
        DateModifier(text.operandNode)
    }

    /// Adds milliseconds; a negative number goes back.
    public static func milliseconds(_ amount: Int) -> DateModifier {
        let (seconds, rest) = amount.magnitude.quotientAndRemainder(dividingBy: 1000)
        let fraction = String(1000 + rest).dropFirst()
        return DateModifier(
            .parameter(.text("\(amount < 0 ? "-" : "+")\(seconds).\(fraction) seconds")))
    }

    private static func adding(
        _ amount: SQLNode, _ unit: StaticString, _ suffix: StaticString
    ) -> DateModifier {
        switch amount {
        case .parameter(.int(let number)):
            DateModifier(.parameter(.text("\(number < 0 ? "" : "+")\(number) \(unit)")))
        case .parameter(.real(let number)):
            // -0.0 has a minus sign, although it is not less than 0.
            DateModifier(
                .parameter(.text("\(number.sign == .minus ? "" : "+")\(number) \(unit)")))
        default:
            DateModifier(.binary(amount, .concatenate, .text(suffix)))
        }
    }

    // MARK: - Positions

    /// A part of a calendar.
    public enum Period: Sendable {
        /// A day, which starts at midnight.
        case day
        /// A month.
        case month
        /// A year.
        case year
    }

    /// Goes back to the start of a day, month or year.
    public static func startOf(_ period: Period) -> DateModifier {
        switch period {
        case .day: DateModifier("'start of day'")
        case .month: DateModifier("'start of month'")
        case .year: DateModifier("'start of year'")
        }
    }

    /// Goes back to midnight: `startOf(.day)`.
    public static let startOfDay = startOf(.day)

    /// Goes back to the first day of the month, at midnight: `startOf(.month)`.
    public static let startOfMonth = startOf(.month)

    /// Goes back to the first day of the year, at midnight: `startOf(.year)`.
    public static let startOfYear = startOf(.year)

    /// Advances to the next given day of the week, unless the date already is that day: 0 is
    /// Sunday, 6 is Saturday. The result is NULL for any other number.
    public static func weekday(_ number: some SQLOperand<Int>) -> DateModifier {
        guard case .parameter(.int(let number)) = number.operandNode else {
            return DateModifier(.binary(.text("'weekday '"), .concatenate, number.operandNode))
        }
        return DateModifier(.parameter(.text("weekday \(number)")))
    }

    /// After ``months(_:)-type.method`` or ``years(_:)-type.method``: a day that the month does not have overflows into
    /// the next month. This is the default. It requires SQLite 3.46.
    public static let ceiling = DateModifier(
        "'ceiling'", requires: .since(3_046_000, "the date modifier ceiling"))

    /// After ``months(_:)-type.method`` or ``years(_:)-type.method``: a day that the month does not have becomes the
    /// month's last day. It requires SQLite 3.46.
    public static let floor = DateModifier(
        "'floor'", requires: .since(3_046_000, "the date modifier floor"))

    // MARK: - Forms

    /// The value is a number of seconds since 1970. It must be the first modifier.
    public static let unixEpoch = DateModifier("'unixepoch'").readingNumber

    /// The value is a Julian day number; NULL for anything else. It must be the first modifier and
    /// requires SQLite 3.38.
    public static let julianDay = DateModifier(
        "'julianday'", requires: .since(3_038_000, "the date modifier julianday")
    ).readingNumber

    /// The value is a Julian day number if it is less than 5373485, and otherwise a number of
    /// seconds since 1970. It must be the first modifier and requires SQLite 3.38.
    public static let auto = DateModifier(
        "'auto'", requires: .since(3_038_000, "the date modifier auto")
    ).readingNumber

    private var readingNumber: DateModifier {
        var modifier = self
        modifier.readsNumber = true
        return modifier
    }

    /// Converts from UTC to the time zone of the process.
    public static let localTime = DateModifier("'localtime'")

    /// Converts from the time zone of the process to UTC.
    public static let utc = DateModifier("'utc'")

    /// The result has milliseconds. It requires SQLite 3.42.
    public static let subsecond: DateModifier = {
        var modifier = DateModifier(
            "'subsec'", requires: .since(3_042_000, "the date modifier subsec"))
        modifier.hasFraction = true
        return modifier
    }()
}

/// Text that not every version of SQLite supports.
private struct RequiredText: SQLRenderable {
    let text: StaticString
    let feature: SQLFeature

    func write(to writer: inout _SQLWriter) {
        writer.require(feature)
        writer.write(text)
    }
}

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
