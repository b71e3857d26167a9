public import DataLiteCore

/// Receives the values that an `Encodable` writes, by name or by position.
package protocol ValueSink: AnyObject {
    /// Receives the value of a key that the sink has seen before.
    ///
    /// - Returns: `false`, without accepting the value, if the sink needs the name of the key.
    func put(_ value: SQLiteValue, _ slot: KeySlot) throws -> Bool

    /// Receives a value by the name of its column or parameter.
    ///
    /// - Parameter slot: Identifies the name in later calls.
    func put(_ value: SQLiteValue, name: String, _ slot: KeySlot) throws

    /// Receives an element of an array.
    ///
    /// - Parameter position: The position of the element, starting at 0.
    func put(_ value: SQLiteValue, position: Int) throws

    /// Receives a single value.
    func put(_ value: SQLiteValue) throws

    /// The error for a value from a container that outlived its run.
    var closedError: any Error { get }

    /// The form in which `nil` properties are written.
    var nils: NilForm { get }

    /// Receives a property that is `nil`, unless `nil` properties are omitted.
    func putNil(name: String, _ slot: KeySlot) throws
}

extension ValueSink {
    package var nils: NilForm { .null }

    package func putNil(name: String, _ slot: KeySlot) throws { try put(.null, name: name, slot) }
}

/// The form in which `nil` properties are written.
package enum NilForm {
    /// As NULL.
    case null
    /// Omitted.
    case omitted
    /// As NULL, in a column that an upsert does not change.
    case unset
}

/// The overall form of a type: a single value, properties or named columns.
package struct ValueForm {
    package enum Kind {
        /// A single value.
        case simple
        /// Properties or elements.
        case properties
        /// A row, or a dictionary by name.
        case names
    }

    package let kind: Kind

    /// Whether the type is an optional.
    package let isOptional: Bool

    init(of type: any Encodable.Type) {
        isOptional = type is any OptionalProtocol.Type
        if type is any NamedValues.Type {
            kind = .names
        } else if type is any SQLiteBindable.Type || Self.isBigInteger(type) {
            kind = .simple
        } else {
            kind = .properties
        }
    }

    static func isBigInteger(_ type: any Any.Type) -> Bool {
        guard #available(macOS 15, iOS 18, *) else { return false }
        return type == Int128.self || type == UInt128.self
    }
}

/// The forms of the types that have been written, looked up once for many values.
struct KnownValueForms {
    private var known: [(type: ObjectIdentifier, form: ValueForm)] = []
    private static let limit = 16

    mutating func form(of type: any Encodable.Type) -> ValueForm {
        let id = ObjectIdentifier(type)
        for entry in known where entry.type == id { return entry.form }
        return newForm(of: type)
    }

    @inline(never)
    private mutating func newForm(of type: any Encodable.Type) -> ValueForm {
        if known.count == Self.limit { known.removeAll(keepingCapacity: true) }
        let form = ValueForm(of: type)
        known.append((ObjectIdentifier(type), form))
        return form
    }
}

/// A type whose keys are column names instead of properties.
protocol NamedValues {}

extension SQLiteRow: NamedValues {}
extension Dictionary: NamedValues where Key == String {}

/// A collection whose order differs between equal values, or a row.
protocol ElementContainer {
    /// The number of elements of an array that belong together and can change places with others; 0 for none.
    static var entryLength: Int { get }
}

extension SQLiteRow: ElementContainer { static var entryLength: Int { 0 } }
extension Set: ElementContainer { static var entryLength: Int { 1 } }
// Keys and values alternate.
extension Dictionary: ElementContainer { static var entryLength: Int { 2 } }

// MARK: - Parameters

