import DataLiteCore
import Foundation
import Testing

@Suite("Connections of several threads")
struct SharingTests {
    @Test("Connections on several threads write to one WAL file without losing a row")
    func threads() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let configuration = Connection.Configuration {
                $0.journalMode = .wal
                $0.synchronous = .normal
                $0.busyTimeout = .seconds(60)
            }
            let reader = try Connection(path: path, configuration: configuration)
            try reader.execute(sql: "CREATE TABLE t(id INTEGER PRIMARY KEY, writer, number)")
            let group = DispatchGroup()
            for writer in 1...2 {
                group.enter()
                Thread {
                    defer { group.leave() }
                    do {
                        let connection = try Connection(path: path, configuration: configuration)
                        for number in 1...60 {
                            try connection.transaction {
                                try connection.execute(
                                    "INSERT INTO t(writer, number) VALUES (\(writer), \(number))")
                            }
                            _ = try connection.value("SELECT count(*) FROM t", as: Int.self)
                        }
                    } catch {
                        Issue.record(error)
                    }
                }.start()
            }
            group.wait()
            let rows = try reader.rows(
                "SELECT writer, count(*) AS n, max(number) AS m FROM t GROUP BY writer ORDER BY 1")
            #expect(rows == [["writer": 1, "n": 60, "m": 60], ["writer": 2, "n": 60, "m": 60]])
            #expect(try reader.value("PRAGMA integrity_check") == "ok")
        }
    }

    /// An actor that owns a connection made elsewhere.
    private actor Store {
        private let connection: Connection

        init(_ connection: sending Connection) { self.connection = connection }

        func add(_ id: Int) throws { try connection.execute("INSERT INTO t(id) VALUES (\(id))") }

        func ids() throws -> [Int] { try connection.ids() }
    }

    @Test("A connection can be sent into an actor and used there")
    func actor() async throws {
        let connection = try Connection.sample()
        let store = Store(connection)
        try await store.add(9)
        #expect(try await store.ids() == [1, 2, 3, 9])
    }

    @Test("A connection can be sent into a task")
    func task() async throws {
        let connection = try Connection.sample()
        let ids = try await Task { try connection.ids() }.value
        #expect(ids == [1, 2, 3])
    }
}
