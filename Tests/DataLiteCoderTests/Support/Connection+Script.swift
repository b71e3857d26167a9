import DataLiteCore

extension Connection {
    /// A database in memory, as a script has set it up.
    static func inMemory(_ script: String) throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.execute(sql: script)
        return connection
    }
}
