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
    // SAFETY: a storage is changed only through a reference that was found to be the only one, so nothing else can read
    // it at that time. `ManagedBuffer` itself is not Sendable.
    @usableFromInline
    enum Content: @unchecked Sendable {
        /// A literal without interpolations, which is not copied.
        case literal(StaticString)
        case built(SQLStorage)
    }

    @usableFromInline var content: Content

    @inlinable
    init(_ content: Content) { self.content = content }

    /// The SQL text, with a `?` for each parameter.
    ///
    /// Complexity: O(length); the string is created at each access.
    public var text: String { withUTF8 { String(decoding: $0, as: UTF8.self) } }

    /// The values of the parameters, in the order of their `?`.
    ///
    /// Complexity: O(count); the array is created at each access.
    public var parameters: [SQLiteValue] {
        if case .built(let storage) = content { Array(storage.parameters) } else { [] }
    }

    /// Creates SQL from a string, which is used unchanged.
    public init(raw text: String, parameters: [SQLiteValue] = []) {
        var text = text
        self = text.withUTF8 { utf8 in
            parameters.withUnsafeBufferPointer { parameters in
                SQL(
                    utf8: utf8, parameters: parameters,
                    interpolationsEnd: parameters.isEmpty ? 0 : utf8.count)
            }
        }
    }

    /// Creates empty SQL.
    public init() { self.init(.literal("")) }

    /// Whether the text is empty.
    public var isEmpty: Bool { utf8Count == 0 }

    /// Concatenates two values, without whitespace between them.
    public static func + (lhs: SQL, rhs: SQL) -> SQL {
        var sum = lhs
        sum += rhs
        return sum
    }

    /// Appends other SQL, with its parameters.
    public static func += (lhs: inout SQL, rhs: SQL) {
        let storage = rhs.withParts { text, parameters in
            lhs.storageWithRoom(text: text.count, parameters: parameters.count)
        }
        storage.append(rhs)
    }
}

// MARK: - Storage

extension SQL {
    /// SQL from its parts.
    package init(
        utf8: UnsafeBufferPointer<UInt8>, parameters: UnsafeBufferPointer<SQLiteValue>,
        interpolationsEnd: Int = 0
    ) {
        let storage = SQLStorage.make(
            textCapacity: utf8.count, parameterCapacity: parameters.count)
        storage.append(text: utf8)
        storage.append(parameters: parameters)
        storage.interpolationsEnd = interpolationsEnd
        self.init(.built(storage))
    }

    /// SQL from its parts. The parameters are moved out of the buffer.
    package init(
        utf8: UnsafeBufferPointer<UInt8>,
        moving parameters: UnsafeMutableBufferPointer<SQLiteValue>, interpolationsEnd: Int
    ) {
        let storage = SQLStorage.make(
            textCapacity: utf8.count, parameterCapacity: parameters.count)
        storage.append(text: utf8)
        storage.append(moving: parameters)
        storage.interpolationsEnd = interpolationsEnd
        self.init(.built(storage))
    }

    /// The bytes of the text.
    ///
    /// Complexity: O(length); the array is created at each access.
    package var utf8: [UInt8] { withUTF8 { Array($0) } }

    /// The number of bytes of the text.
    package var utf8Count: Int {
        switch content {
        case .literal(let text): text.withUTF8Buffer(\.count)
        case .built(let storage): storage.text.count
        }
    }

    /// The number of parameters.
    package var parameterCount: Int {
        if case .built(let storage) = content { storage.parameters.count } else { 0 }
    }

    /// The offset after the last interpolation, or after the last inserted `SQL` with parameters; 0
    /// if there is none.
    package var interpolationsEnd: Int {
        if case .built(let storage) = content { storage.interpolationsEnd } else { 0 }
    }

    /// Calls `body` with the bytes of the text.
    package func withUTF8<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        withParts { utf8, _ in body(utf8) }
    }

    /// Calls `body` with the bytes of the text and the parameters.
    @inline(__always)
    package func withParts<R>(
        _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<SQLiteValue>) -> R
    ) -> R {
        switch content {
        case .literal(let text):
            return text.withUTF8Buffer {
                body($0, UnsafeBufferPointer(start: nil, count: 0))
            }
        case .built(let storage):
            // Not retained: `self` keeps the storage alive until `body` returns.
            return Unmanaged.passUnretained(storage)._withUnsafeGuaranteedRef {
                body($0.text, $0.parameters)
            }
        }
    }

    /// Lets the thread reuse the memory once the value is released.
    @inline(__always)
    func keepStorage() {
        if case .built(let storage) = content {
            Unmanaged.passUnretained(storage)._withUnsafeGuaranteedRef { $0.keepForNext() }
        }
    }

    /// The storage, not shared and with room for more text and parameters.
    private mutating func storageWithRoom(text: Int, parameters: Int) -> SQLStorage {
        // Without this, the storage would have a second reference.
        var old = Content.literal("")
        swap(&old, &content)
        let storage: SQLStorage
        switch consume old {
        case .literal(let literal):
            storage = literal.withUTF8Buffer { literal in
                let storage = SQLStorage.make(
                    textCapacity: literal.count + text, parameterCapacity: parameters)
                storage.append(text: literal)
                return storage
            }
        case .built(var shared):
            if isKnownUniquelyReferenced(&shared),
                shared.hasRoom(text: text, parameters: parameters)
            {
                storage = shared
            } else {
                storage = shared.copy(text: text, parameters: parameters)
            }
        }
        content = .built(storage)
        return storage
    }

    /// Whether two values have the same text and the same parameters, however they were written.
    public static func == (lhs: SQL, rhs: SQL) -> Bool {
        lhs.withParts { text, parameters in
            rhs.withParts { text.elementsEqual($0) && parameters.elementsEqual($1) }
        }
    }

    public func hash(into hasher: inout Hasher) {
        withParts { text, parameters in
            hasher.combine(text.count)
            hasher.combine(bytes: UnsafeRawBufferPointer(text))
            hasher.combine(parameters.count)
            for parameter in parameters { hasher.combine(parameter) }
        }
    }
}

extension SQL: ExpressibleByStringInterpolation {
    /// Creates SQL from a literal in the source code. For text that is created at run time, use
    /// ``init(raw:parameters:)``.
    @inlinable
    public init(stringLiteral value: StaticString) { self.init(.literal(value)) }

    @inlinable
    public init(stringInterpolation: Interpolation) {
        self.init(.built(stringInterpolation.finish()))
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
    /// The values concatenated, with `separator` between them:
    /// `conditions.joined(separator: " AND ")`.
    public func joined(separator: SQL = "") -> SQL {
        var result = SQL()
        var isFirst = true
        for piece in self {
            if !isFirst { result += separator }
            result += piece
            isFirst = false
        }
        return result
    }
}
