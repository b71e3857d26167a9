import DataLiteCore
import Foundation

/// Decodes the JSON of one column in the coder's formats, except where its `JSONDecoder` has a
/// strategy other than the default.
final class JSONColumn {
    let coder: SQLiteCoder
    let decoder: JSONDecoder

    /// Adds the column to an error, for a type that reads the JSON through containers.
    private let place: ((DecodingError) -> DecodingError)?

    init(_ coder: SQLiteCoder, place: ((DecodingError) -> DecodingError)? = nil) {
        self.coder = coder
        self.place = place
        decoder = coder.jsonDecoder()
        decoder.userInfo.merge(coder.userInfo) { $1 }
    }

    func value<T: Decodable>(_ type: T.Type, from json: Data) throws -> T {
        guard !Self.isPlain(type) else { return try decoder.decode(type, from: json) }
        let base = try decoder.decode(JSONBase.self, from: json).decoder
        return try JSONReader(self, base).value(type) { try $0.singleValueContainer().decode(type) }
    }

    func reader(of json: Data) throws -> JSONReader {
        JSONReader(self, try decoder.decode(JSONBase.self, from: json).decoder)
    }

    /// Returns the result of `body`. Adds the column to a `DecodingError`.
    func locating<T>(_ body: () throws -> T) throws -> T {
        guard let place else { return try body() }
        do {
            return try body()
        } catch let error as DecodingError {
            throw place(error)
        }
    }

    /// The error of a value in the JSON, with the column.
    ///
    /// Foundation's containers throw an internal error for a number that a type cannot represent and for a malformed
    /// string or number, which its decoder would replace.
    ///
    /// - Parameter path: The path of the value.
    func located(
        _ error: any Error, _ type: any Decodable.Type, _ path: @autoclosure () -> [any CodingKey]
    ) -> any Error {
        if let error = error as? DecodingError { return place?(error) ?? error }
        guard Self.isReadWithoutUserCode(type) else { return error }
        let corrupted = DecodingError.dataCorrupted(
            .init(
                codingPath: path(), debugDescription: "the JSON cannot be read as \(type)",
                underlyingError: error))
        return place?(corrupted) ?? corrupted
    }

    private static func isReadWithoutUserCode(_ type: any Decodable.Type) -> Bool {
        isPlain(type) || isNumber(type) || type == Double.self || type == Float.self
            || type == Decimal.self
    }

    /// Whether no strategy changes values of a type, so that a `JSONDecoder` can decode the type
    /// directly.
    static func isPlain(_ type: any Any.Type) -> Bool {
        type == [String].self || type == [Int].self || type == [Bool].self
    }

    /// Whether the coder's key form applies to the keys of a type.
    var mapsKeys: Bool {
        guard case .useDefaultKeys = decoder.keyDecodingStrategy else { return false }
        if case .unchanged = coder.keys { return false }
        return true
    }

    /// Types whose own `init(from:)` would request the same type again.
    private static func isNumber(_ type: any Decodable.Type) -> Bool {
        type == Int64.self || type == Int8.self || type == Int16.self || type == Int32.self
            || type == UInt8.self || type == UInt16.self || type == UInt32.self
            || type == Int.self || type == String.self || type == Bool.self
    }

    private var readsDates: Bool {
        if case .deferredToDate = decoder.dateDecodingStrategy { true } else { false }
    }

    /// The way a type is read.
    enum Form {
        /// By the `JSONDecoder`.
        case json
        /// As an SQLite value, in the coder's format.
        case converted
        /// By its own `init(from:)`.
        case structure
    }

    func form(of type: any Decodable.Type) -> Form {
        if type == Date.self { return readsDates ? .converted : .json }
        if type == Double.self || type == Float.self {
            guard case .throw = decoder.nonConformingFloatDecodingStrategy,
                case .text = coder.nonConformingFloats
            else { return .json }
            return .converted
        }
        if type == UInt.self || type == UInt64.self || ValueForm.isBigInteger(type) {
            return .converted
        }
        if type == Data.self || type == Decimal.self || type == URL.self || Self.isPlain(type)
            || Self.isNumber(type)
        {
            return .json
        }
        // A strategy of the `JSONDecoder` changes no key of a dictionary that the `JSONDecoder`
        // reads itself.
        if type is any NamedValues.Type, case .useDefaultKeys = decoder.keyDecodingStrategy {
            return .structure
        }
        return type is any NamedValues.Type ? .json : .structure
    }
}

/// The position of an element of a JSON array.
struct ElementKey: CodingKey {
    private let position: Int

    init(_ position: Int) { self.position = position }
    init?(intValue: Int) { self.init(intValue) }
    init?(stringValue: String) { return nil }

    var intValue: Int? { position }
    var stringValue: String { "Index \(position)" }
}

