import DataLiteCore
public import Foundation

/// How `Codable` values are written to SQL and read from it.
///
/// ```swift
/// var coder = SQLiteCoder()
/// coder.keys = .snakeCase
/// coder.dates = .unixSeconds
/// let users = try connection.query("SELECT * FROM users", as: User.self, coder: coder)
/// ```
public struct SQLiteCoder: Sendable {
    // Handed around for each row and each statement, so one reference.
    private var shared: Shared

    private final class Shared: Sendable {
        let options: Options
        let id = CoderID()

        init(_ options: Options) { self.options = options }
    }

    private struct Options: Sendable {
        var dates = Dates.text
        var uuids = UUIDs.text
        var keys = Keys.asTheyAre
        var nonConformingFloats = NonConformingFloats.sqlite
        var bigIntegers = BigIntegers.integerWherePossible
        var missingParameters = MissingParameters.error
        var surplusParameters = SurplusParameters.ignoredByName
        var parameterNames = ParameterNames.anyCase
        var jsonEncoder: @Sendable () -> JSONEncoder = { makeJSONEncoder() }
        var jsonDecoder: @Sendable () -> JSONDecoder = { JSONDecoder() }
        var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    }

    /// The forms of the core, names as they are, JSON as Foundation has it.
    public init() { self = .default }

    private init(_ options: Options) { shared = Shared(options) }

    /// The coder that is used unless another one is given.
    public static let `default` = SQLiteCoder(Options())

    private static func makeJSONEncoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    private mutating func change(_ body: (inout Options) -> Void) {
        var options = shared.options
        body(&options)
        shared = Shared(options)
    }

    /// The same for copies of a coder; another one for a coder that was set up alike.
    var id: CoderID { shared.id }
}

// MARK: - Options

extension SQLiteCoder {
    /// How a `Date` is written.
    public var dates: Dates {
        get { shared.options.dates }
        set { change { $0.dates = newValue } }
    }

    /// How a `UUID` is written.
    public var uuids: UUIDs {
        get { shared.options.uuids }
        set { change { $0.uuids = newValue } }
    }

    /// Which column or parameter belongs to a coding key.
    public var keys: Keys {
        get { shared.options.keys }
        set { change { $0.keys = newValue } }
    }

    /// How infinities and NaN are written.
    public var nonConformingFloats: NonConformingFloats {
        get { shared.options.nonConformingFloats }
        set { change { $0.nonConformingFloats = newValue } }
    }

    /// How integers of 64 bits without a sign, and of 128 bits, are written.
    public var bigIntegers: BigIntegers {
        get { shared.options.bigIntegers }
        set { change { $0.bigIntegers = newValue } }
    }

    /// What happens to a parameter that has no value.
    public var missingParameters: MissingParameters {
        get { shared.options.missingParameters }
        set { change { $0.missingParameters = newValue } }
    }

    /// What happens to a value that has no parameter.
    public var surplusParameters: SurplusParameters {
        get { shared.options.surplusParameters }
        set { change { $0.surplusParameters = newValue } }
    }

    /// How the name of a property is compared with that of a parameter.
    public var parameterNames: ParameterNames {
        get { shared.options.parameterNames }
        set { change { $0.parameterNames = newValue } }
    }

    /// Makes the encoder for values that have no form of their own in SQL.
    public var jsonEncoder: @Sendable () -> JSONEncoder {
        get { shared.options.jsonEncoder }
        set { change { $0.jsonEncoder = newValue } }
    }

    /// Makes the decoder for such values.
    public var jsonDecoder: @Sendable () -> JSONDecoder {
        get { shared.options.jsonDecoder }
        set { change { $0.jsonDecoder = newValue } }
    }

    /// What types find in the `userInfo` of their encoder or decoder, also within JSON.
    public var userInfo: [CodingUserInfoKey: any Sendable] {
        get { shared.options.userInfo }
        set { change { $0.userInfo = newValue } }
    }
}

// MARK: - JSON

extension SQLiteCoder {
    func json(_ value: some Encodable) throws -> SQLiteValue {
        let encoder = jsonEncoder()
        if !userInfo.isEmpty { encoder.userInfo.merge(userInfo) { $1 } }
        return .text(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    func value<T: Decodable>(_ type: T.Type, json: Data) throws -> T {
        let decoder = jsonDecoder()
        if !userInfo.isEmpty { decoder.userInfo.merge(userInfo) { $1 } }
        return try decoder.decode(type, from: json)
    }
}
