public import DataLiteCore
public import Foundation

/// How `Codable` values are written to SQL and read from it.
///
/// ```swift
/// var coder = SQLiteCoder()
/// coder.keys = .snakeCase
/// coder.dates = .unixSeconds
/// let users = try connection.rows("SELECT * FROM users", as: User.self, coder: coder)
/// ```
public struct SQLiteCoder: Sendable {
    // One reference, because a coder is passed on for each row and each statement.
    private var shared: Shared

    private final class Shared: Sendable {
        let options: Options
        let id = CoderID()

        init(_ options: Options) { self.options = options }
    }

    private struct Options: Sendable {
        var dates = DateForm.text
        var uuids = UUIDForm.text
        var keys = KeyForm.unchanged
        var nonConformingFloats = NonConformingFloatForm.sqlite
        var bigIntegers = BigIntegerForm.integerWherePossible
        var parameterPolicy = SQLiteCoder.lenientNames
        var jsonEncoder: @Sendable () -> JSONEncoder = { makeJSONEncoder() }
        var jsonDecoder: @Sendable () -> JSONDecoder = { JSONDecoder() }
        var userInfo: [CodingUserInfoKey: any Sendable] = [:]
        var prefixSeparator = "."
    }

    /// The forms of the core, unchanged names, and JSON with sorted keys.
    public init() { self = .default }

    private init(_ options: Options) { shared = Shared(options) }

    /// The coder that is used unless another one is passed.
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

    /// The same for copies of a coder. Coders that are made separately have different ones.
    package var id: CoderID { shared.id }
}

// MARK: - Options

extension SQLiteCoder {
    /// How a `Date` is written.
    public var dates: DateForm {
        get { shared.options.dates }
        set { change { $0.dates = newValue } }
    }

    /// How a `UUID` is written.
    public var uuids: UUIDForm {
        get { shared.options.uuids }
        set { change { $0.uuids = newValue } }
    }

    /// Which column or parameter belongs to a coding key.
    public var keys: KeyForm {
        get { shared.options.keys }
        set { change { $0.keys = newValue } }
    }

    /// How infinities and NaN are written.
    public var nonConformingFloats: NonConformingFloatForm {
        get { shared.options.nonConformingFloats }
        set { change { $0.nonConformingFloats = newValue } }
    }

    /// How `UInt`, `UInt64` and integers of 128 bits are written.
    public var bigIntegers: BigIntegerForm {
        get { shared.options.bigIntegers }
        set { change { $0.bigIntegers = newValue } }
    }

    /// What happens when values and parameters do not match.
    ///
    /// Unless it is changed, a parameter without a value is an error, and so is a value by position
    /// without a parameter. A property without a parameter is ignored, so that a whole value can be
    /// passed to a statement that uses a part of it, and so is the letter case of names.
    public var parameterPolicy: ParameterPolicy {
        get { shared.options.parameterPolicy }
        set { change { $0.parameterPolicy = newValue } }
    }

    private static var lenientNames: ParameterPolicy {
        var policy = ParameterPolicy.strict
        policy.extraNamedValues = .ignored
        policy.ignoresLetterCase = true
        return policy
    }

    /// Creates the encoder for values that are stored as JSON.
    public var jsonEncoder: @Sendable () -> JSONEncoder {
        get { shared.options.jsonEncoder }
        set { change { $0.jsonEncoder = newValue } }
    }

    /// Creates the decoder for values that are stored as JSON.
    public var jsonDecoder: @Sendable () -> JSONDecoder {
        get { shared.options.jsonDecoder }
        set { change { $0.jsonDecoder = newValue } }
    }

    /// What separates a prefix from the name of a column: `.` unless it is set.
    ///
    /// A property that has no column of its own is read from the columns whose names begin with its own
    /// name and this separator, as `author` is from `author.id` and `author.name`. With an empty text,
    /// there are no prefixes.
    public var prefixSeparator: String {
        get { shared.options.prefixSeparator }
        set { change { $0.prefixSeparator = newValue } }
    }

    /// The `userInfo` of encoders and decoders, also within JSON.
    public var userInfo: [CodingUserInfoKey: any Sendable] {
        get { shared.options.userInfo }
        set { change { $0.userInfo = newValue } }
    }
}
