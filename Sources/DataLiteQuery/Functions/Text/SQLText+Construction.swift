public import Foundation

// Functions that construct text, and functions on single characters:
// <https://sqlite.org/lang_corefunc.html>.

/// A string of the characters with these code points.
public func char(_ codePoints: any SQLOperand<Int>...) -> SQLExpression<String> {
    SQLExpression(.call("char", codePoints.map(\.operandNode)))
}

/// The values concatenated as text; NULL is skipped. It requires SQLite 3.44.
///
/// The operator `+` works with every version, and is NULL if either side is NULL.
public func concat(
    _ first: any SQLOperand, _ others: any SQLOperand...
) -> SQLExpression<String> {
    let values = [first] + others
    return SQLExpression(.call("concat", since: 3_044_000, values.map(\.operandNode)))
}

/// The values concatenated as text with a separator between them; NULL is skipped. It requires
/// SQLite 3.44.
public func concat(
    separator: some SQLOperand<String>, _ first: any SQLOperand, _ others: any SQLOperand...
) -> SQLExpression<String> {
    let values = [first] + others
    return SQLExpression(
        .call(
            "concat_ws", since: 3_044_000,
            [separator.operandNode] + values.map(\.operandNode)))
}

/// The values formatted as with C's `printf` (<https://sqlite.org/printf.html>); NULL for an empty
/// format.
///
/// ```swift
/// Item.select { format("%s: %.2f", $0.name, $0.price) }
/// ```
public func format(
    _ format: some SQLOperand<String>, _ values: any SQLOperand...
) -> SQLExpression<String?> {
    SQLExpression(.call("printf", [format.operandNode] + values.map(\.operandNode)))
}

extension SQLExpression where Value: SQLText {
    /// The code point of the first character; NULL for empty text.
    public func unicode() -> SQLExpression<Int?> { call("unicode") }

    /// The Soundex code, a letter and three digits, which is equal for names that sound alike in
    /// English; `?000` for text without letters. It requires SQLite compiled with `SQLITE_SOUNDEX`.
    public func soundex() -> SQLExpression<String> {
        SQLExpression<String>(
            .fragment(
                FunctionCall(
                    name: .builtIn("soundex"), arguments: [node],
                    requirement: .optionalFunction(
                        "soundex", since: 3_000_000, option: "SQLITE_SOUNDEX"))))
    }

    /// The text with its escapes `\XXXX`, `\+XXXXXX`, `\uXXXX` and `\UXXXXXXXX` replaced by their
    /// characters. It requires SQLite 3.50.
    public func unistr() -> SQLExpression<Value> {
        SQLExpression(.call("unistr", since: 3_050_000, [node]))
    }

    /// The bytes that the hexadecimal digits encode, ignoring `characters` between pairs of digits;
    /// NULL for anything else. It requires SQLite 3.41.
    public func unhex(ignoring characters: some SQLOperand<String>) -> SQLExpression<Data?> {
        SQLExpression<Data?>(
            .call("unhex", since: 3_041_000, [node, characters.operandNode]))
    }
}

extension SQLExpression {
    /// The value as an SQL literal, with control characters as escapes for `unistr()`. It requires
    /// SQLite 3.50.
    public func unistrQuote() -> SQLExpression<String> {
        SQLExpression<String>(.call("unistr_quote", since: 3_050_000, [node]))
    }
}
