/// What happens when values and parameters do not match.
///
/// The one-line methods of a connection are strict. `SQLiteCoder` of `DataLiteCoder` has a
/// policy that can be changed.
public struct ParameterPolicy: Hashable, Sendable {
    /// What happens to a parameter without a value.
    public enum Missing: Hashable, Sendable {
        /// `SQLITE_RANGE`, naming the parameter.
        case error
        /// The parameter is NULL.
        case null
    }

    /// What happens to a value without a parameter.
    public enum Surplus: Hashable, Sendable {
        /// `SQLITE_RANGE`, naming the value.
        case error
        /// The value is ignored.
        case ignored
    }

    /// What happens to a parameter without a value.
    public var missing = Missing.error

    /// What happens to a value by position for which there is no parameter.
    public var extraPositionalValues = Surplus.error

    /// What happens to a value by name for which there is no parameter.
    public var extraNamedValues = Surplus.error

    /// Whether `:id` and `:ID` are the same name.
    public var ignoresLetterCase = false

    /// The strict policy.
    public static let strict = ParameterPolicy()

    /// The strict policy, as a start for changes.
    public init() {}
}
