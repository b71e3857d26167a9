public import DataLiteCore
public import Foundation

/// Encodes `Codable` values for SQL and decodes them from rows.
///
/// ```swift
/// var coder = SQLiteCoder()
/// coder.keys = .snakeCase
/// coder.dates = .unixSeconds
/// let users = try connection.rows("SELECT * FROM users", as: User.self, coder: coder)
/// ```
public struct SQLiteCoder: Sendable {
    // A single reference, because a coder is passed along for each row and each statement.
    private var shared: Shared

    private final class Shared: Sendable {
        let options: Options
        let id = CoderID()

        /// The coders of the keys with their own forms.
        let coders: [String: SQLiteCoder]

        init(_ options: Options) {
            self.options = options
            coders = options.codersByKey()
        }
    }

    private struct Options: Sendable {
        var dates = DateForm.text
        var uuids = UUIDForm.text
        var datesByKey: [String: DateForm] = [:]
        var uuidsByKey: [String: UUIDForm] = [:]
        var keys = KeyForm.unchanged
        var nonConformingFloats = NonConformingFloatForm.sqlite
        var bigIntegers = BigIntegerForm.integerWherePossible
        var parameterPolicy = SQLiteCoder.lenientNames
        var jsonEncoder: @Sendable () -> JSONEncoder = { makeJSONEncoder() }
        var jsonDecoder: @Sendable () -> JSONDecoder = { JSONDecoder() }
        var userInfo: [CodingUserInfoKey: any Sendable] = [:]
        var prefixSeparator = "."

        func codersByKey() -> [String: SQLiteCoder] {
            guard !datesByKey.isEmpty || !uuidsByKey.isEmpty else { return [:] }
            var coders: [String: SQLiteCoder] = [:]
            for key in Set(datesByKey.keys).union(uuidsByKey.keys) {
                var options = self
                options.dates = datesByKey[key] ?? dates
                options.uuids = uuidsByKey[key] ?? uuids
                options.datesByKey = [:]
                options.uuidsByKey = [:]
                coders[key] = SQLiteCoder(options)
            }
            return coders
        }
    }

    /// Creates a coder with the formats of DataLiteCore, unchanged key names, and JSON with sorted keys.
    public init() { self = .default }

    private init(_ options: Options) { shared = Shared(options) }

    /// The coder that is used if no other coder is passed.
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

    /// The identity of the coder. Unchanged copies of a coder share it; coders created separately do not.
    package var id: CoderID { shared.id }

    /// The coder for the value of a key: with the forms of the key, if it has its own.
    func coder(forKey key: @autoclosure () -> String?) -> SQLiteCoder {
        guard !shared.coders.isEmpty, let key = key() else { return self }
        return shared.coders[key] ?? self
    }

    /// Whether DataLiteCore itself reads the dates of all keys.
    var readsDatesAsCore: Bool {
        ([dates] + datesByKey.values).allSatisfy { form in
            switch form {
            case .text, .iso8601, .unixSeconds: true
            case .unixMilliseconds, .julianDay, .custom: false
            }
        }
    }

    // MARK: - Options

    /// The format in which a `Date` is written.
    public var dates: DateForm {
        get { shared.options.dates }
        set { change { $0.dates = newValue } }
    }

    /// The format in which a `UUID` is written.
    public var uuids: UUIDForm {
        get { shared.options.uuids }
        set { change { $0.uuids = newValue } }
    }

    /// The formats in which the dates of some properties are written and read, by the name of the coding key.
    ///
    /// ```swift
    /// coder.dates = .unixSeconds
    /// coder.datesByKey["birthday"] = .text
    /// ```
    ///
    /// All other dates have the format ``dates``. The name is that of the key, before ``keys`` maps it to a column. The
    /// format also applies to the dates in the JSON of the property.
    public var datesByKey: [String: DateForm] {
        get { shared.options.datesByKey }
        set { change { $0.datesByKey = newValue } }
    }

    /// The formats in which the UUIDs of some properties are written, by the name of the coding key.
    ///
    /// All other UUIDs have the format ``uuids``. The name is that of the key, before ``keys`` maps it to a column.
    public var uuidsByKey: [String: UUIDForm] {
        get { shared.options.uuidsByKey }
        set { change { $0.uuidsByKey = newValue } }
    }

    /// The mapping from coding keys to names of columns and parameters.
    public var keys: KeyForm {
        get { shared.options.keys }
        set { change { $0.keys = newValue } }
    }

    /// The format in which infinities and NaN are written.
    public var nonConformingFloats: NonConformingFloatForm {
        get { shared.options.nonConformingFloats }
        set { change { $0.nonConformingFloats = newValue } }
    }

    /// The format in which `UInt`, `UInt64` and 128-bit integers are written.
    public var bigIntegers: BigIntegerForm {
        get { shared.options.bigIntegers }
        set { change { $0.bigIntegers = newValue } }
    }

    /// The handling of values and parameters that do not match.
    ///
    /// By default, a parameter without a value is an error, and so is a positional value without a parameter. A
    /// property without a parameter is ignored, so a statement can use part of a value. Names match
    /// case-insensitively.
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

    /// The separator between a prefix and a column name; `.` by default.
    ///
    /// A property without its own column is read from the columns whose names begin with the property's name and this
    /// separator: `author` is read from `author.id` and `author.name`. An empty string disables prefixes.
    public var prefixSeparator: String {
        get { shared.options.prefixSeparator }
        set { change { $0.prefixSeparator = newValue } }
    }

    /// The `userInfo` of encoders and decoders, including those for JSON.
    public var userInfo: [CodingUserInfoKey: any Sendable] {
        get { shared.options.userInfo }
        set { change { $0.userInfo = newValue } }
    }
}
