import DataLiteCore
import Testing

/// Flips bytes in the pages, the log and the schema of a file. Reading such a file may only make calls fail.
@Suite("A connection to a damaged file")
struct DamagedFileTests {
    @Test("A connection to a damaged file reports errors and stays usable until closed")
    func errorsOnly() async throws {
        try await DamagedFile.rounds("core", count: 150) { path, seed, generator in
            try run(path, seed, &generator)
        }
    }

    private func run(_ path: String, _ seed: UInt64, _ generator: inout SeededGenerator) throws {
        let configuration = Connection.Configuration {
            $0.trustsSchema = Bool.random(using: &generator)
            $0.busyTimeout = .zero
        }
        let options: Connection.Options =
            Bool.random(using: &generator) ? .default : [.readonly, .nomutex]
        guard
            let connection = try? Connection(
                path: path, options: options, configuration: configuration)
        else { return }
        let watchdog = Watchdog { [handle = connection.interruptHandle] in handle.interrupt() }
        defer { watchdog.stop() }
        let delegate = CountingDelegate()
        connection.add(delegate: delegate)
        for _ in 0..<12 {
            // Every failure is an error.
            try? call(connection, &generator)
            #expect(connection.isAutocommit, "DATALITE_FUZZ_SEED=\(seed)")
        }
        #expect(throws: Never.self, "DATALITE_FUZZ_SEED=\(seed)") { try connection.close() }
    }

    private func call(_ connection: Connection, _ generator: inout SeededGenerator) throws {
        let query = FuzzSQL.query(using: &generator)
        let change = FuzzSQL.change(using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0, 1:
            try read(query, on: connection)
        case 2:
            try connection.execute(SQL(raw: change))
        case 3:
            try connection.transaction {
                try connection.execute(SQL(raw: change))
                try? connection.savepoint {
                    try connection.execute(SQL(raw: FuzzSQL.change(using: &generator)))
                    try read(query, on: connection)
                }
                if Bool.random(using: &generator) { throw Refused() }
            }
        case 4:
            // Rows that change while they are read.
            let cursor = try connection.cursor(SQL(raw: query))
            for _ in 0..<3 { _ = try cursor.next() }
            _ = try? connection.execute(SQL(raw: change))
            for _ in 0..<3 { _ = try cursor.next() }
            try cursor.close()
        default:
            let statement: Statement = try connection.prepare(sql: query)
            for _ in 0..<50 where try statement.step() {
                for index in 0..<statement.columnCount() {
                    _ = statement.columnName(at: index)
                    _ = statement.columnValue(at: index) as Int?
                    _ = statement.columnValue(at: index) as String?
                }
            }
            try statement.reset()
        }
    }

    private func read(_ query: String, on connection: Connection) throws {
        let cursor = try connection.cursor(SQL(raw: query))
        for _ in 0..<200 where try cursor.next() == nil { break }
        try cursor.close()
    }
}

/// A delegate whose hooks are installed.
private final class CountingDelegate: ConnectionDelegate {
    var count = 0

    func connection(_ connection: any ConnectionProtocol, didUpdate action: SQLiteAction) {
        count += 1
    }

    func connectionWillCommit(_ connection: any ConnectionProtocol) throws { count += 1 }

    func connectionDidRollback(_ connection: any ConnectionProtocol) { count += 1 }
}
