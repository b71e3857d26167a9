package import DataLiteCore

extension Connection {
    /// Opens an in-memory database and runs a script in it.
    package static func inMemory(_ script: String) throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.execute(sql: script)
        return connection
    }
}
