import DataLiteC

/// A Swift function that SQL can call: the base class of ``Scalar``, ``Aggregate`` and ``Window``.
///
/// ```swift
/// final class Shout: Function.Scalar {
///     override class var name: String { "shout" }
///     override class var argc: Int32 { 1 }
///     override class var options: Function.Options { [.deterministic, .innocuous] }
///
///     override class func invoke(args: any ArgumentsProtocol) throws -> (any SQLiteRepresentable)? {
///         guard let text = args[0] as String? else { return nil }
///         return text.uppercased() + "!"
///     }
/// }
///
/// try connection.add(function: Shout.self)
/// let shout: String? = try connection.value("SELECT shout('hey')")  // HEY!
/// ```
///
/// An error thrown by a function ends the statement. The caller receives an ``SQLiteError`` with code
/// `SQLITE_ERROR`, the error's description as its message and the error as its `underlyingError`.
open class Function {
    /// The name in SQL, in any letter case: 1 to 255 bytes of UTF-8. A subclass must override it.
    open class var name: String { "" }

    /// The number of arguments, or -1 for any number. Functions with the same name and different argument
    /// counts can coexist.
    open class var argc: Int32 { -1 }

    /// The properties that SQLite may assume of the function.
    open class var options: Options { [] }

    init() {}

    /// The arguments of a call.
    public typealias Arguments = any ArgumentsProtocol
}

extension Function {
    /// The properties that SQLite may assume of a function, and the restrictions on its callers.
    ///
    /// See [Function flags](https://www.sqlite.org/c3ref/c_deterministic.html).
    public struct Options: OptionSet, Hashable, Sendable {
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The function returns the same result for the same arguments within a statement. SQLite
        /// may then call it once for many rows and allow it in indexes and generated columns. C:
        /// `SQLITE_DETERMINISTIC`.
        public static let deterministic = Options(rawValue: SQLITE_DETERMINISTIC)
        /// The function may be called by top-level SQL only, not by views, triggers, `CHECK` constraints,
        /// defaults, generated columns and indexes. Use it for functions that have side effects or reveal
        /// information. C: `SQLITE_DIRECTONLY`.
        public static let directonly = Options(rawValue: SQLITE_DIRECTONLY)
        /// The function is harmless for any arguments, so a schema may call it even if the schema is not
        /// trusted. C: `SQLITE_INNOCUOUS`.
        public static let innocuous = Options(rawValue: SQLITE_INNOCUOUS)
        /// The function reads the subtypes of its arguments. C: `SQLITE_SUBTYPE`.
        public static let subtype = Options(rawValue: SQLITE_SUBTYPE)
        /// The function sets a subtype on its result. Ignored before SQLite 3.45. C:
        /// `SQLITE_RESULT_SUBTYPE`.
        public static let resultSubtype = Options(rawValue: 0x0100_0000)
    }
}
