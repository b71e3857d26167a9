public import Foundation

// The functions of text, numbers and NULL in the form `length($0.title)`, as SQL writes them. Each is the same as the
// method of that name. Those of text also take a Swift string, which is bound: `Values(upper("a"))`.

// MARK: - Text

/// The text with its ASCII letters in upper case.
@_disfavoredOverload
public func upper<Text: SQLText>(_ text: some SQLOperand<Text>) -> SQLExpression<Text> {
    text._operand.upper()
}

/// The text with its ASCII letters in lower case.
@_disfavoredOverload
public func lower<Text: SQLText>(_ text: some SQLOperand<Text>) -> SQLExpression<Text> {
    text._operand.lower()
}

/// The text without the spaces at both ends.
@_disfavoredOverload
public func trim<Text: SQLText>(_ text: some SQLOperand<Text>) -> SQLExpression<Text> {
    text._operand.trim()
}

/// The text without the given characters at both ends.
@_disfavoredOverload
public func trim<Text: SQLText>(
    _ text: some SQLOperand<Text>, _ characters: some SQLOperand<String>
) -> SQLExpression<Text> { text._operand.trim(characters) }

/// The text without the spaces at its start.
@_disfavoredOverload
public func ltrim<Text: SQLText>(_ text: some SQLOperand<Text>) -> SQLExpression<Text> {
    text._operand.ltrim()
}

/// The text without the given characters at its start.
@_disfavoredOverload
public func ltrim<Text: SQLText>(
    _ text: some SQLOperand<Text>, _ characters: some SQLOperand<String>
) -> SQLExpression<Text> { text._operand.ltrim(characters) }

/// The text without the spaces at its end.
@_disfavoredOverload
public func rtrim<Text: SQLText>(_ text: some SQLOperand<Text>) -> SQLExpression<Text> {
    text._operand.rtrim()
}

/// The text without the given characters at its end.
@_disfavoredOverload
public func rtrim<Text: SQLText>(
    _ text: some SQLOperand<Text>, _ characters: some SQLOperand<String>
) -> SQLExpression<Text> { text._operand.rtrim(characters) }

/// The text with every occurrence of another string replaced.
@_disfavoredOverload
public func replace<Text: SQLText>(
    _ text: some SQLOperand<Text>, _ other: some SQLOperand<String>,
    _ replacement: some SQLOperand<String>
) -> SQLExpression<Text> { text._operand.replace(other, replacement) }

/// The text starting at a position. The first character is at 1, the last at -1.
@_disfavoredOverload
public func substr<Text: SQLText>(
    _ text: some SQLOperand<Text>, _ start: some SQLOperand<Int>
) -> SQLExpression<Text> { text._operand.substr(start) }

/// At most `count` characters starting at a position. The first character is at 1, the last at -1.
@_disfavoredOverload
public func substr<Text: SQLText>(
    _ text: some SQLOperand<Text>, _ start: some SQLOperand<Int>, _ count: some SQLOperand<Int>
) -> SQLExpression<Text> { text._operand.substr(start, count) }

/// The number of characters, up to the first NUL character.
@_disfavoredOverload
public func length<Text: SQLText>(
    _ text: some SQLOperand<Text>
) -> SQLExpression<Text._Position> { text._operand.length() }

/// The position of the first occurrence of another string, starting at 1; 0 if there is none.
@_disfavoredOverload
public func instr<Text: SQLText>(
    _ text: some SQLOperand<Text>, _ other: some SQLOperand<String>
) -> SQLExpression<Text._Position> { text._operand.instr(other) }

/// The bytes that the hexadecimal digits encode; NULL for anything else. It requires SQLite 3.41.
@_disfavoredOverload
public func unhex<Text: SQLText>(_ text: some SQLOperand<Text>) -> SQLExpression<Data?> {
    text._operand.unhex()
}

/// The code point of the first character; NULL for empty text.
@_disfavoredOverload
public func unicode<Text: SQLText>(_ text: some SQLOperand<Text>) -> SQLExpression<Int?> {
    text._operand.unicode()
}

/// The number of bytes of a blob, or of the text encoding of any other value; NULL for NULL. It requires SQLite 3.43.
@_disfavoredOverload
public func octetLength(_ value: some SQLOperand) -> SQLExpression<Int?> {
    value._operand.octetLength()
}

