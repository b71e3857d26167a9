import DataLiteCore

// The members that a statement and a connection must implement. Everything else, including the one-line
// methods, has a default.

final class TinyStatement: StatementProtocol {
    let sql: String, parameters: [String?], columns: [String], log: Log
    var rows: ArraySlice<[SQLiteValue]>
    init(_ sql: String, _ parameters: [String?], _ result: [SQLiteRow], _ log: Log) {
        (self.sql, self.parameters, self.log) = (sql, parameters, log)
        (columns, rows) = (result.first?.columns.names ?? [], result.map(\.values)[...])
        rows.insert([], at: 0)
    }
    func parameterCount() -> Int32 { Int32(parameters.count) }
    func parameterNameBy(_ index: Int32) -> String? { parameters[Int(index) - 1] }
    func bind(_ value: SQLiteValue, at index: Int32) { log.events.append("bind \(index) \(value)") }
    func clearBindings() { log.events.append("clear") }
    func step() -> Bool { _ = rows.popFirst(); return !rows.isEmpty }
    func reset() { log.events.append("reset") }
    func columnCount() -> Int32 { Int32(columns.count) }
    func columnName(at index: Int32) -> String? { columns[Int(index)] }
    func columnValue(at index: Int32) -> SQLiteValue { rows.first?[Int(index)] ?? .null }
}

final class TinyConnection: ConnectionProtocol {
    let log = Log()
    var results: [String: [SQLiteRow]] = [:], parameters: [String: [String?]] = [:]
    let isAutocommit = true, isReadonly = false
    let changes: Int64 = 0, totalChanges: Int64 = 0, lastInsertRowID: Int64 = 0
    func interrupt() { log.events.append("interrupt") }
    func close() { log.events.append("close") }
    func prepare(sql: String, options: Statement.Options) -> any StatementProtocol {
        log.events.append(sql)
        return TinyStatement(sql, parameters[sql] ?? [], results[sql] ?? [], log)
    }
}

/// The calls of the mocks.
final class Log {
    var events: [String] = []
}
