/// A piece of SQL with the values of its parameters.
///
/// Written as a string literal, its interpolations are bound, never spliced:
///
/// ```swift
/// let name = "O'Brien"
/// let query: SQL = "SELECT * FROM people WHERE name = \(name)"
/// // text: SELECT * FROM people WHERE name = ?     parameters: ['O''Brien']
/// ```
///
/// | interpolation | gives |
/// |---|---|
/// | `\(value)` | `?`, and the value as a parameter |
/// | `\(identifier: name)` | the name, quoted |
/// | `\(list: values)` | `(?, ?, ?)`, each value a parameter; `()` for none, which matches nothing |
/// | `\(sql)` | another `SQL`, with its parameters |
/// | `\(raw: text)` | the text as it is: the only way to splice one |
public struct SQL: Hashable, Sendable {
    // Bytes, not a `String`: appending the short pieces of a statement to one costs several times
    // as much, and a statement that waits in the cache is found without one.
    package internal(set) var utf8: [UInt8]

    /// The SQL text, with a `?` for each parameter.
    ///
    /// Complexity: O(length); it is made when asked for.
    public var text: String { String(decoding: utf8, as: UTF8.self) }

    /// The values of the parameters, in the order of their `?`.
    public private(set) var parameters: [SQLiteValue]

    /// Where the text goes on behind its last interpolation, or the last piece that came with parameters;
    /// 0 if there is none.
    package private(set) var interpolationsEnd = 0

    /// A piece of SQL from a text that is taken as it is.
    public init(raw text: String, parameters: [SQLiteValue] = []) {
        let utf8 = Array(text.utf8)
        self.init(
            utf8: utf8, parameters: parameters,
            interpolationsEnd: parameters.isEmpty ? 0 : utf8.count)
    }

    init(utf8: [UInt8], parameters: [SQLiteValue], interpolationsEnd: Int = 0) {
        self.utf8 = utf8
        self.parameters = parameters
        self.interpolationsEnd = interpolationsEnd
    }

    /// The empty piece.
    public init() {
        self.init(raw: "")
    }

    /// Whether there is no text.
    public var isEmpty: Bool { utf8.isEmpty }

    /// Appends another piece, with its parameters.
    public mutating func append(_ other: SQL) {
        if other.interpolationsEnd > 0 {
            interpolationsEnd = utf8.count + other.interpolationsEnd
        }
        utf8.append(contentsOf: other.utf8)
        parameters.append(contentsOf: other.parameters)
    }

    /// Both pieces, one behind the other, without white space between them.
    public static func + (lhs: SQL, rhs: SQL) -> SQL {
        var sum = lhs
        sum.append(rhs)
        return sum
    }

    /// Appends `rhs` to `lhs`.
    public static func += (lhs: inout SQL, rhs: SQL) {
        lhs.append(rhs)
    }
}

extension SQL {
    /// Equal pieces have the same text and the same parameters, however they were written.
    public static func == (lhs: SQL, rhs: SQL) -> Bool {
        lhs.utf8 == rhs.utf8 && lhs.parameters == rhs.parameters
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(utf8)
        hasher.combine(parameters)
    }
}

extension SQL: ExpressibleByStringInterpolation {
    /// A piece of SQL from a literal of the program. A text that is made at run time is none:
    /// ``init(raw:parameters:)`` takes that.
    public init(stringLiteral value: StaticString) {
        self.init(utf8: value.withUTF8Buffer(Array.init), parameters: [])
    }

    public init(stringInterpolation: Interpolation) {
        self.init(
            utf8: stringInterpolation.utf8, parameters: stringInterpolation.parameters,
            interpolationsEnd: stringInterpolation.end)
    }
}

extension SQL: CustomStringConvertible {
    /// The text, with its parameters behind it.
    public var description: String {
        parameters.isEmpty
            ? text : "\(text) [\(parameters.map(\.debugDescription).joined(separator: ", "))]"
    }
}

extension Sequence where Element == SQL {
    /// The pieces in a row, with `separator` between each two:
    /// `conditions.joined(separator: " AND ")`.
    public func joined(separator: SQL = "") -> SQL {
        var result = SQL()
        var isFirst = true
        for piece in self {
            if !isFirst { result.append(separator) }
            result.append(piece)
            isFirst = false
        }
        return result
    }
}
