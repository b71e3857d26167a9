extension SQLExpression where Value: SQLText {
    /// The text in upper case: ASCII letters only.
    public func upper() -> Self { Self(.call("upper", [node])) }

    /// The text in lower case: ASCII letters only.
    public func lower() -> Self { Self(.call("lower", [node])) }

    /// The text without the characters at both ends; without an argument, without spaces.
    public func trim(_ characters: SQLExpression<String>? = nil) -> Self {
        Self(.call("trim", [node] + (characters.map { [$0.node] } ?? [])))
    }

    /// The text without the characters at its start; without an argument, without spaces.
    public func ltrim(_ characters: SQLExpression<String>? = nil) -> Self {
        Self(.call("ltrim", [node] + (characters.map { [$0.node] } ?? [])))
    }

    /// The text without the characters at its end; without an argument, without spaces.
    public func rtrim(_ characters: SQLExpression<String>? = nil) -> Self {
        Self(.call("rtrim", [node] + (characters.map { [$0.node] } ?? [])))
    }

    /// A part of the text. The first character is number 1.
    public func substr(_ start: SQLExpression<Int>, _ length: SQLExpression<Int>? = nil) -> Self {
        Self(.call("substr", [node, start.node] + (length.map { [$0.node] } ?? [])))
    }

    /// The text with one text replaced by another.
    public func replace(_ old: SQLExpression<String>, _ new: SQLExpression<String>) -> Self {
        Self(.call("replace", [node, old.node, new.node]))
    }

    /// The position of the first occurrence of a text, from 1; 0 if there is none.
    public func instr(_ other: SQLExpression<String>) -> SQLExpression<Int> {
        SQLExpression<Int>(.call("instr", [node, other.node]))
    }

    /// Whether the text matches a pattern in which `%` is any text and `_` any character.
    public func like(
        _ pattern: SQLExpression<String>, escape: Character? = nil
    ) -> SQLExpression<Bool> {
        SQLExpression<Bool>(
            .fragment(
                Like(operand: node, pattern: pattern.node, escape: escape.map { String($0) })))
    }

    /// Whether the text matches a pattern in which `*` is any text and `?` any character.
    public func glob(_ pattern: SQLExpression<String>) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(node, .glob, pattern.node))
    }

    /// Whether the text matches a regular expression, with a registered function `REGEXP`.
    public func regexp(_ pattern: SQLExpression<String>) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(node, .regexp, pattern.node))
    }

    /// Whether the text contains another one; ASCII letters match in either case.
    public func contains(_ text: String) -> SQLExpression<Bool> {
        matching("%" + Like.escaped(text) + "%")
    }

    /// Whether the text begins with another one; ASCII letters match in either case.
    public func hasPrefix(_ text: String) -> SQLExpression<Bool> {
        matching(Like.escaped(text) + "%")
    }

    /// Whether the text ends with another one; ASCII letters match in either case.
    public func hasSuffix(_ text: String) -> SQLExpression<Bool> {
        matching("%" + Like.escaped(text))
    }

    /// Compares the text with a collating sequence.
    public func collate(_ collation: SQLCollation) -> Self {
        Self(.fragment(Collated(operand: node, name: collation.rawValue)))
    }

    private func matching(_ pattern: String) -> SQLExpression<Bool> {
        SQLExpression<Bool>(
            .fragment(Like(operand: node, pattern: .parameter(.text(pattern)), escape: "\\")))
    }
}

extension SQLExpression {
    /// The number of characters of a text, or of bytes of a BLOB.
    public func length() -> SQLExpression<Int> { SQLExpression<Int>(.call("length", [node])) }

    /// The bytes as hexadecimal text.
    public func hex() -> SQLExpression<String> { SQLExpression<String>(.call("hex", [node])) }

    /// The value as an SQL literal.
    public func quote() -> SQLExpression<String> { SQLExpression<String>(.call("quote", [node])) }

    /// The value converted to another type.
    public func cast<Other: RowRepresentable>(
        as type: Other.Type = Other.self
    ) -> SQLExpression<Other> {
        let wrapped = (Other.self as? any OptionalType.Type)?.wrappedType ?? Other.self
        return SQLExpression<Other>(
            .fragment(Cast(operand: node, type: SQLType(storing: wrapped))))
    }
}

/// A collating sequence.
public struct SQLCollation: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Compares bytes.
    public static let binary = SQLCollation(rawValue: "BINARY")
    /// ASCII letters in upper and lower case are equal.
    public static let nocase = SQLCollation(rawValue: "NOCASE")
    /// Spaces at the end do not count.
    public static let rtrim = SQLCollation(rawValue: "RTRIM")
}

struct Like: SQLFragment {
    let operand: SQLNode
    let pattern: SQLNode
    let escape: String?

    var precedence: Precedence { .equality }

    func write(to writer: inout SQLWriter) {
        writer.write(operand, atLeast: Precedence.equality.next)
        writer.write(" LIKE ")
        writer.write(pattern, atLeast: Precedence.equality.next)
        if let escape {
            writer.write(" ESCAPE ")
            writer.write(parameter: .text(escape))
        }
    }

    /// A text as a pattern that matches only itself.
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { "%_\\".utf8.contains($0) }) else { return text }
        return text.reduce(into: "") { pattern, character in
            if character == "%" || character == "_" || character == "\\" { pattern += "\\" }
            pattern.append(character)
        }
    }
}

struct Collated: SQLFragment {
    let operand: SQLNode
    let name: String

    var precedence: Precedence { .collate }

    func write(to writer: inout SQLWriter) {
        writer.write(operand, atLeast: .collate)
        writer.write(" COLLATE ")
        writer.writeName(name)
    }
}

struct Cast: SQLFragment {
    let operand: SQLNode
    let type: SQLType

    func write(to writer: inout SQLWriter) {
        writer.write("CAST(")
        writer.write(operand)
        writer.write(" AS ")
        // A type is one of a few words; a user's own is quoted.
        if [.integer, .real, .text, .blob].contains(type) {
            writer.write(raw: type.rawValue)
        } else {
            writer.write("NUMERIC")
        }
        writer.write(")")
    }
}
