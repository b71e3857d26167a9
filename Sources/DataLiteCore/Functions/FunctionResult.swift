import DataLiteC
import Foundation
import Foundation

/// Passes results and errors of functions to SQLite.
enum FunctionResult {
    /// Sets the result. SQLite copies strings and BLOBs; a value above its length limit becomes the error
    /// `SQLITE_TOOBIG`.
    @inline(__always)
    static func set(_ value: consuming SQLiteValue, on context: OpaquePointer?) {
        // A comparison costs less than the switch.
        if case .real(let double) = value { return set(double, on: context) }
        switch consume value {
        case .int(let int64): sqlite3_result_int64(context, int64)
        case .real(let double): set(double, on: context)
        case .text(let text): set(text, on: context)
        case .blob(let data): set(data, on: context)
        case .null: sqlite3_result_null(context)
        }
    }

    @inline(__always)
    private static func set(_ double: Double, on context: OpaquePointer?) {
        guard double.isNaN else { return sqlite3_result_double(context, double) }
        setNaN(double, on: context)
    }

    @inline(never)
    private static func setNaN(_ double: Double, on context: OpaquePointer?) {
        guard let value = UnstorableValue(rawValue: double.bitPattern) else {
            return sqlite3_result_null(context)
        }
        _ = setError(value.error(), on: context)
    }

    @inline(never)
    private static func set(_ text: String, on context: OpaquePointer?) {
        var text = text
        text.withUTF8 { set($0, on: context) }
    }

    @inline(never)
    private static func set(_ data: Data, on context: OpaquePointer?) {
        guard !data.isEmpty else {
            // A null pointer would set NULL.
            return sqlite3_result_zeroblob(context, 0)
        }
        data.withUnsafeBytes {
            sqlite3_result_blob64(context, $0.baseAddress, UInt64($0.count), datalite_transient())
        }
    }

    private static func set(_ utf8: UnsafeBufferPointer<UInt8>, on context: OpaquePointer?) {
        guard let start = utf8.baseAddress, !utf8.isEmpty else {
            sqlite3_result_text(context, "", 0, datalite_transient())
            return
        }
        start.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
            sqlite3_result_text64(
                context, $0, UInt64(utf8.count), datalite_transient(), UInt8(SQLITE_UTF8))
        }
    }

    /// Reports an error of any type with a message: as the generic `SQLITE_ERROR`, or with the code of a
    /// ``FunctionError``.
    ///
    /// - Returns: The message as SQLite will report it, and the code. The message ends before a NUL character, and has
    ///   at most 64 KiB. SQLite would discard a message that is longer than its limit on the length of strings.
    static func setError(
        _ error: any Error, on context: OpaquePointer?
    ) -> (message: String, code: ResultCode) {
        let text = Substring(error.explanation.utf8.prefix { $0 != 0 })
        let sqliteLimit = sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1)
        var message = MessageText.start(
            of: String(text), bytes: min(MessageText.messageLimit, Int(sqliteLimit) - 1))
        message.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { bytes in
                // A null pointer would set an error without a message.
                guard let start = bytes.baseAddress else {
                    return sqlite3_result_error(context, "", 0)
                }
                sqlite3_result_error(context, start, Int32(bytes.count))
            }
        }
        guard let failure = error as? FunctionError else { return (message, .error) }
        // The message is kept.
        sqlite3_result_error_code(context, failure.reportedCode.rawValue)
        return (message, failure.reportedCode)
    }
}

/// An error of a function whose result code SQLite reports.
///
/// ```swift
/// throw FunctionError(.constraintFunction, "the number has a wrong check digit")
/// ```
///
/// Any other error of a function is reported as `SQLITE_ERROR`. SQLite handles some codes as its own errors: it would
/// roll back the transaction after `SQLITE_FULL`, for example, and compile the statement again after `SQLITE_SCHEMA`.
/// So only these codes are kept, with their extended codes: `SQLITE_ERROR`, `SQLITE_PERM`, `SQLITE_NOTFOUND`,
/// `SQLITE_TOOBIG`, `SQLITE_CONSTRAINT`, `SQLITE_MISMATCH`, `SQLITE_AUTH` and `SQLITE_RANGE`, and the codes of a program,
/// 102 to 255, which SQLite does not use. C: `sqlite3_result_error_code`.
public struct FunctionError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The result code.
    public let resultCode: ResultCode

    /// The message.
    public let message: String

    /// Creates an error.
    public init(_ resultCode: ResultCode = .error, _ message: String) {
        self.resultCode = resultCode
        self.message = message
    }

    public var description: String { message }

    private static let kept: Set<ResultCode> = [
        .error, .perm, .notFound, .tooBig, .constraint, .mismatch, .auth, .range,
    ]

    /// The primary codes that a program may define. The codes of SQLite end with `SQLITE_DONE`, which is 101.
    private static let free: ClosedRange<Int32> = 102...255

    /// The code that SQLite reports.
    var reportedCode: ResultCode {
        let primary = resultCode.primary
        let isKept = Self.kept.contains(primary) || Self.free.contains(primary.rawValue)
        return isKept && resultCode.rawValue > 0 ? resultCode : .error
    }
}

/// What a scalar function sets in addition to the value that it returns.
enum ResultAddition {
    case subtype(UInt8)
    case object(AnyObject)
    case zeros(UInt64)

    /// Call this after the result is set, which removes an earlier addition.
    func apply(to context: OpaquePointer?, _ link: CallbackLink) {
        switch self {
        case .subtype(let subtype): sqlite3_result_subtype(context, UInt32(subtype))
        case .object(let object):
            sqlite3_result_pointer(
                context, ObjectHolder(object, link).retainedPointer(), ObjectHolder.typeName,
                ObjectHolder.destroy)
        case .zeros(let count):
            // Not every version of SQLite sets the error.
            guard sqlite3_result_zeroblob64(context, count) != SQLITE_OK else { return }
            sqlite3_result_error_toobig(context)
        }
    }
}

/// The holder of an object, owned by SQLite, which releases it in the middle of a step, a reset or another call.
final class ObjectHolder {
    let object: AnyObject
    private let link: CallbackLink

    init(_ object: AnyObject, _ link: CallbackLink) {
        self.object = object
        self.link = link
    }

    func retainedPointer() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// The destructor to register with the pointer.
    static let destroy: @convention(c) (UnsafeMutableRawPointer?) -> Void = { pointer in
        guard let pointer else { return }
        let holder = Unmanaged<ObjectHolder>.fromOpaque(pointer).takeRetainedValue()
        holder.link.releaseLater(holder.object)
    }

    /// The name that tells the pointers of this library from those of others. SQLite keeps the address.
    //
    // SAFETY: the text is never freed or changed.
    nonisolated(unsafe) static let typeName = UnsafePointer<CChar>(strdup("DataLite object"))

    /// The object of a value that is a pointer of this library.
    static func object(in value: OpaquePointer) -> AnyObject? {
        guard let pointer = sqlite3_value_pointer(value, typeName) else { return nil }
        return Unmanaged<ObjectHolder>.fromOpaque(pointer).takeUnretainedValue().object
    }
}
