import DataLiteCore
import Testing

extension Connection {
    /// A connection to an empty in-memory database, with a text encoding: `UTF-8`, `UTF-16le` or `UTF-16be`.
    static func inMemory(encoding: String = "UTF-8") throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.set(pragma: .encoding, value: encoding)
        return connection
    }

    /// A statement of the concrete type.
    func statement(_ sql: String, options: Statement.Options = []) throws -> Statement {
        try prepare(sql: sql, options: options)
    }
}
