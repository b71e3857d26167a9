import DataLiteCore
import Testing

@Suite("The samples of the guide to mocks")
struct MockSamples {
    // sample: mock statement
    final class MockStatement: StatementProtocol {
        let sql: String
        private var rows: [SQLiteRow]
        private var current: SQLiteRow?

        init(sql: String, rows: [SQLiteRow]) { (self.sql, self.rows) = (sql, rows) }
        func parameterCount() -> Int32 { Int32(sql.filter { $0 == "?" }.count) }
        func parameterNameBy(_ index: Int32) -> String? { nil }
        func bind(_ value: SQLiteValue, at index: Int32) {}
        func clearBindings() {}
        func reset() {}
        func step() -> Bool {
            current = rows.isEmpty ? nil : rows.removeFirst()
            return current != nil
        }
        func columnCount() -> Int32 { Int32(current?.count ?? 0) }
        func columnName(at index: Int32) -> String? { current?[Int(index)].column }
        func columnValue(at index: Int32) -> SQLiteValue {
            current?.lenientValue(at: Int(index)) ?? .null
        }
    }
    // end

    // sample: mock connection
    final class MockConnection: ConnectionProtocol {
        let isAutocommit = true, isReadonly = false
        let changes: Int64 = 0, totalChanges: Int64 = 0, lastInsertRowID: Int64 = 0
        var results: [String: [SQLiteRow]] = [:]
        var log: [String] = []

        func prepare(sql: String, options: Statement.Options) -> any StatementProtocol {
            log.append(sql)
            return MockStatement(sql: sql, rows: results[sql] ?? [])
        }
        func interrupt() {}
        func close() {}
    }
    // end

    // sample: code under test
    func rename(_ id: Int, to name: String, on connection: any ConnectionProtocol) throws -> String?
    {
        try connection.transaction {
            let old: String? = try connection.value("SELECT name FROM people WHERE id = \(id)")
            try connection.execute("UPDATE people SET name = \(name) WHERE id = \(id)")
            return old
        }
    }
    // end

    @Test("test code without a database")
    func mock() throws {
        // sample: mocking
        let connection = MockConnection()
        connection.results["SELECT name FROM people WHERE id = ?"] = [["name": "Ada"]]
        let old = try rename(1, to: "Grace", on: connection)  // Ada
        print(connection.log)
        // ["BEGIN IMMEDIATE TRANSACTION", "SELECT name FROM people WHERE id = ?",
        //  "UPDATE people SET name = ? WHERE id = ?", "COMMIT TRANSACTION"]
        // end
        #expect(old == "Ada")
        #expect(
            connection.log == [
                "BEGIN IMMEDIATE TRANSACTION", "SELECT name FROM people WHERE id = ?",
                "UPDATE people SET name = ? WHERE id = ?", "COMMIT TRANSACTION",
            ])
    }
}
