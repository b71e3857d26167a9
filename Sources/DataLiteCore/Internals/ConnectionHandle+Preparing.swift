import DataLiteC

extension ConnectionHandle {
    /// One statement of a text, and the offset at which the text continues.
    struct Prepared {
        let statement: OpaquePointer?
        let end: Int
    }

    /// Compiles the first statement of `bytes` at or after `start`; `nil` for the statement if
    /// only white space and comments are left. C: `sqlite3_prepare_v3`.
    ///
    /// - Parameter isTerminated: Whether a NUL follows the bytes. SQLite then reads the text where
    ///   it is, and its limit on the length of SQL applies to the statement. Otherwise it first
    ///   copies everything from `start` to the end (<https://sqlite.org/c3ref/prepare.html>).
    func prepare(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0, isTerminated: Bool = false,
        options: Statement.Options = []
    ) throws(SQLiteError) -> Prepared {
        let pointer = try open()
        guard barrier.isEmpty else {
            throw refusal(of: String(decoding: bytes[start...], as: UTF8.self))
        }
        guard let base = bytes.baseAddress, start < bytes.count else {
            return Prepared(statement: nil, end: start)
        }
        let count = bytes.count - start + (isTerminated ? 1 : 0)
        guard let length = Int32(exactly: count) else {
            throw SQLiteError(.tooBig, message: "the SQL text is longer than 2 GiB")
        }
        let isRecorded = readRecorder?.beginCompiling() ?? false
        var statement: OpaquePointer?
        defer { if isRecorded { readRecorder?.endCompiling(statement, on: connection) } }
        var tail: UnsafePointer<CChar>?
        let code = UnsafeRawPointer(base + start).withMemoryRebound(
            to: CChar.self, capacity: count
        ) {
            sqlite3_prepare_v3(pointer, $0, length, options.rawValue, &statement, &tail)
        }
        guard code == SQLITE_OK else {
            let text = String(decoding: bytes, as: UTF8.self)
            var error = error(code, sql: text)
            error.offset = error.offset.map { $0 + start }
            throw error
        }
        let end = tail.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) } ?? bytes.count
        return Prepared(statement: statement, end: end)
    }
}