/// The bytes of the value in hexadecimal digits.
@_disfavoredOverload
public func hex(_ value: some SQLOperand) -> SQLExpression<String> { value._operand.hex() }

/// The value as an SQL literal.
@_disfavoredOverload
public func quote(_ value: some SQLOperand) -> SQLExpression<String> { value._operand.quote() }

// MARK: - Numbers

/// The absolute value. The statement fails for the smallest 64-bit integer.
@_disfavoredOverload
public func abs<Value: SQLNumber>(_ value: SQLExpression<Value>) -> SQLExpression<Value> {
    value.abs()
}

/// The nearest integer, as a floating-point number; halves are rounded away from zero.
@_disfavoredOverload
public func round<Value: SQLNumber>(
    _ value: SQLExpression<Value>
) -> SQLExpression<Value._RealResult> { value.round() }

/// The number rounded to a number of digits after the decimal point.
@_disfavoredOverload
public func round<Value: SQLNumber>(
    _ value: SQLExpression<Value>, _ digits: some SQLOperand<Int>
) -> SQLExpression<Value._RealResult> { value.round(to: digits) }

/// The sign: -1, 0 or 1.
@_disfavoredOverload
public func sign<Value: SQLNumber>(
    _ value: SQLExpression<Value>
) -> SQLExpression<Value._IntegerResult> { value.sign() }

// MARK: - Types and NULL

/// The value converted to another type: `CAST`. SQL converts every value: text that is not a number becomes 0.
public func cast<Value: RowRepresentable, Result: SQLiteRepresentable>(
    _ value: SQLExpression<Value?>, as type: Result.Type
) -> SQLExpression<Result?> { value.cast(as: type) }

/// The value converted to another type: `CAST`. SQL converts every value: text that is not a number becomes 0.
@_disfavoredOverload
public func cast<Value: RowRepresentable, Result: SQLiteRepresentable>(
    _ value: SQLExpression<Value>, as type: Result.Type
) -> SQLExpression<Result> { value.cast(as: type) }

/// The storage class of the value: `null`, `integer`, `real`, `text` or `blob`.
@_disfavoredOverload
public func typeof(_ value: some SQLOperand) -> SQLExpression<String> { value._operand.typeof() }

/// The first value, or the second one where the first is NULL: `coalesce`.
public func ifnull<Value: RowRepresentable>(
    _ value: SQLExpression<Value?>, _ other: SQLExpression<Value>
) -> SQLExpression<Value> { value ?? other }

/// The first value, or a Swift value where the first is NULL: `coalesce`.
@_disfavoredOverload
public func ifnull<Value: RowRepresentable>(
    _ value: SQLExpression<Value?>, _ other: Value._Plain
) -> SQLExpression<Value> { value ?? SQLExpression<Value>(other) }

/// The first value, or the second one where the first is NULL: `coalesce`.
public func coalesce<Value: RowRepresentable>(
    _ value: SQLExpression<Value?>, _ other: SQLExpression<Value>
) -> SQLExpression<Value> { value ?? other }

/// The first value, or a Swift value where the first is NULL: `coalesce`.
@_disfavoredOverload
public func coalesce<Value: RowRepresentable>(
    _ value: SQLExpression<Value?>, _ other: Value._Plain
) -> SQLExpression<Value> { value ?? SQLExpression<Value>(other) }

/// The first value, or NULL where it equals the second one.
public func nullif<Value: RowRepresentable>(
    _ value: SQLExpression<Value>, _ other: SQLExpression<Value>
) -> SQLExpression<Value?> { value.nullif(other) }

/// The first value, or NULL where it equals a Swift value.
@_disfavoredOverload
public func nullif<Value: RowRepresentable>(
    _ value: SQLExpression<Value>, _ other: Value._Plain
) -> SQLExpression<Value?> { value.nullif(SQLExpression<Value>(other)) }

/// The first value, or NULL where it equals the second one.
public func nullif<Value: RowRepresentable>(
    _ value: SQLExpression<Value?>, _ other: SQLExpression<Value?>
) -> SQLExpression<Value?> { value.nullif(other) }

/// The first value, or NULL where it equals a Swift value.
@_disfavoredOverload
public func nullif<Value: RowRepresentable>(
    _ value: SQLExpression<Value?>, _ other: Value._Plain
) -> SQLExpression<Value?> { value.nullif(SQLExpression<Value?>(SQLExpression<Value>(other).node)) }
