import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

@Suite("A blob")
struct BlobTests {
    private func connection(_ size: Int = 10) throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            "CREATE TABLE files(id INTEGER PRIMARY KEY, data, name TEXT, size INTEGER UNIQUE)")
        let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0) })
        try connection.execute("INSERT INTO files VALUES (1, \(data), 'é', 7), (2, x'FF', NULL, 8)")
        return connection
    }

    @Test("A blob reads and writes parts of a value")
    func parts() throws {
        let connection = try connection()
        try connection.withBlob(in: "files", column: "data", row: 1, access: .readWrite) { blob in
            #expect(blob.count == 10)
            #expect(try blob.read(3..<6) == Data([3, 4, 5]))
            #expect(try blob.read(10..<10) == Data())
            try blob.write(Data([90, 91]), at: 4)
            try blob.write([UInt8](), at: 10)
            try blob.write([99 as UInt8], at: 9)
            #expect(try blob.read() == Data([0, 1, 2, 3, 90, 91, 6, 7, 8, 99]))
            var bytes = [UInt8](repeating: 0, count: 3)
            try bytes.withUnsafeMutableBytes { try blob.read(into: $0, at: 7) }
            #expect(bytes == [7, 8, 99])
        }
        let data: Data? = try connection.value("SELECT data FROM files WHERE id = 1")
        #expect(data == Data([0, 1, 2, 3, 90, 91, 6, 7, 8, 99]))
        #expect(connection.isAutocommit && connection.transactionState() == TransactionState.none)
    }

    @Test("A blob of text has its bytes")
    func text() throws {
        let bytes = try connection().withBlob(in: "files", column: "name", row: 1) { try $0.read() }
        #expect(bytes == Data("é".utf8))
    }

    @Test("A range outside a blob is an error", arguments: [-1..<2, 5..<11, 11..<12, 11..<11])
    func ranges(range: Range<Int>) throws {
        try connection().withBlob(in: "files", column: "data", row: 1, access: .readWrite) { blob in
            let read = #expect(throws: SQLiteError.self) { try blob.read(range) }
            let write = #expect(throws: SQLiteError.self) {
                try blob.write(Data(count: range.count), at: range.lowerBound)
            }
            for error in [read, write] {
                #expect(error?.resultCode == .range)
                #expect(
                    error?.message.contains("outside the 10 bytes of the BLOB in column") == true)
            }
            let longest = #expect(throws: SQLiteError.self) { try blob.read(.min..<0) }
            #expect(longest?.resultCode == .range)
            let greatest = #expect(throws: SQLiteError.self) {
                try blob.write([1 as UInt8], at: .max)
            }
            #expect(greatest?.message.hasPrefix("1 byte at 9223372036854775807 ") == true)
        }
    }

    @Test("An empty value is an empty blob")
    func empty() throws {
        let connection = try connection(0)
        try connection.withBlob(in: "files", column: "data", row: 1, access: .readWrite) { blob in
            #expect(blob.count == 0)
            #expect(try blob.read() == Data())
            try blob.write(Data(), at: 0)
            #expect(throws: SQLiteError.self) { try blob.write(Data([1]), at: 0) }
            try blob.forEachChunk { _ in Issue.record("there is no part") }
        }
    }

    @Test("Chunks cover the value", arguments: [1, 3, 10, 1000, 0, -5])
    func chunks(size: Int) throws {
        try connection().withBlob(in: "files", column: "data", row: 1, access: .readWrite) { blob in
            var read: [Data] = []
            try blob.forEachChunk(of: size) { read.append($0) }
            #expect(read.map(\.count).max() == min(max(size, 1), 10))
            #expect(Data(read.joined()) == Data(0..<10))
            #expect(try blob.write(contentsOf: [Data([1]), Data(), Data([2, 3])], at: 2) == 5)
            #expect(try blob.read(0..<6) == Data([0, 1, 1, 2, 3, 5]))
            let error = #expect(throws: SQLiteError.self) {
                try blob.write(contentsOf: [Data(count: 8), Data(count: 3)])
            }
            #expect(error?.resultCode == .range)
            #expect(try blob.read() == Data(count: 8) + [8, 9])
        }
    }

    @Test("A blob that cannot be opened is an error that names it")
    func unopened() throws {
        let connection = try connection()
        try connection.execute(
            script: """
                CREATE TABLE keyed(id TEXT PRIMARY KEY, data BLOB) WITHOUT ROWID;
                CREATE VIEW listed AS SELECT * FROM files;
                INSERT INTO files VALUES (3, 5, NULL, 9);
                """)
        let places: [(table: String, column: String, row: Int64, message: String)] = [
            ("files", "data", 9, "no such rowid: 9"), ("files", "x", 1, "no such column"),
            ("missing", "data", 1, "no such table"), ("files", "data", 3, "integer"),
            ("files", "name", 2, "null"), ("keyed", "data", 1, "without rowid"),
            ("listed", "data", 1, "view"), ("a\0b", "data", 1, "NUL"),
        ]
        for place in places {
            let error = try failure {
                try connection.withBlob(
                    in: place.table, column: place.column, row: place.row
                ) { _ in Issue.record("the blob was opened") }
            }
            #expect(error.resultCode == .error)
            #expect(error.message.contains(place.message))
        }
        let schema = try failure {
            try connection.withBlob(in: "files", column: "data", row: 1, schema: "other") { _ in }
        }
        #expect(schema.resultCode == .error)
        let indexed = try failure {
            try connection.withBlob(in: "files", column: "size", row: 1, access: .readWrite) { _ in
            }
        }
        #expect(indexed.message.contains("indexed"))
    }

    @Test("A blob opened for reading cannot be written")
    func readonly() throws {
        let connection = try connection()
        let error = try failure {
            try connection.withBlob(in: "files", column: "data", row: 1) {
                try $0.write(Data([1]), at: 0)
            }
        }
        #expect(error.resultCode == .readonly)
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            try connection.backup(to: Connection(path: path))
            let reader = try Connection(path: path, options: [.readonly, .nomutex])
            #expect(try reader.withBlob(in: "files", column: "data", row: 1) { $0.count } == 10)
            let error = try failure {
                try reader.withBlob(in: "files", column: "data", row: 1, access: .readWrite) { _ in
                }
            }
            #expect(error.resultCode.primary == .readonly)
        }
    }

    @Test(
        "A blob whose row changes is no longer valid until it is reopened",
        arguments: [
            "UPDATE files SET name = 'x' WHERE id = 1", "DELETE FROM files WHERE id = 1",
            "DROP TABLE files",
        ])
    func expired(sql: String) throws {
        let connection = try connection()
        let isDropped = sql.hasPrefix("DROP")
        try connection.withBlob(in: "files", column: "data", row: 1) { blob in
            let change = Result { try connection.execute(SQL(raw: sql)) }
            guard !isDropped else {
                // SQLite does not drop a table in use.
                #expect(throws: SQLiteError.self) { try change.get() }
                return
            }
            for _ in 1...2 {
                let error = #expect(throws: SQLiteError.self) { try blob.read(0..<1) }
                #expect(error?.resultCode == .abort)
                #expect(error?.message.contains("no longer valid") == true)
            }
            for _ in 1...2 {
                let error = #expect(throws: SQLiteError.self) { try blob.reopen(row: 99) }
                #expect(error?.message.contains("no such rowid: 99") == true)
            }
            try blob.reopen(row: 2)
            #expect(try blob.read() == Data([255]))
        }
        #expect(try connection.value("SELECT 1") == 1)
    }

    @Test("A blob moves to other rows")
    func reopening() throws {
        let connection = try connection()
        try connection.withBlob(in: "files", column: "data", row: 1, access: .readWrite) { blob in
            try blob.reopen(row: 2)
            #expect(blob.count == 1)
            #expect(try blob.read() == Data([255]))
            try blob.write(Data([5]), at: 0)
            let error = #expect(throws: SQLiteError.self) { try blob.reopen(row: 9) }
            #expect(error?.message.contains("no such rowid: 9") == true)
            #expect(throws: SQLiteError.self) { try blob.read() }
            try blob.reopen(row: 2)
            try blob.write(Data([6]), at: 0)
        }
        #expect(try connection.value("SELECT hex(data) FROM files WHERE id = 2") == "06")
    }

    @Test("A blob is reopened after a rollback")
    func reopeningAfterRollback() throws {
        let connection = try connection()
        try connection.withBlob(in: "files", column: "data", row: 2, access: .readWrite) { blob in
            try connection.execute("BEGIN")
            try blob.write(Data([7]), at: 0)
            try connection.execute("ROLLBACK")
            #expect(throws: SQLiteError.self) { try blob.read() }
            try blob.reopen(row: 2)
            #expect(try blob.read() == Data([255]))
        }
    }

    @Test("Writes are undone with their transaction, and kept without one")
    func transactions() throws {
        struct Refused: Error {}
        let connection = try connection()
        func write() throws {
            try connection.withBlob(in: "files", column: "data", row: 1, access: .readWrite) {
                try $0.write(Data([77]), at: 0)
                throw Refused()
            }
        }
        #expect(throws: Refused.self) { try connection.transaction { try write() } }
        let first = "SELECT hex(substr(data, 1, 1)) FROM files WHERE id = 1"
        #expect(try connection.value(SQL(raw: first)) == "00")
        #expect(throws: Refused.self) { try write() }
        #expect(try connection.value(SQL(raw: first)) == "4D")
        try connection.withBlob(in: "files", column: "data", row: 1) { blob in
            #expect(connection.transactionState() == .read)
            let error = try failure { try connection.close() }
            #expect(error.resultCode.primary == .busy)
            #expect(error.message.hasSuffix(": an open BLOB"))
            #expect(connection.openStatements.map(\.sql) == [""])
            #expect(try blob.read(0..<1) == Data([77]))
        }
        try connection.close()
        let closed = try failure {
            try connection.withBlob(in: "files", column: "data", row: 1) { _ in }
        }
        #expect(closed.resultCode == .misuse)
    }

    @Test("A rollback makes a blob invalid")
    func rollback() throws {
        let connection = try connection()
        try connection.beginTransaction(.immediate)
        try connection.withBlob(in: "files", column: "data", row: 1, access: .readWrite) { blob in
            try blob.write(Data([1]), at: 0)
            try connection.rollbackTransaction()
            let error = #expect(throws: SQLiteError.self) { try blob.write(Data([2]), at: 0) }
            #expect(error?.resultCode.primary == .abort)
        }
        #expect(try connection.value("SELECT hex(substr(data, 1, 1)) FROM files") == "00")
    }

    @Test("A blob can be opened while a statement is running, and in a function")
    func nested() throws {
        let connection = try connection()
        try connection.add(function: "first_byte", argc: 1) { [unowned connection] args in
            try connection.withBlob(in: "files", column: "data", row: args[0] ?? 0 as Int64) {
                Int64(try $0.read(0..<1)[0])
            }
        }
        let bytes = try connection.rows("SELECT first_byte(id) FROM files", as: Int.self)
        #expect(bytes == [0, 255])
    }
}
