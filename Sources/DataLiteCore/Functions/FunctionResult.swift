import DataLiteC

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Hands results and errors of functions to SQLite.
enum FunctionResult {
    /// Text and bytes are copied. What is longer than SQLite takes becomes `SQLITE_TOOBIG`.
    // Numbers are set in line, because that costs less than handing the value on.
    @inline(__always)
    static func set(_ value: consuming SQLiteValue, on context: OpaquePointer?) {
        switch consume value {
        case .int(let int64): sqlite3_result_int64(context, int64)
        case .real(let double): sqlite3_result_double(context, double)
        case .text(let text): set(text, on: context)
        case .blob(let data): set(data, on: context)
        case .null: sqlite3_result_null(context)
        }
    }

    @inline(never)
    private static func set(_ text: String, on context: OpaquePointer?) {
        var text = text
        text.withUTF8 { set($0, on: context) }
    }

    @inline(never)
    private static func set(_ data: Data, on context: OpaquePointer?) {
        guard !data.isEmpty else {
            // A null pointer would be NULL.
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

    /// The message comes first and the code second: setting a message sets the code as well.
    ///
    /// - Returns: what SQLite will repeat: the message goes up to a NUL character, and no further
    ///   than a megabyte.
    static func setError(
        _ error: any Error, on context: OpaquePointer?
    ) -> ConnectionHandle.PendingFailure.Origin {
        let message = error.explanation.utf8.prefix { $0 != 0 }.prefix(1 << 20)
        let code = code(of: error)
        let bytes = message.map { CChar(bitPattern: $0) } + [0]
        sqlite3_result_error(context, bytes, Int32(message.count))
        sqlite3_result_error_code(context, code)
        return .function(code: code, message: String(decoding: message, as: UTF8.self))
    }

    /// An ``SQLiteError`` keeps its code, unless that code is no error's. With a negative one, SQLite
    /// would take the message for the function's result.
    ///
    /// Nor do those remain that SQLite believes to be about itself: it answers a changed schema by
    /// running the statement another fifty times, a corrupt database by writing no more to its own in
    /// the transaction, lack of memory in a read with a message that hides this one, and a full disk,
    /// an interrupt and their like in a write by rolling back the whole transaction.
    private static func code(of error: any Error) -> Int32 {
        guard let error = error as? SQLiteError, error.code > 0 else { return SQLITE_ERROR }
        let code = error.resultCode
        let ofSQLiteItself: [ResultCode] = [.schema, .corrupt, .nomem, .ioerr, .full, .interrupt]
        let isMistakable = ofSQLiteItself.contains(code.primary)
        return code.isError && !isMistakable ? error.code : SQLITE_ERROR
    }
}
