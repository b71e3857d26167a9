import DataLiteC
import DataLiteCore
import Testing

@Suite("The samples of the guide to errors")
struct ErrorsSamples {
    let connection: Connection

    init() throws {
        connection = try Connection(location: .inMemory)
        try connection.execute("CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT UNIQUE)")
    }

    @Test("show where the SQL is wrong")
    func description() throws {
        // sample: description
        do {
            try connection.execute("SELECT nome FROM people")
        } catch {
            print(error)
            // SQLiteError(1): no such column: nome
            //     SELECT nome FROM people
            //            ^
        }
        // end
        let error = #expect(throws: SQLiteError.self) {
            try connection.execute("SELECT nome FROM people")
        }
        #expect(
            error?.description == """
                SQLiteError(1): no such column: nome
                    SELECT nome FROM people
                           ^
                """)
    }

    @Test("distinguish errors by their result codes")
    func matching() throws {
        // sample: matching
        func add(_ name: String?, to connection: Connection) -> String {
            do {
                try connection.execute("INSERT INTO people(name) VALUES (\(name))")
                return "added"
            } catch {
                switch error {
                case .constraintUnique: return "there already"
                case .constraint: return "against the rules"
                case .busy: return "someone else is writing"
                default: return error.resultCode.explanation
                }
            }
        }
        // end
        #expect(add("Ada", to: connection) == "added")
        #expect(add("Ada", to: connection) == "there already")
        try connection.set(pragma: "query_only", value: true)
        #expect(add("Alan", to: connection).isEmpty == false)
    }

    @Test("show the parts of an error")
    func parts() throws {
        // sample: parts
        try connection.execute("INSERT INTO people(name) VALUES ('Ada')")
        do {
            try connection.execute("INSERT INTO people(name) VALUES (\("Ada"))")
        } catch {
            print(error.code)  // 2067
            print(error.resultCode)  // SQLITE_CONSTRAINT_UNIQUE
            print(error.resultCode.primary)  // SQLITE_CONSTRAINT
            print(error.message)  // UNIQUE constraint failed: people.name
            print(error.sql ?? "")  // INSERT INTO people(name) VALUES (?)
        }
        // end
        let error = #expect(throws: SQLiteError.self) {
            try connection.execute("INSERT INTO people(name) VALUES (\("Ada"))")
        }
        #expect(error?.code == 2067)
        #expect(error?.resultCode.description == "SQLITE_CONSTRAINT_UNIQUE")
        #expect(error?.resultCode.primary.description == "SQLITE_CONSTRAINT")
        #expect(error?.message == "UNIQUE constraint failed: people.name")
        #expect(error?.sql == "INSERT INTO people(name) VALUES (?)")
    }

    @Test("catch a typed error in a closure")
    func closure() throws {
        // sample: closure
        let added = ["Ada", "Ada", "Alan"].map { name in
            do throws(SQLiteError) {
                try connection.execute("INSERT INTO people(name) VALUES (\(name))")
                return true
            } catch {
                print(error.message)  // UNIQUE constraint failed: people.name
                return false
            }
        }
        // end
        #expect(added == [true, false, true])
    }

    @Test("catch an error in a function with untyped throws")
    func untyped() throws {
        // sample: untyped
        func update(_ connection: Connection) throws {
            var attempts = 0
            do {
                attempts += 1
                try connection.execute("INSERT INTO people(id) VALUES (1), (1)")
            } catch ResultCode.constraint {
                print("refused at attempt \(attempts)")
            } catch {
                throw error
            }
        }
        // end
        try update(connection)
        #expect(try connection.value("SELECT count(*) FROM people") == 0)
    }

    @Test("turn a C result into an error")
    func check() throws {
        // sample: check
        var database: OpaquePointer?
        defer { sqlite3_close(database) }
        try DataLiteCore.check(sqlite3_open(":memory:", &database))
        let code = sqlite3_exec(database, "SELEC 1", nil, nil, nil)
        do {
            try DataLiteCore.check(code, on: database)
        } catch {
            print(error)  // SQLiteError(1): near "SELEC": syntax error
        }
        // end
        let error = #expect(throws: SQLiteError.self) {
            try DataLiteCore.check(code, on: database)
        }
        #expect(error?.description == "SQLiteError(1): near \"SELEC\": syntax error")
    }
}
