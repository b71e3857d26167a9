import DataLiteC
import DataLiteCore
import Foundation
import Testing

@Suite("A BLOB of zero bytes")
struct ZeroBytesTests {
    private func connection() throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.execute("CREATE TABLE files(id INTEGER PRIMARY KEY, data BLOB)")
        return connection
    }

    @Test("An interpolation inserts zero bytes", arguments: [0, 1, 5000])
    func interpolation(count: Int) throws {
        let connection = try connection()
        let sql: SQL = "INSERT INTO files VALUES (\(7), \(zeros: count))"
        #expect(sql.text == "INSERT INTO files VALUES (?, zeroblob(?))")
        try connection.execute(sql)
        #expect(
            try connection.row("SELECT id, data, typeof(data) FROM files")?.values
                == [7, .blob(Data(count: count)), "blob"])
        let data: Data = try connection.requiredValue("SELECT \(zeros: count)")
        #expect(data == Data(count: count))
    }

    @Test("A statement binds zero bytes, and other values after them", arguments: [0, 1, 5000])
    func binding(count: Int) throws {
        let connection = try connection()
        let insert = try connection.prepare(sql: "INSERT INTO files(data) VALUES (?)")
        try insert.bind(Data([1, 2]).sqliteValue, at: 1)
        try insert.step()
        try insert.reset()
        try insert.bind(zeros: count, at: 1)
        try insert.step()
        try insert.reset()
        try insert.bind(SQLiteValue.null, at: 1)
        try insert.step()
        let rows = try connection.rows("SELECT data FROM files ORDER BY id", as: SQLiteValue.self)
        #expect(rows == [.blob(Data([1, 2])), .blob(Data(count: count)), .null])
    }

    @Test("Zero bytes that were inserted are filled in parts")
    func filling() throws {
        let connection = try connection()
        try connection.execute("INSERT INTO files VALUES (1, \(zeros: 10))")
        try connection.withBlob(in: "files", column: "data", row: 1, access: .readWrite) { blob in
            #expect(blob.count == 10)
            try blob.write(Data([9]), at: 4)
        }
        #expect(
            try connection.value("SELECT hex(data) FROM files") == "00000000090000000000")
    }

    @Test("A function returns zero bytes", arguments: [0, 3, 100_000])
    func function(count: Int) throws {
        let connection = try connection()
        try connection.add(function: "zeros", argc: 1) { args in
            try args.setResult(zeros: args[0] ?? 0)
            return "ignored"
        }
        let data: Data = try connection.requiredValue("SELECT zeros(\(count))")
        #expect(data == Data(count: count))
        try connection.execute("INSERT INTO files VALUES (1, zeros(\(count)))")
        #expect(try connection.value("SELECT length(data) FROM files") == count)
        #expect(try connection.value("SELECT length(zeros(\(count))) = \(count)") == true)
    }

    @Test("A negative number of bytes is an error")
    func negative() throws {
        let connection = try connection()
        try connection.add(function: "zeros", argc: 1) { args in
            try args.setResult(zeros: args[0] ?? 0)
            return 0
        }
        for sql in ["SELECT \(zeros: -1)", "SELECT \(zeros: .min)"] as [SQL] {
            let error = try failure { try connection.row(sql) }
            #expect(error.resultCode == .tooBig)
        }
        let statement = try connection.prepare(sql: "SELECT ?")
        let bound = try failure { try statement.bind(zeros: -1, at: 1) }
        #expect(bound.resultCode == .misuse && bound.message.contains("-1 bytes"))
        let result = try failure { try connection.row("SELECT zeros(-5)") }
        #expect(result.message.contains("-5 bytes"))
    }

    @Test("More bytes than the connection allows are an error", arguments: [1001, Int.max])
    func tooMany(count: Int) throws {
        let connection = try connection()
        try connection.add(function: "zeros", argc: 1) { args in
            try args.setResult(zeros: args[0] ?? 0)
            return 0
        }
        try connection.withLimits([.length: 1000]) {
            let statement = try connection.prepare(sql: "SELECT length(?)")
            let failures = [
                try failure { try connection.row("SELECT \(zeros: count)") },
                try failure { try statement.bind(zeros: count, at: 1) },
                try failure { try connection.row("SELECT zeros(\(count))") },
            ]
            for error in failures {
                #expect(error.resultCode == .tooBig)
                #expect(error.message == "string or blob too big")
            }
            try statement.bind(zeros: 1000, at: 1)
            #expect(try statement.step())
        }
    }

    @Test("A parameter that does not exist, or of a running statement, cannot be bound")
    func misuse() throws {
        let statement = try connection().prepare(sql: "SELECT ?")
        #expect(try failure { try statement.bind(zeros: 1, at: 2) }.resultCode == .range)
        try statement.step()
        #expect(try failure { try statement.bind(zeros: 1, at: 1) }.resultCode == .misuse)
    }
}
