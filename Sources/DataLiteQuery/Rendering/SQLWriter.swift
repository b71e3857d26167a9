/// Collects the text and the parameters of a statement.
///
/// Everything that becomes SQL goes through one writer, in the order of the text, so parameters are
/// numbered by position.
public struct SQLWriter {
    private(set) var utf8: [UInt8] = []
    private(set) var parameters: [SQLiteValue] = []

    /// The parameters whose values are given when the statement runs.
    private(set) var placeholders: [Placeholder] = []

    /// The first mistake found in an expression.
    private(set) var error: SQLiteError?

    /// Whether columns are written without their table, as `UPDATE ... SET` and `CREATE INDEX`
    /// demand.
    var omitsQualifiers = false

    /// The trigger whose statements are written, if any.
    var trigger: TriggerScope?

    /// The number of common table expressions and derived tables named so far.
    var generatedNames = 0

    /// A table whose columns are written with another name.
    var renaming: (old: String, new: String)?

    init() {}

    init(capacity: Int) {
        utf8.reserveCapacity(capacity)
        parameters.reserveCapacity(8)
    }

    /// The statement.
    ///
    /// - Throws: the first mistake found in an expression; `SQLITE_RANGE` for a parameter whose value
    ///   is given when the statement runs.
    mutating func finish() throws(SQLiteError) -> SQL {
        let placeholder = placeholders.first
        let sql = try finishWithPlaceholders()
        if let placeholder { throw placeholder.missingValue(in: sql) }
        return sql
    }

    /// The statement, in which placeholders are bound to NULL.
    ///
    /// - Throws: the first mistake found in an expression.
    mutating func finishWithPlaceholders() throws(SQLiteError) -> SQL {
        if let error { throw error }
        // Moved out, not copied.
        var (text, values): ([UInt8], [SQLiteValue]) = ([], [])
        swap(&text, &utf8)
        swap(&values, &parameters)
        let end = text.count
        return SQL(utf8: text, parameters: values, interpolationsEnd: end)
    }

    mutating func fail(_ error: SQLiteError) {
        if self.error == nil { self.error = error }
    }
}

// MARK: - Text

extension SQLWriter {
    @inline(__always)
    mutating func write(_ text: StaticString) {
        text.withUTF8Buffer { utf8.append(contentsOf: $0) }
    }

    mutating func write(bytes: [UInt8]) {
        utf8.append(contentsOf: bytes)
    }

    /// Writes text unchanged. Never pass text from outside the program.
    mutating func write(raw text: String) {
        var text = text
        text.withUTF8 { utf8.append(contentsOf: $0) }
    }

    /// Writes a piece of SQL with its parameters.
    mutating func write(sql: SQL) {
        utf8.append(contentsOf: sql.utf8)
        parameters.append(contentsOf: sql.parameters)
    }

    /// Writes a number that is not a parameter, as in `ORDER BY 1`.
    mutating func write(_ number: Int) {
        write(raw: String(number))
    }

    /// Writes a name in double quotes, double quotes inside it doubled.
    mutating func writeName(_ name: String) {
        var name = name
        name.withUTF8 { writeName($0) }
    }

    private mutating func writeName(_ name: UnsafeBufferPointer<UInt8>) {
        let quote = UInt8(ascii: "\"")
        utf8.append(quote)
        if name.contains(quote) {
            for byte in name {
                if byte == quote { utf8.append(quote) }
                utf8.append(byte)
            }
        } else {
            utf8.append(contentsOf: name)
        }
        utf8.append(quote)
    }

    mutating func writeColumn(_ qualifier: String, _ name: String) {
        if !qualifier.isEmpty, !omitsQualifiers {
            if let renaming, renaming.old == qualifier {
                writeName(renaming.new)
            } else {
                writeName(qualifier)
            }
            utf8.append(UInt8(ascii: "."))
        }
        writeName(name)
    }

    mutating func writeTable(_ name: String, schema: String?) {
        if let schema {
            writeName(schema)
            utf8.append(UInt8(ascii: "."))
        }
        writeName(name)
    }

