import DataLiteCore

/// A connection without a database that records the functions added to it, so that the list shows
/// what SQLite would receive.
final class FunctionRecorder: ConnectionProtocol {
    private(set) var definitions: [Function.Registration] = []

    let isAutocommit = true
    let isReadonly = true
    let changes: Int64 = 0
    let totalChanges: Int64 = 0
    let lastInsertRowID: Int64 = 0

    func add(function definition: Function.Registration) {
        definitions.append(definition)
    }

    func interrupt() {}
    func close() {}

    func prepare(
        sql: String, options: Statement.Options
    ) throws(SQLiteError) -> any StatementProtocol {
        throw SQLiteError(.misuse, message: "a FunctionRecorder has no database")
    }
}
