import DataLiteC

/// A function that SQL can call, written in Swift: the base of ``Scalar``, ``Aggregate`` and
/// ``Window``.
///
/// ```swift
/// final class Shout: Function.Scalar {
///     override class var name: String { "shout" }
///     override class var argc: Int32 { 1 }
///     override class var options: Function.Options { [.deterministic, .innocuous] }
///
///     override class func invoke(args: any ArgumentsProtocol) throws -> SQLiteRepresentable? {
///         guard let text = args[0] as String? else { return nil }
///         return text.uppercased() + "!"
///     }
/// }
///
/// try connection.add(function: Shout.self)
/// let shout: String? = try connection.value("SELECT shout('hey')")  // HEY!
/// ```
///
/// What a function throws ends the statement that calls it: its caller gets an ``SQLiteError`` with
/// the error's description as the message and the error itself as `underlyingError`.
open class Function {
    /// The name in SQL: 1 to 255 bytes of UTF-8. Letter case does not count. A subclass must give
    /// one.
    open class var name: String { "" }

    /// The number of arguments, or -1 for any number. Functions of one name and different argument
    /// counts live side by side.
    open class var argc: Int32 { -1 }

    /// What SQLite may expect of the function.
    open class var options: Options { [] }

    init() {}
}

extension Function {
    /// What SQLite may expect of a function, and where it may be called.
    public struct Options: OptionSet, Hashable, Sendable {
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// Equal arguments give equal results within a statement, so that the function may be used
        /// in indexes and called once for many rows. C: `SQLITE_DETERMINISTIC`.
        public static let deterministic = Options(rawValue: SQLITE_DETERMINISTIC)
        /// The function may be called from top-level SQL only, not from a schema's views, triggers,
        /// indexes, ... : for functions with side effects, or that could leak information. C:
        /// `SQLITE_DIRECTONLY`.
        public static let directonly = Options(rawValue: SQLITE_DIRECTONLY)
        /// The function does no harm, whoever calls it: it may be called from an untrusted schema. C:
        /// `SQLITE_INNOCUOUS`.
        public static let innocuous = Options(rawValue: SQLITE_INNOCUOUS)
        /// The function asks for the subtypes of its arguments. C: `SQLITE_SUBTYPE`.
        public static let subtype = Options(rawValue: SQLITE_SUBTYPE)
        /// The function gives its result a subtype. Known to SQLite from 3.45 on, and passed over
        /// before. C: `SQLITE_RESULT_SUBTYPE`.
        public static let resultSubtype = Options(rawValue: 0x0100_0000)
    }
}
