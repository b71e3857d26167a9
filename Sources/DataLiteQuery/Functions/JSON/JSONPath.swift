/// The path of a value in JSON: <https://sqlite.org/json1.html#path_arguments>.
///
/// ```swift
/// JSONPath.root["address"]["lines"][0]
/// ```
///
/// A literal is a path in SQLite's syntax: `"$.address.lines[0]"`. For keys that are known only at run time, use a
/// subscript, which takes every character as part of the key.
public struct JSONPath: Equatable, Sendable {
    enum Step: Equatable, Sendable {
        /// Text of a path.
        case text(String)
        case key(String)
        case index(Int)
        case end
    }

    private(set) var steps: [Step]

    init(_ steps: [Step] = []) { self.steps = steps }

    /// The whole value: `$`.
    public static let root = JSONPath()

    /// The value for a key of an object.
    public subscript(key: String) -> JSONPath { appending(.key(key)) }

    /// An element of an array, by its index; a negative index counts from the end.
    public subscript(index: Int) -> JSONPath { appending(.index(index)) }

    /// The position after the last element of an array: `[#]`.
    public var end: JSONPath { appending(.end) }

    func appending(_ step: Step) -> JSONPath { JSONPath(steps + [step]) }

    /// The path as a parameter.
    var node: SQLNode {
        let containsNUL = steps.contains {
            switch $0 {
            case .key(let text), .text(let text): text.utf8.contains(0)
            case .index, .end: false
            }
        }
        guard !containsNUL else {
            return .failure(
                SQLiteError(.misuse, message: "a JSON path cannot contain a NUL character"))
        }
        let parameter = SQLNode.parameter(.text(description))
        guard steps.contains(where: \.isEscaped) else { return parameter }
        return .fragment(EscapedPath(path: parameter))
    }
}

extension JSONPath: ExpressibleByStringLiteral {
    public init(stringLiteral path: String) { steps = [.text(path)] }
}

extension JSONPath: CustomStringConvertible {
    /// The path in SQLite's syntax.
    public var description: String {
        var path = ""
        if case .text? = steps.first {} else { path = "$" }
        for step in steps {
            switch step {
            case .text(let text): path += text
            case .key(let key): path += "." + key.quotedForPath
            // SQLite reads an index as 32 bits, so a larger one would find another element.
            case .index(let index) where index < 0:
                path += "[#-\(min(index.magnitude, UInt(Int32.max)))]"
            case .index(let index): path += "[\(min(index, Int(Int32.max)))]"
            case .end: path += "[#]"
            }
        }
        return path
    }
}

extension JSONPath.Step {
    /// Whether the path of the step contains an escape, which not every version of SQLite supports.
    var isEscaped: Bool {
        guard case .key(let key) = self else { return false }
        return key.unicodeScalars.contains(where: \.isEscapedInJSON)
    }
}

/// A path with escapes in its keys.
private struct EscapedPath: SQLRenderable {
    let path: SQLNode

    func write(to writer: inout _SQLWriter) {
        writer.require(.escapedKeysInPaths)
        writer.write(path)
    }
}

extension String {
    /// The key in quotation marks, with the escapes of JSON.
    fileprivate var quotedForPath: String {
        var quoted = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\u{8}": quoted += "\\b"
            case "\u{C}": quoted += "\\f"
            case _ where scalar.isEscapedInJSON:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension Unicode.Scalar {
    fileprivate var isEscapedInJSON: Bool { self == "\"" || self == "\\" || value < 0x20 }
}
