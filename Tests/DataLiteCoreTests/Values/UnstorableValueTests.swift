import DataLiteCore
import Foundation
import Testing

@Suite("A date that has no stored form")
struct UnstorableValueTests {
    private let connection: Connection

    init() throws {
        connection = try Connection.inMemory()
        try connection.execute("CREATE TABLE events(at)")
    }

    // Not dates: Foundation cannot print all of them.
    private static let seconds: [TimeInterval] = [1_700_000_000_000, -1e12, .infinity, .nan]

    @Test("A date outside the years 0 to 9999 is an error wherever it is bound", arguments: seconds)
    func binding(seconds: TimeInterval) throws {
        let date = Date(timeIntervalSince1970: seconds)
        let statement = try connection.prepare(sql: "INSERT INTO events VALUES (:at)")
        let attempts: [() throws -> Void] = [
            { try connection.execute("INSERT INTO events VALUES (\(date))") },
            { try connection.execute("INSERT INTO events VALUES (?)", [date]) },
            { try connection.execute("INSERT INTO events VALUES (:at)", ["at": date]) },
            { _ = try connection.value("SELECT \(date as Date?)", as: String.self) },
            { _ = try connection.rows("SELECT * FROM events WHERE at IN \(list: [date])") },
            { try statement.bind(date, at: 1) },
            { try statement.execute([["at": date.sqliteValue]]) },
        ]
        for attempt in attempts {
            let error = try failure { try attempt() }
            #expect(error.resultCode == .mismatch)
            #expect(error.message.hasPrefix("parameter 1"))
            #expect(error.message.contains("the date cannot be stored in its form"))
        }
        #expect(try connection.value("SELECT count(*) FROM events") == 0)
    }

    @Test("The error names the parameter")
    func name() throws {
        let date = Date(timeIntervalSince1970: .infinity)
        let error = try failure {
            try connection.execute("SELECT :a, :at", ["a": 1, "at": date])
        }
        #expect(error.message.hasPrefix("parameter 2 (:at): the date"))
        #expect(error.sql == "SELECT :a, :at")
    }

    @Test("A function that returns such a date fails", arguments: seconds)
    func functionResult(seconds: TimeInterval) throws {
        let date = Date(timeIntervalSince1970: seconds)
        try connection.add(function: "at", argc: 0) { _ in date }
        try connection.add(function: "typed") { (_: Int) in date }
        for sql in ["SELECT at()", "SELECT typed(1)"] as [SQL] {
            let error = try failure { _ = try connection.rows(sql) }
            #expect(error.message.contains("the date cannot be stored in its form"))
        }
    }

    @Test("NaN that is no date is still NULL")
    func plainNaN() throws {
        #expect(try connection.row("SELECT \(Double.nan) AS x") == ["x": nil])
        #expect(SQLiteValue.real(.nan).isStored(as: .null))
        let endless = Date(timeIntervalSince1970: .infinity).sqliteValue
        #expect(!endless.isStored(as: .null) && !SQLiteValue.null.isStored(as: endless))
    }
}
