/// SQL text with the values of its parameters.
///
/// Interpolations of a string literal become bound parameters, never part of the text:
///
/// ```swift
/// let name = "O'Brien"
/// let query: SQL = "SELECT * FROM people WHERE name = \(name)"
/// // text: SELECT * FROM people WHERE name = ?     parameters: ['O''Brien']
/// ```
///
/// | interpolation | becomes |
/// |---|---|
/// | `\(value)` | `?`, and the value as a parameter |
/// | `\(identifier: name)` | the name, quoted |
/// | `\(list: values)` | `(?, ?, ?)`, each value a parameter; `()` for an empty list, which matches nothing |
/// | `\(sql)` | another `SQL`, with its parameters |
/// | `\(raw: text)` | the text, unchanged: the only way to insert text |
public struct SQL: Hashable, Sendable {
    // Bytes, not a `String`: appending many short pieces to a `String` takes several times as long,
    // and a cached statement is found without one.
    package internal(set) var utf8: [UInt8]

    /// The SQL text, with a `?` for each parameter.
    ///
    /// Complexity: O(length); the string is created at each access.
    public var text: String { String(decoding: utf8, as: UTF8.self) }

    /// The values of the parameters, in the order of their `?`.
    public private(set) var parameters: [SQLiteValue]

    /// The offset after the last interpolation, or after the last inserted piece with parameters; 0
    /// if there is none.
    package private(set) var interpolationsEnd = 0

    /// SQL from a text that is used unchanged.
    public init(raw text: String, parameters: [SQLiteValue] = []) {
        let utf8 = Array(text.utf8)
        self.init(
            utf8: utf8, parameters: parameters,
            interpolationsEnd: parameters.isEmpty ? 0 : utf8.count)
    }

    package init(utf8: [UInt8], parameters: [SQLiteValue], interpolationsEnd: Int = 0) {
        self.utf8 = utf8
        self.parameters = parameters
        self.interpolationsEnd = interpolationsEnd
    }

    /// The empty piece.
    public init() {
        self.init(raw: "")
    }

    /// Whether the text is empty.
    public var isEmpty: Bool { utf8.isEmpty }

    /// Appends another piece, with its parameters.
    public mutating func append(_ other: SQL) {
        if other.interpolationsEnd > 0 {
            interpolationsEnd = utf8.count + other.interpolationsEnd
        }
        utf8.append(contentsOf: other.utf8)
        parameters.append(contentsOf: other.parameters)
    }

    /// Both pieces in order, without white space between them.
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
    /// Whether two pieces have the same text and the same parameters, however they were written.
    public static func == (lhs: SQL, rhs: SQL) -> Bool {
        lhs.utf8 == rhs.utf8 && lhs.parameters == rhs.parameters
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(utf8)
        hasher.combine(parameters)
    }
}

extension SQL: ExpressibleByStringInterpolation {
    /// SQL from a literal in the program. For text that is created at run time, use
    /// ``init(raw:parameters:)``.
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
    /// The text, followed by its parameters.
    public var description: String {
        parameters.isEmpty
            ? text : "\(text) [\(parameters.map(\.debugDescription).joined(separator: ", "))]"
    }
}

extension Sequence where Element == SQL {
    /// The pieces in order, with `separator` between them:
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
