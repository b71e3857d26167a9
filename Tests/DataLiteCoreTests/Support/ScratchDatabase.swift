import DataLiteC
import Foundation

/// An empty in-memory database that uses only the C API, for tests of the layers below connections: it
/// evaluates one expression at a time.
final class ScratchDatabase {
    enum Value: Equatable {
        case integer(Int64)
        /// The bits of a REAL, so that 0.0 and -0.0 differ.
        case real(UInt64)
        case text(String)
        case blob(Data)
        case null
    }

    struct Failure: Error {
        let message: String
    }

    private var handle: OpaquePointer?

    /// `encoding` is the database's text encoding: `UTF-8`, `UTF-16le` or `UTF-16be`.
    init(encoding: String = "UTF-8") throws {
        sqlite3_open(":memory:", &handle)
        try execute("PRAGMA encoding = '\(encoding)'")
    }

    deinit {
        sqlite3_close(handle)
    }

    func execute(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
    }

    /// The value of one SQL expression.
    func value(_ expression: String) throws -> Value {
        try values([expression])[0]
    }

    /// The values of several SQL expressions, of one SELECT.
    func values(_ expressions: [String]) throws -> [Value] {
        var statement: OpaquePointer?
        let sql = "SELECT " + expressions.joined(separator: ", ")
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
            throw failure
        }
        defer { sqlite3_finalize(statement) }
        guard sqlite3_step(statement) == SQLITE_ROW else { throw failure }
        return expressions.indices.map { value(of: statement, at: Int32($0)) }
    }

    private func value(of statement: OpaquePointer?, at column: Int32) -> Value {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER:
            return .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT:
            return .real(sqlite3_column_double(statement, column).bitPattern)
        case SQLITE_TEXT:
            let start = sqlite3_column_text(statement, column)
            let count = Int(sqlite3_column_bytes(statement, column))
            let bytes = UnsafeBufferPointer(start: start, count: count)
            return .text(String(decoding: bytes, as: UTF8.self))
        case SQLITE_BLOB:
            let bytes = sqlite3_column_blob(statement, column)
            let count = Int(sqlite3_column_bytes(statement, column))
            return .blob(bytes.map { Data(bytes: $0, count: count) } ?? Data())
        default:
            return .null
        }
    }

    private var failure: Failure {
        Failure(message: String(cString: sqlite3_errmsg(handle)))
    }
}
