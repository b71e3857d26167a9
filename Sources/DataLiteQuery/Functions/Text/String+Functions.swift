public import Foundation

// SQL functions of Swift strings and numbers, for queries without a table and for operands:
// `Values("deadbeef".unhex())`. The value is bound.

extension String {
    /// The text with its ASCII letters in upper case, as SQL computes it.
    public func upper() -> SQLExpression<String> { _operand.upper() }

    /// The text with its ASCII letters in lower case, as SQL computes it.
    public func lower() -> SQLExpression<String> { _operand.lower() }

    /// The text without the spaces at both ends, as SQL computes it.
    public func trim() -> SQLExpression<String> { _operand.trim() }

    /// The text without the given characters at both ends, as SQL computes it.
    public func trim(_ characters: some SQLOperand<String>) -> SQLExpression<String> {
        _operand.trim(characters)
    }

    /// The text without the spaces at its start, as SQL computes it.
    public func ltrim() -> SQLExpression<String> { _operand.ltrim() }

    /// The text without the given characters at its start, as SQL computes it.
    public func ltrim(_ characters: some SQLOperand<String>) -> SQLExpression<String> {
        _operand.ltrim(characters)
    }

    /// The text without the spaces at its end, as SQL computes it.
    public func rtrim() -> SQLExpression<String> { _operand.rtrim() }

    /// The text without the given characters at its end, as SQL computes it.
    public func rtrim(_ characters: some SQLOperand<String>) -> SQLExpression<String> {
        _operand.rtrim(characters)
    }

    /// The text starting at a position. The first character is at 1, the last at -1.
    public func substr(_ start: some SQLOperand<Int>) -> SQLExpression<String> {
        _operand.substr(start)
    }

    /// At most `count` characters starting at a position. The first character is at 1, the last at -1.
    public func substr(
        _ start: some SQLOperand<Int>, _ count: some SQLOperand<Int>
    ) -> SQLExpression<String> { _operand.substr(start, count) }

    /// The number of characters, as SQL counts them, up to the first NUL character.
    public func length() -> SQLExpression<Int> { _operand.length() }

    /// The position of the first occurrence of another string, starting at 1; 0 if there is none.
    public func instr(_ text: some SQLOperand<String>) -> SQLExpression<Int> {
        _operand.instr(text)
    }

    /// The bytes that the hexadecimal digits encode; NULL for anything else. It requires SQLite 3.41.
    public func unhex() -> SQLExpression<Data?> { _operand.unhex() }

    /// The bytes that the hexadecimal digits encode, ignoring `characters` between pairs of digits; NULL for anything
    /// else. It requires SQLite 3.41.
    public func unhex(_ characters: some SQLOperand<String>) -> SQLExpression<Data?> {
        _operand.unhex(characters)
    }

    /// The code point of the first character; NULL for empty text.
    public func unicode() -> SQLExpression<Int?> { _operand.unicode() }

    /// The bytes of the text in hexadecimal digits.
    public func hex() -> SQLExpression<String> { _operand.hex() }

    /// The text as an SQL literal.
    public func quote() -> SQLExpression<String> { _operand.quote() }

    /// Whether the text matches a pattern: `LIKE`.
    public func like(_ pattern: some SQLOperand<String>) -> SQLExpression<Bool> {
        _operand.like(pattern)
    }

    /// Whether the text matches a pattern: `GLOB`.
    public func glob(_ pattern: some SQLOperand<String>) -> SQLExpression<Bool> {
        _operand.glob(pattern)
    }

    /// The text with all occurrences of other text replaced, as SQL computes it.
    public func replace(
        _ other: some SQLOperand<String>, _ replacement: some SQLOperand<String>
    ) -> SQLExpression<String> { _operand.replace(other, replacement) }

    /// The text, compared and sorted by a collating sequence.
    public func collate(_ collation: CollationName) -> SQLExpression<String> {
        _operand.collate(collation)
    }

    /// The text, compared and sorted by a collating sequence of the program.
    public func collate(_ collation: DatabaseCollation) -> SQLExpression<String> {
        _operand.collate(collation)
    }
}

extension Double {
    /// The absolute value, as SQL computes it.
    public func abs() -> SQLExpression<Double> { _operand.abs() }
}

extension Int {
    /// The absolute value, as SQL computes it. The statement fails for `Int.min`.
    public func abs() -> SQLExpression<Int> { _operand.abs() }

    /// The sign, as SQL computes it: -1, 0 or 1.
    public func sign() -> SQLExpression<Int> { _operand.sign() }

    /// A blob of that many random bytes.
    public func randomblob() -> SQLExpression<Data> { randomBlob(self) }

    /// A blob of that many zero bytes.
    public func zeroblob() -> SQLExpression<Data> { zeroBlob(self) }
}