extension SQLParameters {
    /// Creates parameters from a value: properties by name, the elements of an array by position, a simple value as
    /// the first parameter.
    ///
    /// ```swift
    /// try connection.execute("UPDATE people SET age = :age WHERE id = :id", SQLParameters(person))
    /// ```
    ///
    /// By default, a property without a parameter is ignored and names match case-insensitively;
    /// ``SQLiteCoder/parameterPolicy`` can change this.
    ///
    /// - Parameters:
    ///   - value: The value. If it cannot be encoded, running the statement throws an `SQLiteError` with the
    ///     `EncodingError` as its `underlyingError`.
    ///   - coder: The coder that determines the formats of dates, keys and so on.
    @_disfavoredOverload
    public init(_ value: some Encodable, coder: SQLiteCoder = .default) {
        let collector = ParameterCollector(coder)
        let writer = ValueWriter(collector)
        writer.begin(coder)
        do {
            try writer.encode(value)
        } catch {
            collector.fail(error)
        }
        writer.end()
        self.init(.encoded(collector.parameters))
    }
}

/// Collects the parameters that a value writes, for any statement.
private final class ParameterCollector: ValueSink {
    private let policy: ParameterPolicy
    private var positions: [SQLiteValue] = []
    private var names: [(column: String, value: SQLiteValue)] = []
    private var indexes: [ExactName: Int] = [:]
    private var error: SQLiteError?

    init(_ coder: SQLiteCoder) { policy = coder.parameterPolicy }

    var parameters: EncodedParameters {
        var parameters = EncodedParameters(policy: policy)
        parameters.positions = positions
        parameters.names = SQLiteRow(names)
        parameters.error = error
        return parameters
    }

    func fail(_ error: any Error) {
        var reason = "\(type(of: error))"
        if case .invalidValue(_, let context)? = error as? EncodingError {
            reason = MessageText.message(context.debugDescription)
        }
        self.error = SQLiteError(
            .mismatch, message: "the parameters cannot be encoded: \(reason)",
            underlyingError: error)
    }

    func put(_ value: SQLiteValue, _ slot: KeySlot) -> Bool { false }

    /// If a name gets several values, the last one is used.
    func put(_ value: SQLiteValue, name: String, _ slot: KeySlot) {
        if let index = indexes[ExactName(name: name)] {
            names[index].value = value
        } else {
            indexes[ExactName(name: name)] = names.count
            names.append((name, value))
        }
    }

    func put(_ value: SQLiteValue, position: Int) {
        if position < positions.count {
            positions[position] = value
        } else {
            positions.append(value)
        }
    }

    func put(_ value: SQLiteValue) { positions.append(value) }

    var closedError: any Error {
        SQLiteError.misuse("the parameters have been written")
    }
}

// MARK: - Locations of errors

extension EncodingError {
    /// The error with its location added at the start of its path and of its description.
    ///
    /// - Parameters:
    ///   - place: A description of the location, such as `property "age"`.
    ///   - key: The key of the value that could not be encoded.
    func located(_ place: String, _ key: any CodingKey) -> EncodingError {
        guard case .invalidValue(let value, let context) = self else { return self }
        // If a container of the key threw the error, its path already begins with the key.
        let isInside = context.codingPath.first?.stringValue == key.stringValue
        return .invalidValue(
            value,
            .init(
                codingPath: isInside ? context.codingPath : [key] + context.codingPath,
                debugDescription: "\(place): \(context.debugDescription)",
                underlyingError: context.underlyingError))
    }

    /// The error with the path of the value that could not be encoded.
    func located(_ path: [any CodingKey]) -> EncodingError {
        guard case .invalidValue(let value, let context) = self else { return self }
        return .invalidValue(
            value,
            .init(
                codingPath: path + context.codingPath, debugDescription: context.debugDescription,
                underlyingError: context.underlyingError))
    }

    /// Returns the result of `body`. Adds the location to an `EncodingError`.
    @inline(__always)
    package static func locating<T>(
        _ place: @autoclosure () -> String, _ key: @autoclosure () -> any CodingKey,
        _ body: () throws -> T
    ) throws -> T {
        do {
            return try body()
        } catch let error as EncodingError {
            throw error.located(place(), key())
        }
    }
}

/// A key that is a position, starting at 0.
package struct IndexKey: CodingKey {
    let index: Int
    package var intValue: Int? { index }
    package var stringValue: String { "\(index)" }

    package init(_ index: Int) { self.index = index }
    package init?(intValue: Int) { self.init(intValue) }
    package init?(stringValue: String) {
        guard let index = Int(stringValue) else { return nil }
        self.init(index)
    }
}
