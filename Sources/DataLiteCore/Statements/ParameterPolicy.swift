/// The handling of values and parameters that do not match.
///
/// The one-line methods of a connection are strict. `SQLiteCoder` of `DataLiteCoder` has a policy
/// that can be changed.
public struct ParameterPolicy: Hashable, Sendable {
    /// The handling of a parameter without a value.
    public enum Missing: Hashable, Sendable {
        /// Throws `SQLITE_RANGE`. The message names the parameter.
        case error
        /// Binds NULL.
        case null
    }

    /// The handling of a value without a parameter.
    public enum Surplus: Hashable, Sendable {
        /// Throws `SQLITE_RANGE`. The message names the value.
        case error
        /// Ignores the value.
        case ignored
    }

    /// The handling of a parameter without a value.
    public var missing = Missing.error

    /// The handling of a positional value without a parameter.
    public var extraPositionalValues = Surplus.error

    /// The handling of a named value without a parameter.
    public var extraNamedValues = Surplus.error

    /// Whether `:id` and `:ID` are the same name.
    public var ignoresLetterCase = false

    /// The strict policy.
    public static let strict = ParameterPolicy()

    /// Creates the strict policy, which can then be changed.
    public init() {}
}
