// Names of functions in Swift and in other libraries. They are unavailable; the compiler reports what to write instead.

public import DataLiteQuery

extension SQLExpression where Value: SQLText {
    @available(*, unavailable, renamed: "lower()")
    public func lowercased() -> Self { self }

    @available(*, unavailable, renamed: "upper()")
    public func uppercased() -> Self { self }

    @available(*, unavailable, renamed: "lower()")
    public var lowercaseString: Self { self }

    @available(*, unavailable, renamed: "upper()")
    public var uppercaseString: Self { self }

    @available(
        *, unavailable,
        message: "write 'lower()', which converts only ASCII letters, or '@DatabaseFunction'"
    )
    public var localizedLowercased: Self { self }

    @available(
        *, unavailable,
        message: "write 'upper()', which converts only ASCII letters, or '@DatabaseFunction'"
    )
    public var localizedUppercased: Self { self }

    @available(
        *, unavailable,
        message: "SQLite has no such function: write one with '@DatabaseFunction'"
    )
    public var capitalized: Self { self }

    @available(
        *, unavailable,
        message: "SQLite has no such function: write one with '@DatabaseFunction'"
    )
    public var localizedCapitalized: Self { self }

    @available(*, unavailable, renamed: "trim()")
    public func trimmed() -> Self { self }

    @available(*, unavailable, renamed: "hasPrefix(_:)")
    public func startsWith(_ text: some SQLOperand<String>) -> SQLExpression<Value._Condition> {
        hasPrefix(text)
    }

    @available(*, unavailable, renamed: "hasSuffix(_:)")
    public func endsWith(_ text: some SQLOperand<String>) -> SQLExpression<Value._Condition> {
        hasSuffix(text)
    }

    @available(*, unavailable, message: "write 'contains(_:)'")
    public func localizedStandardContains(
        _ text: some SQLOperand<String>
    ) -> SQLExpression<Value._Condition> { hasPrefix(text) }

    @available(*, unavailable, message: "write '$0.title == \"\"'")
    public var isEmpty: SQLExpression<Value._Condition> { hasPrefix("") }

    @available(*, unavailable, renamed: "collate(_:)")
    public func collating(_ collation: CollationName) -> Self { self }

    @available(*, unavailable, renamed: "substr(_:_:)")
    public func substring(_ start: some SQLOperand<Int>, _ count: some SQLOperand<Int>) -> Self {
        self
    }

    @available(*, unavailable, message: "write 'substr(1, 3)' for the first three characters")
    public func prefix(_ count: some SQLOperand<Int>) -> Self { self }

    @available(*, unavailable, message: "write 'substr(-3)' for the last three characters")
    public func suffix(_ count: some SQLOperand<Int>) -> Self { self }
}

extension SQLExpression where Value: SQLNumber {
    @available(*, unavailable, renamed: "avg()")
    public var average: SQLExpression<Double?> { avg() }

    @available(*, unavailable, renamed: "avg(distinct:filter:)")
    public func average(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Double?> { avg() }

    @available(*, unavailable, renamed: "round()")
    public func rounded() -> SQLExpression<Value._RealResult> { round() }

    @available(*, unavailable, renamed: "abs()")
    public var absoluteValue: Self { self }

    @available(*, unavailable, renamed: "abs()")
    public var magnitude: Self { self }
}

extension SQLExpression where Value: SQLDate {
    @available(*, unavailable, renamed: "julianDay(_:)")
    public func julianday(_ modifiers: DateModifier...) -> SQLExpression<Double?> { julianDay() }

    @available(*, unavailable, renamed: "unixEpoch(_:)")
    public func unixepoch(_ modifiers: DateModifier...) -> SQLExpression<Int?> { unixEpoch() }
}

// MARK: - Functions before their argument

@available(*, unavailable, message: "write '$0.date.julianDay()'")
public func julianday(_ date: some SQLOperand) -> SQLExpression<Double?> { SQLExpression(nil) }

@available(*, unavailable, message: "write '$0.date.julianDay()'")
public func julianDay(_ date: some SQLOperand) -> SQLExpression<Double?> { SQLExpression(nil) }

@available(*, unavailable, message: "write '$0.date.unixEpoch()'")
public func unixepoch(_ date: some SQLOperand) -> SQLExpression<Int?> { SQLExpression(nil) }

@available(*, unavailable, message: "write '$0.date.datetime()'")
public func datetime(_ date: some SQLOperand) -> SQLExpression<String?> { SQLExpression(nil) }

@available(*, unavailable, message: "write '$0.date.datetime()'")
public func dateTime(_ date: some SQLOperand) -> SQLExpression<String?> { SQLExpression(nil) }

@available(*, unavailable, message: "write '$0.date.strftime(\"%Y\")'")
public func strftime(_ format: String, _ date: some SQLOperand) -> SQLExpression<String?> {
    SQLExpression(nil)
}

@available(*, unavailable, renamed: "format(_:_:)")
public func printf(_ text: String, _ arguments: any SQLOperand...) -> SQLExpression<String?> {
    SQLExpression(nil)
}

@available(*, unavailable, message: "write '$0.title.like(\"a%\")'")
public func like(_ pattern: some SQLOperand, _ text: some SQLOperand) -> SQLExpression<Bool> {
    SQLExpression(false)
}

@available(*, unavailable, message: "write '$0.title.glob(\"a*\")'")
public func glob(_ pattern: some SQLOperand, _ text: some SQLOperand) -> SQLExpression<Bool> {
    SQLExpression(false)
}
