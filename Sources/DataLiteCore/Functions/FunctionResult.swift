import DataLiteC

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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
