// A `CASE` without `else` is an expression, so the functions of text can be called without `end()`.

extension CaseExpression where Result: SQLText {
    /// The text with its ASCII letters in upper case.
    public func upper() -> SQLExpression<Result?> { expression.upper() }

    /// The text with its ASCII letters in lower case.
    public func lower() -> SQLExpression<Result?> { expression.lower() }

    /// The text without the spaces at both ends.
    public func trim() -> SQLExpression<Result?> { expression.trim() }

    /// The text without the spaces at its start.
    public func ltrim() -> SQLExpression<Result?> { expression.ltrim() }

    /// The text without the spaces at its end.
    public func rtrim() -> SQLExpression<Result?> { expression.rtrim() }

    /// The text without the given characters at both ends.
    public func trim(_ characters: some SQLOperand<String>) -> SQLExpression<Result?> {
        expression.trim(characters)
    }

    /// The text without the given characters at its start.
    public func ltrim(_ characters: some SQLOperand<String>) -> SQLExpression<Result?> {
        expression.ltrim(characters)
    }

    /// The text without the given characters at its end.
    public func rtrim(_ characters: some SQLOperand<String>) -> SQLExpression<Result?> {
        expression.rtrim(characters)
    }

    /// The text starting at a position. The first character is at 1, the last at -1.
    public func substr(_ start: some SQLOperand<Int>) -> SQLExpression<Result?> {
        expression.substr(start)
    }

    /// At most `count` characters starting at a position. The first character is at 1, the last at -1.
    public func substr(
        _ start: some SQLOperand<Int>, _ count: some SQLOperand<Int>
    ) -> SQLExpression<Result?> {
        expression.substr(start, count)
    }

    /// The text with every occurrence of another string replaced.
    public func replace(
        _ text: some SQLOperand<String>, _ replacement: some SQLOperand<String>
    ) -> SQLExpression<Result?> {
        expression.replace(text, replacement)
    }

    /// The number of characters, up to the first NUL character.
    public func length() -> SQLExpression<Int?> { expression.length() }

    /// The position of the first occurrence of another string, starting at 1; 0 if there is none.
    public func instr(_ text: some SQLOperand<String>) -> SQLExpression<Int?> {
        expression.instr(text)
    }

    /// The text with a collating sequence for comparing and ordering.
    public func collate(_ collation: CollationName) -> SQLExpression<Result?> {
        expression.collate(collation)
    }

    /// Whether the text matches a pattern: `LIKE`.
    public func like(_ pattern: some SQLOperand<String>) -> SQLExpression<Result._Condition._OrNull>
    {
        expression.like(pattern)
    }

    /// Whether the text matches a pattern: `GLOB`.
    public func glob(_ pattern: some SQLOperand<String>) -> SQLExpression<Result._Condition._OrNull>
    {
        expression.glob(pattern)
    }

    /// Whether the text contains another string.
    public func contains(_ text: some SQLOperand<String>) -> SQLExpression<
        Result._Condition._OrNull
    > {
        expression.contains(text)
    }

    /// Whether the text starts with another string.
    public func hasPrefix(_ text: some SQLOperand<String>) -> SQLExpression<
        Result._Condition._OrNull
    > {
        expression.hasPrefix(text)
    }

    /// Whether the text ends with another string.
    public func hasSuffix(_ text: some SQLOperand<String>) -> SQLExpression<
        Result._Condition._OrNull
    > {
        expression.hasSuffix(text)
    }
}
