import DataLiteDatabase
import DataLiteTestSupport
import Foundation
import Testing

@Suite struct `A rehearsal` {
    private func bytes(_ path: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path))
    }

    @Test func `A rehearsal runs on a copy and leaves the file unchanged`() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/a.db"
            try peopleMigrator().migrate(Connection(path: path), upTo: "people")
            let before = try bytes(path)
            let connection = try Connection(path: path)
            #expect(try peopleMigrator().rehearse(connection) == ["notes", "ages"])
            #expect(try peopleMigrator().rehearse(connection, upTo: "notes") == ["notes"])
            #expect(try peopleMigrator().pending(in: connection) == ["notes", "ages"])
            try connection.close()
            #expect(try bytes(path) == before)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.db"])
        }
    }

    @Test func `A rehearsal throws the error that migrating would throw`() throws {
        let connection = try memory()
        try connection.execute("CREATE TABLE people(id INTEGER PRIMARY KEY)")
        let error = #expect(throws: SQLiteError.self) {
            try peopleMigrator().rehearse(connection)
        }
        #expect(error?.message == "migration \"people\", line 1: table people already exists")
        var erasing = peopleMigrator()
        erasing.erasesDatabaseWhenChanged = true
        try connection.execute("DROP TABLE people")
        try peopleMigrator(first: "CREATE TABLE people(x)").migrate(connection, upTo: "people")
        let before = try dump(connection)
        #expect(try erasing.rehearse(connection).count == 3)
        #expect(try dump(connection) == before)
    }

    @Test func `An empty or read-only database can be rehearsed`() throws {
        #expect(try peopleMigrator().rehearse(memory()).count == 3)
        try withTemporaryDirectory { folder in
            let path = folder + "/a.db"
            try peopleMigrator().migrate(Connection(path: path), upTo: "people")
            let connection = try Connection(path: path, options: [.readonly, .nomutex])
            #expect(try peopleMigrator().rehearse(connection) == ["notes", "ages"])
        }
    }

    @Test func `A rehearsal opens the copy as configured`() throws {
        let connection = try memory()
        try connection.setForeignKeys(false)
        let migrator = migrator { db in
            let result: Int? = try db.value("SELECT twice(4)")
            #expect(result == 8)
            let areOn = try db.foreignKeys
            #expect(!areOn)
        }
        var configuration = Connection.Configuration()
        configuration.onOpen = { connection in
            try connection.add(function: "twice") { (number: Int) in number * 2 }
        }
        #expect(try migrator.rehearse(connection, configuration: configuration) == ["one"])
        #expect(throws: SQLiteError.self) { try migrator.rehearse(connection) }
    }
}
