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
