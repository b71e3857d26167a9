import DataLiteCore

/// A connection to nothing, which only notes the functions that are added to it: so what a list says
/// of them is what SQLite would be told.
final class FunctionRecorder: ConnectionProtocol {
    private(set) var definitions: [Function.Definition] = []

    let isAutocommit = true
    let isReadonly = true
    let changes: Int64 = 0
    let totalChanges: Int64 = 0
    let lastInsertRowID: Int64 = 0

    func add(function definition: Function.Definition) {
        definitions.append(definition)
    }

    func interrupt() {}
    func close() {}

    func prepare(
        sql: String, options: Statement.Options
    ) throws(SQLiteError) -> any StatementProtocol {
        throw SQLiteError(.misuse, message: "there is no database behind this connection")
    }
}
