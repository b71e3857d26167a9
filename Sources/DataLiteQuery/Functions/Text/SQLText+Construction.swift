public import Foundation

// Functions that make text, and functions of single characters:
// <https://sqlite.org/lang_corefunc.html>.

/// The characters with these code points.
public func char(_ codePoints: any SQLOperand<Int>...) -> SQLExpression<String> {
    SQLExpression(.call("char", codePoints.map(\.operandNode)))
}

/// Values as text, one after the other; NULL is left out. It requires SQLite 3.44.
///
/// The operator `+` works with every version, and is NULL if either side is NULL.
public func concat(
    _ first: any SQLOperand, _ others: any SQLOperand...
) -> SQLExpression<String> {
    let values = [first] + others
    return SQLExpression(.call("concat", since: 3_044_000, values.map(\.operandNode)))
}

/// Values as text with a separator between them; NULL is left out. It requires SQLite 3.44.
public func concat(
    separator: some SQLOperand<String>, _ first: any SQLOperand, _ others: any SQLOperand...
) -> SQLExpression<String> {
    let values = [first] + others
    return SQLExpression(
        .call(
            "concat_ws", since: 3_044_000,
            [separator.operandNode] + values.map(\.operandNode)))
}

/// Values in a format, as C's `printf` writes them (<https://sqlite.org/printf.html>); NULL for an
/// empty format.
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

    /// A code of a letter and three digits that is equal for names that sound alike in English;
    /// `?000` for text without letters. It requires an SQLite that was compiled with it.
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

    /// The bytes that the hexadecimal digits of the text mean, with other characters between them;
    /// NULL if there is anything else in it. It requires SQLite 3.41.
    public func unhex(ignoring characters: some SQLOperand<String>) -> SQLExpression<Data?> {
        SQLExpression<Data?>(
            .call("unhex", since: 3_041_000, [node, characters.operandNode]))
    }
}

extension SQLExpression {
    /// The value as a literal of SQL, with control characters as escapes of `unistr()`. It requires
    /// SQLite 3.50.
    public func unistrQuote() -> SQLExpression<String> {
        SQLExpression<String>(.call("unistr_quote", since: 3_050_000, [node]))
    }
}
