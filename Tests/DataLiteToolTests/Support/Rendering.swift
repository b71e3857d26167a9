import DataLiteCore
import DataLiteTransfer

@testable import DataLiteTool

/// The bytes written by `body` as text.
func text(capacity: Int = 1 << 16, of body: (BufferedOutput) throws -> Void) throws -> String {
    var bytes: [UInt8] = []
    let output = BufferedOutput(capacity: capacity) { bytes.append(contentsOf: $0) }
    try body(output)
    try output.flush()
    return String(decoding: bytes, as: UTF8.self)
}

/// The results of SQL on an in-memory database, in a format.
func rendered(_ sql: String, as format: ResultFormat) throws -> String {
    let connection = try Connection(location: .inMemory)
    return try text { output in
        try Script(sql: sql, parameters: [])
            .run(on: connection, writer: format.writer(to: output), output: output)
    }
}

/// The value of an expression, with the functions of the tool.
func value(_ expression: String) throws -> SQLiteValue {
    let connection = try Connection(location: .inMemory)
    try connection.addToolFunctions()
    return try connection.value(SQL(raw: "SELECT \(expression)")) ?? .null
}
