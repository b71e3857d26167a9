package import DataLiteCore

extension Connection {
    /// A database in memory, set up by a script.
    package static func inMemory(_ script: String) throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.execute(sql: script)
        return connection
    }
}
