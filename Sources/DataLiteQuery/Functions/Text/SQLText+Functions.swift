public import Foundation

// Text functions: <https://sqlite.org/lang_corefunc.html>. The result for NULL is NULL.

extension ComposableExpression where Value: SQLText {
    /// The text with its ASCII letters in upper case.
    public func upper() -> SQLExpression<Value> { call("upper") }

    /// The text with its ASCII letters in lower case.
    public func lower() -> SQLExpression<Value> { call("lower") }

    /// The text without the spaces at both ends.
    public func trim() -> SQLExpression<Value> { call("trim") }

    /// The text without the given characters at both ends.
    public func trim(_ characters: some SQLOperand<String>) -> SQLExpression<Value> {
        call("trim", characters.operandNode)
    }

    /// The text without the spaces at its start.
    public func ltrim() -> SQLExpression<Value> { call("ltrim") }

    /// The text without the given characters at its start.
    public func ltrim(_ characters: some SQLOperand<String>) -> SQLExpression<Value> {
        call("ltrim", characters.operandNode)
    }

    /// The text without the spaces at its end.
    public func rtrim() -> SQLExpression<Value> { call("rtrim") }

    /// The text without the given characters at its end.
    public func rtrim(_ characters: some SQLOperand<String>) -> SQLExpression<Value> {
        call("rtrim", characters.operandNode)
    }

    /// The text starting at a position. The first character is at 1, the last at -1.
    public func substr(_ start: some SQLOperand<Int>) -> SQLExpression<Value> {
        call("substr", start.operandNode)
    }

    /// At most `count` characters starting at a position. The first character is at 1, the last at
    /// -1.
    public func substr(
        _ start: some SQLOperand<Int>, _ count: some SQLOperand<Int>
    ) -> SQLExpression<Value> {
        call("substr", start.operandNode, count.operandNode)
    }

    /// The text with every occurrence of another string replaced.
    public func replace(
        _ text: some SQLOperand<String>, _ replacement: some SQLOperand<String>
    ) -> SQLExpression<Value> {
        call("replace", text.operandNode, replacement.operandNode)
    }

    /// The number of characters, up to the first NUL character.
    public func length() -> SQLExpression<Value._Position> { call("length") }

    /// The position of the first occurrence of another string, starting at 1; 0 if there is none.
    public func instr(_ text: some SQLOperand<String>) -> SQLExpression<Value._Position> {
        call("instr", text.operandNode)
    }

    /// The bytes that the hexadecimal digits encode; NULL for anything else. It requires SQLite
    /// 3.41.
    public func unhex() -> SQLExpression<Data?> {
        SQLExpression<Data?>(.call("unhex", since: 3_041_000, [node]))
    }

    /// The text with a collating sequence for comparing and ordering.
    public func collate(_ collation: CollationName) -> SQLExpression<Value> {
        SQLExpression(.fragment(Collated(node: node, name: collation.rawValue)))
    }

    /// The text with a collating sequence of the program for comparing and ordering. The statement adds it to a
    /// connection that does not have it.
    public func collate(_ collation: DatabaseCollation) -> SQLExpression<Value> {
        SQLExpression(
            .fragment(Collated(node: node, name: collation.name, definition: collation)))
    }
}

extension ComposableExpression {
    /// The bytes of the value in hexadecimal digits; empty text for NULL.
    public func hex() -> SQLExpression<String> { call("hex") }

    /// The value as an SQL literal; `NULL` for NULL.
    public func quote() -> SQLExpression<String> { call("quote") }

    /// The value formatted as with C's `printf`: `"%05d"`; NULL for an empty format.
    public func printf(_ format: some SQLOperand<String>) -> SQLExpression<String?> {
        SQLExpression<String?>(.call("printf", [format.operandNode, node]))
    }
}

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

extension SQLExpression where Value: SQLText {
    /// Whether the text matches a pattern with an escape character that is an expression, such as a named parameter:
    /// `LIKE ... ESCAPE`. SQLite reports an error if its value is not a single character.
    @_disfavoredOverload
    public func like(
        _ pattern: some SQLOperand<String>, escape: some SQLOperand<String>
    ) -> SQLExpression<Value._Condition> {
        SQLExpression<Value._Condition>(
            .fragment(
                TernaryOperation(
                    node, " LIKE ", pattern.operandNode, " ESCAPE ", escape.operandNode)))
    }
}