    /// Binds a value.
    mutating func write(parameter: SQLiteValue) {
        utf8.append(UInt8(ascii: "?"))
        parameters.append(parameter)
    }

    /// Writes a parameter whose value is given when the statement runs.
    mutating func write(_ source: Placeholder.Source, column: Int) {
        write(parameter: .null)
        placeholders.append(
            Placeholder(source: source, column: column, position: Int32(parameters.count)))
    }

    /// Writes elements with commas between them.
    mutating func writeList<Element>(
        _ elements: some Sequence<Element>, _ write: (inout SQLWriter, Element) -> Void
    ) {
        var isFirst = true
        for element in elements {
            if !isFirst { self.write(", ") }
            isFirst = false
            write(&self, element)
        }
    }
}

// MARK: - Expressions

extension SQLWriter {
    mutating func write(_ node: SQLNode) {
        switch node {
        case .column(let qualifier, let name):
            writeColumn(qualifier, name)
        case .parameter(let value):
            write(parameter: value)
        case .row(let nodes):
            write("(")
            writeList(nodes) { $0.write($1) }
            write(")")
        case .text(let text):
            write(text)
        case .null:
            write(parameter: .null)
        case .binary(let lhs, let binary, let rhs):
            write(lhs, binary, rhs)
        case .unary(let unary, let operand):
            write(unary, operand)
        case .fragment(let fragment):
            fragment.write(to: &self)
        case .failure(let error):
            fail(error)
            write("NULL")
        }
    }

    /// Writes a node, in parentheses if its operator binds less tightly than `precedence`.
    mutating func write(_ node: SQLNode, atLeast precedence: Precedence) {
        guard node.precedence < precedence else { return write(node) }
        write("(")
        write(node)
        write(")")
    }

    private mutating func write(_ lhs: SQLNode, _ binary: BinaryOperator, _ rhs: SQLNode) {
        let precedence = binary.precedence
        if case .null = rhs, binary == .is || binary == .isNot {
            write(lhs, atLeast: precedence.next)
            write(binary == .is ? " IS NULL" : " IS NOT NULL")
            return
        }
        let lhsPrecedence =
            binary.isChained && !lhs.mixes(with: binary) ? precedence : precedence.next
        write(lhs, atLeast: lhsPrecedence)
        write(binary.text)
        let rhsPrecedence =
            binary.isAssociative && !rhs.mixes(with: binary) ? precedence : precedence.next
        write(rhs, atLeast: rhsPrecedence)
    }

    private mutating func write(_ unary: UnaryOperator, _ operand: SQLNode) {
        switch unary {
        case .not: write("NOT ")
        case .minus: write("-")
        case .bitNot: write("~")
        case .isNull, .isNotNull: break
        }
        if unary == .minus, operand.isNegative {
            // As a literal, "-?" would be "--1", which is a comment.
            write("(")
            write(operand)
            write(")")
        } else {
            write(operand, atLeast: unary.precedence.next)
        }
        switch unary {
        case .isNull: write(" IS NULL")
        case .isNotNull: write(" IS NOT NULL")
        default: break
        }
    }
}

extension Precedence {
    var next: Precedence { Precedence(rawValue: rawValue + 1) ?? .primary }
}

extension SQLNode {
    var precedence: Precedence {
        switch self {
        case .binary(_, let binary, _): binary.precedence
        case .unary(let unary, _): unary.precedence
        case .fragment(let fragment): fragment.precedence
        default: .primary
        }
    }

    /// Whether the node is a parameter with a minus sign.
    fileprivate var isNegative: Bool {
        switch self {
        case .parameter(.int(let number)): number < 0
        case .parameter(.real(let number)): number.sign == .minus
        default: false
        }
    }

    /// Whether the outermost operator is another one of the same precedence, as `-` beside `+`.
    fileprivate func mixes(with other: BinaryOperator) -> Bool {
        guard other == .bitAnd || other == .bitOr, case .binary(_, let binary, _) = self else {
            return false
        }
        return binary != other && binary.precedence == other.precedence
    }
}