/// Captures the decoder of a `JSONDecoder`.
struct JSONBase: Decodable {
    let decoder: any Decoder
    init(from decoder: any Decoder) { self.decoder = decoder }
}

// MARK: - JSONSettings

/// Encodes a value as JSON in the coder's formats, except where its `JSONEncoder` has a strategy
/// other than the default.
final class JSONSettings {
    let coder: SQLiteCoder
    private lazy var encoder = coder.jsonEncoder()

    /// The number of nested values being written.
    private var depth = 0

    /// The error of a rejected container, kept because the container may receive no value that
    /// would throw it.
    private var failure: EncodingError?

    init(_ coder: SQLiteCoder) { self.coder = coder }

    var userInfo: [CodingUserInfoKey: Any] {
        encoder.userInfo.merging(coder.userInfo) { $1 }
    }

    func name(of key: String) -> String {
        if case .useDefaultKeys = encoder.keyEncodingStrategy {
            coder.keys.name(of: key)
        } else {
            key
        }
    }

    /// Calls `body`, which writes a value.
    ///
    /// - Throws: An `EncodingError` if the value is nested too deeply.
    func nested(
        _ value: some Encodable, at path: [any CodingKey], _ body: () throws -> Void
    ) throws {
        depth += 1
        defer { depth -= 1 }
        try NestingLimit.require(depth, value, at: path)
        try body()
    }

    /// The error for a container that is nested too deeply.
    func refusal(of part: NestedValueEncoder) -> EncodingError? {
        guard part.codingPath.count > NestingLimit.levels else { return nil }
        // Not the part itself: it retains these settings, and they retain the error.
        let error = NestingLimit.exceeded(part.codingPath, at: part.codingPath)
        failure = error
        return error
    }

    func text(_ node: JSONNode) throws -> SQLiteValue {
        if let failure { throw failure }
        return .text(String(decoding: try json(node), as: UTF8.self))
    }

    func json(_ node: JSONNode) throws -> Data { try encoder.encode(node) }

    /// The JSON of a value that is not an object or an array; `nil` for other values.
    func node<T: Encodable>(of value: T) throws -> JSONNode? {
        // Comparing types costs less than a dynamic cast.
        if Self.isLeaf(T.self) { return .leaf(value) }
        switch value {
        case let value as Double: return try node(value)
        case let value as Float: return value.isFinite ? .leaf(value) : try node(Double(value))
        case let value as Date:
            if case .deferredToDate = encoder.dateEncodingStrategy {
                // A member of JSON has no type: what its form cannot hold is a number.
                guard let stored = try? coder.value(of: value) else {
                    return try node(value.timeIntervalSince1970)
                }
                return Self.node(of: stored)
            }
            return .leaf(value)
        case let value as UUID:
            // JSON has no bytes.
            if case .lowerText = coder.uuids { return .leaf(value.uuidString.lowercased()) }
            return .leaf(value.uuidString)
        case let value as URL: return .leaf(value.absoluteString)
        case let value as UInt: return node(value)
        case let value as UInt64: return node(value)
        default: break
        }
        if #available(macOS 15, iOS 18, *) {
            if let value = value as? Int128 { return node(value) }
            if let value = value as? UInt128 { return node(value) }
        }
        return JSONColumn.isPlain(T.self) ? .leaf(value) : nil
    }

    private static func isLeaf(_ type: any Encodable.Type) -> Bool {
        type == String.self || type == Int.self || type == Bool.self || type == Int64.self
            || type == Data.self || type == Decimal.self || type == Int8.self || type == Int16.self
            || type == Int32.self || type == UInt8.self || type == UInt16.self
            || type == UInt32.self
    }

    /// A number of any size, as a `JSONEncoder` and typed SQL write it, or a string if the coder writes text.
    private func node(_ integer: some FixedWidthInteger & Encodable) -> JSONNode {
        guard case .integerWherePossible = coder.bigIntegers else { return .leaf(String(integer)) }
        return .leaf(integer)
    }

    private func node(_ number: Double) throws -> JSONNode {
        guard !number.isFinite else { return .leaf(number) }
        guard case .throw = encoder.nonConformingFloatEncodingStrategy else { return .leaf(number) }
        let value = try coder.value(of: number)
        if case .real = value {
            throw EncodingError.invalidValue(
                number,
                .init(
                    codingPath: [], debugDescription: "\(number) cannot be represented in JSON"))
        }
        return Self.node(of: value)
    }

    static func node(of value: SQLiteValue) -> JSONNode {
        switch value {
        case .int(let value): .leaf(value)
        case .real(let value): .leaf(value)
        case .text(let value): .leaf(value)
        case .blob(let value): .leaf(value)
        case .null: .null
        }
    }
}
