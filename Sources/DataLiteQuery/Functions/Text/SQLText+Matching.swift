// Conditions on text. Like a comparison, a condition is NULL if an operand is NULL.

extension ComposableExpression where Value: SQLText {
    /// Whether the text matches a pattern, in which `%` matches any text and `_` any character.
    /// ASCII letters match in either case.
    public func like(_ pattern: some SQLOperand<String>) -> SQLExpression<Value._Condition> {
        SQLExpression<Value._Condition>(.binary(node, .like, pattern.operandNode))
    }

    /// Whether the text matches a pattern with an escape character, after which `%` and `_` are
    /// literal: `LIKE ... ESCAPE`.
    public func like(_ pattern: some SQLOperand<String>, escape: Character) -> SQLExpression<
        Value._Condition
    > {
        SQLExpression<Value._Condition>(like(pattern.operandNode, escape))
    }

    /// Whether the text matches a pattern, in which `*` matches any text, `?` any character and
    /// `[a-z]` one character in the range.
    public func glob(_ pattern: some SQLOperand<String>) -> SQLExpression<Value._Condition> {
        SQLExpression<Value._Condition>(.binary(node, .glob, pattern.operandNode))
    }

    /// Whether the text matches a regular expression. The connection must have a function `regexp`,
    /// such as `Function.Regexp`.
    public func regexp(_ pattern: some SQLOperand<String>) -> SQLExpression<Value._Condition> {
        SQLExpression<Value._Condition>(.binary(node, .regexp, pattern.operandNode))
    }

    /// Whether the text contains another string. ASCII letters match in either case.
    public func contains(_ text: some SQLOperand<String>) -> SQLExpression<Value._Condition> {
        SQLExpression<Value._Condition>(like(text.operandNode, prefix: "'%'", suffix: "'%'"))
    }

    /// Whether the text begins with another string. ASCII letters match in either case.
    public func hasPrefix(_ text: some SQLOperand<String>) -> SQLExpression<Value._Condition> {
        SQLExpression<Value._Condition>(like(text.operandNode, prefix: nil, suffix: "'%'"))
    }

    /// Whether the text ends with another string. ASCII letters match in either case.
    public func hasSuffix(_ text: some SQLOperand<String>) -> SQLExpression<Value._Condition> {
        SQLExpression<Value._Condition>(like(text.operandNode, prefix: "'%'", suffix: nil))
    }

    // If the argument can be NULL, the condition can be NULL.

    /// Whether the text matches a pattern, in which `%` matches any text and `_` any character.
    /// ASCII letters match in either case.
    public func like(_ pattern: some SQLOperand<String?>) -> SQLExpression<Bool?> {
        SQLExpression<Bool?>(.binary(node, .like, pattern.operandNode))
    }

    /// Whether the text matches a pattern with an escape character, after which `%` and `_` are
    /// literal: `LIKE ... ESCAPE`.
    public func like(_ pattern: some SQLOperand<String?>, escape: Character) -> SQLExpression<Bool?>
    {
        SQLExpression<Bool?>(like(pattern.operandNode, escape))
    }

    /// Whether the text matches a pattern, in which `*` matches any text, `?` any character and
    /// `[a-z]` one character in the range.
    public func glob(_ pattern: some SQLOperand<String?>) -> SQLExpression<Bool?> {
        SQLExpression<Bool?>(.binary(node, .glob, pattern.operandNode))
    }

    /// Whether the text matches a regular expression. The connection must have a function `regexp`,
    /// such as `Function.Regexp`.
    public func regexp(_ pattern: some SQLOperand<String?>) -> SQLExpression<Bool?> {
        SQLExpression<Bool?>(.binary(node, .regexp, pattern.operandNode))
    }

    /// Whether the text contains another string. ASCII letters match in either case.
    public func contains(_ text: some SQLOperand<String?>) -> SQLExpression<Bool?> {
        SQLExpression<Bool?>(like(text.operandNode, prefix: "'%'", suffix: "'%'"))
    }

    /// Whether the text begins with another string. ASCII letters match in either case.
    public func hasPrefix(_ text: some SQLOperand<String?>) -> SQLExpression<Bool?> {
        SQLExpression<Bool?>(like(text.operandNode, prefix: nil, suffix: "'%'"))
    }

    /// Whether the text ends with another string. ASCII letters match in either case.
    public func hasSuffix(_ text: some SQLOperand<String?>) -> SQLExpression<Bool?> {
        SQLExpression<Bool?>(like(text.operandNode, prefix: "'%'", suffix: nil))
    }

    private func like(
        _ text: SQLNode, prefix: StaticString?, suffix: StaticString?
    ) -> SQLNode {
        var pattern = text.escapedForLike
        if case .parameter(.text(let text)) = pattern {
            let text = (prefix == nil ? "" : "%") + text + (suffix == nil ? "" : "%")
            pattern = .parameter(.text(text))
        } else {
            if let prefix { pattern = .binary(.text(prefix), .concatenate, pattern) }
            if let suffix { pattern = .binary(pattern, .concatenate, .text(suffix)) }
        }
        return .fragment(TernaryOperation(node, " LIKE ", pattern, " ESCAPE ", .text("'\\'")))
    }

    private func like(_ pattern: SQLNode, _ escape: Character) -> SQLNode {
        .fragment(
            TernaryOperation(node, " LIKE ", pattern, " ESCAPE ", .parameter(.text(String(escape))))
        )
    }
}

extension SQLExpression where Value: SQLiteRepresentable {
    /// Whether the expression matches a pattern: `MATCH`, for full-text tables and for an
    /// application-defined function `match`.
    public func match<Pattern: SQLOperand>(_ pattern: Pattern) -> SQLExpression<Bool>
    where Pattern.Operand: SQLText {
        SQLExpression<Bool>(.binary(node, .match, pattern.operandNode))
    }
}

extension SQLNode {
    /// The text with a backslash before each character that is special in a pattern.
    fileprivate var escapedForLike: SQLNode {
        if case .parameter(.text(let text)) = self {
            // LIKE stops reading at a NUL character, so it would also match other strings.
            guard !text.utf8.contains(0) else {
                return .failure(
                    SQLiteError.misuse("LIKE cannot search for text with a NUL character"))
            }
            return .parameter(.text(text.escapedForLike))
        }
        var node = self
        for (text, replacement) in [("'\\'", "'\\\\'"), ("'%'", "'\\%'"), ("'_'", "'\\_'")]
            as [(StaticString, StaticString)]
        {
            node = .call("replace", [node, .text(text), .text(replacement)])
        }
        return node
    }
}

extension String {
    fileprivate var escapedForLike: String {
        var escaped = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar == "\\" || scalar == "%" || scalar == "_" { escaped.append("\\") }
            escaped.append(scalar)
        }
        return String(escaped)
    }
}
