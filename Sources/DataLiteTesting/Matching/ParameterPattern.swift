/// A pattern that matches the value of a parameter, for expectations.
///
/// A literal is the value itself, and `nil` is NULL:
///
/// ```swift
/// let parameters: [ParameterPattern] = ["Ada", 36, nil, .any, .type(.blob)]
/// ```
public struct ParameterPattern {
    private let predicate: (SQLiteValue) -> Bool
    private let keep: ((SQLiteValue) -> Void)?

    /// A description of the pattern, for messages.
    public let description: String

    private init(
        _ description: String,
        keep: ((SQLiteValue) -> Void)? = nil,
        predicate: @escaping (SQLiteValue) -> Bool
    ) {
        self.description = description
        self.keep = keep
        self.predicate = predicate
    }

    /// Whether a value is allowed. Nothing is captured.
    public func matches(_ value: SQLiteValue) -> Bool {
        predicate(value.stored)
    }

    /// Captures the value, if this is a capturing pattern. Call this after the whole expectation
    /// matches.
    func accepted(_ value: SQLiteValue) {
        keep?(value.stored)
    }

    /// This value, of the same storage class: 1 is neither 1.0 nor '1'. `nil` is NULL.
    public static func equal(_ value: (any SQLiteBindable)?) -> ParameterPattern {
        let expected = (value?.sqliteValue ?? .null).stored
        return ParameterPattern(expected.debugDescription) { $0 == expected }
    }

    /// Any value, including NULL.
    public static var any: ParameterPattern { ParameterPattern("any value") { _ in true } }

    /// NULL.
    public static var null: ParameterPattern { .equal(nil) }

    /// Any value of a storage class.
    public static func type(_ storageClass: SQLiteValue.StorageClass) -> ParameterPattern {
        ParameterPattern(storageClass == .null ? "NULL" : "any \(storageClass)") {
            $0.storageClass == storageClass
        }
    }

    /// A value for which a closure returns `true`.
    ///
    /// - Parameters:
    ///   - description: The condition that the closure checks, to complete "a value where ...".
    ///   - predicate: Receives the value that is bound. The mock retains the closure, so a closure
    ///     that uses the mock should capture it weakly.
    public static func `where`(
        _ description: String, _ predicate: @escaping (SQLiteValue) -> Bool
    ) -> ParameterPattern {
        ParameterPattern("a value where \(description)", predicate: predicate)
    }

    /// Any value that can be converted to `T`. It is captured once the whole expectation matches.
    public static func capture<T>(into captured: CapturedValues<T>) -> ParameterPattern {
        ParameterPattern("any \(T.self)", keep: captured.keep) { T($0) != nil }
    }
}

extension ParameterPattern: CustomStringConvertible {}

extension ParameterPattern: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
    /// This INTEGER.
    public init(integerLiteral value: Int64) { self = .equal(value) }

    /// This REAL.
    public init(floatLiteral value: Double) { self = .equal(value) }

    /// This TEXT.
    public init(stringLiteral value: String) { self = .equal(value) }

    /// 1 for `true`, 0 for `false`.
    public init(booleanLiteral value: Bool) { self = .equal(value) }

    /// NULL.
    public init(nilLiteral: ()) { self = .null }
}
