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
