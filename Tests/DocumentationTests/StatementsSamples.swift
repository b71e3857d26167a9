import DataLiteCore
import Testing

@Suite("The samples of the guide to statements")
struct StatementsSamples {
    let connection: Connection

    init() throws {
        connection = try Connection(location: .inMemory)
        try connection.execute(
            sql: """
                CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT, age INTEGER, email TEXT);
                INSERT INTO people(name, age) VALUES ('Ada', 36), ('Alan', 41), ('Grace', NULL);
                """)
    }

    @Test("run SQL in one line")
    func oneLine() throws {
        // sample: one line
        try connection.execute("UPDATE people SET age = 37 WHERE name = 'Ada'")
        let rows = try connection.rows("SELECT name, age FROM people ORDER BY name")
        let row = try connection.row("SELECT * FROM people WHERE id = 1")
        let count = try connection.requiredValue("SELECT count(*) FROM people", as: Int.self)
        let oldest = try connection.value("SELECT max(age) FROM people", as: Int.self)  // Int?
        let changed = try connection.execute("UPDATE people SET email = NULL")  // 3
        // end
        #expect(rows.count == 3)
        #expect(row?["name"] == "Ada")
        #expect(count == 3)
        #expect(oldest == 41)
        #expect(changed == 3)
    }

    @Test("run a script statement by statement")
    func script() throws {
        var results: [Int] = []
        let script = connection.statements(
            in: "CREATE TABLE t(x); INSERT INTO t VALUES (7); SELECT * FROM t")
        while let statement = try script.next() {
            while try statement.step() {
                results.append(statement.columnValue(at: 0) ?? 0)
            }
        }
        print(results)  // [7]
        #expect(results == [7])
    }

    @Test("pass parameters in three ways")
    func parameters() throws {
        let (age, name) = (30, "Ada")
        // sample: parameters
        let interpolated = try connection.rows(
            "SELECT * FROM people WHERE age > \(age) AND name <> \(name)")
        let byPosition = try connection.rows(
            "SELECT * FROM people WHERE age > ? AND name <> ?", [age, name])
        let byName = try connection.rows(
            "SELECT * FROM people WHERE age > :age AND name <> :name", ["age": age, "name": name])
        // end
        #expect(interpolated.map { $0.lenientValue("name") } == ["Alan"])
        #expect(byPosition == interpolated)
        #expect(byName == interpolated)
    }

    @Test("pass parameters that are known only at run time")
    func runtimeParameters() throws {
        let ages = [36, 41]
        let marks = ages.map { _ in "?" }.joined(separator: ", ")
        let known = try connection.rows(
            SQL(raw: "SELECT * FROM people WHERE age IN (\(marks))"), SQLParameters(ages))
        let filter: [String: any SQLiteBindable] = ["age": 40, "name": "Ada"]
        let others = try connection.rows(
            "SELECT * FROM people WHERE age > :age AND name <> :name", SQLParameters(filter))
        #expect(known.count == 2)
        #expect(others.map { $0.lenientValue("name") } == ["Alan"])
    }

    @Test("iterate over a cursor with a for loop")
    func cursorSequence() throws {
        var names: [String?] = []
        for row in try connection.cursor("SELECT name FROM people ORDER BY id").results {
            try names.append(row.get()["name", as: String?.self])
        }
        #expect(names == ["Ada", "Alan", "Grace"])
    }

    @Test("close a cursor that was not read to its end")
    func closingCursor() throws {
        // sample: closing cursor
        let inserted = try connection.cursor(
            "INSERT INTO people(name) VALUES ('Edsger'), ('Barbara') RETURNING id", as: Int.self)
        let id = try inserted.next()
        try inserted.close()
        // end
        #expect(id == 4)
        #expect(try connection.value("SELECT count(*) FROM people") == 5)
    }

    @Test("name the parameter that has no value")
    func missingParameter() throws {
        do {
            try connection.execute("DELETE FROM people WHERE id = :id AND age = :age", ["id": 1])
        } catch {
            print(error.message)  // no value for parameter :age
        }
        let error = #expect(throws: SQLiteError.self) {
            try connection.execute("DELETE FROM people WHERE id = :id AND age = :age", ["id": 1])
        }
        #expect(error?.message == "no value for parameter :age")
    }

    @Test("read the rows of a statement one at a time")
    func cursor() throws {
        // sample: cursor
        let cursor = try connection.cursor("SELECT name, age FROM people ORDER BY id")
        while let row = try cursor.next() {
            print(row)  // [name: 'Ada', age: 36], ...
        }
        // end

        let ages = try connection.cursor("SELECT name, age FROM people ORDER BY id")
        while try ages.step() {
            let age: Int? = ages.columnValue(named: "age")
            print(age ?? "unknown")
        }
        #expect(try !ages.step())

        // sample: typed
        struct Person: Equatable { var name: String, age: Int? }

        var people: [Person] = []
        let columns = try connection.cursor("SELECT name, age FROM people ORDER BY id")
        while try columns.step() {
            guard let name: String = columns.columnValue(at: 0) else { continue }
            people.append(Person(name: name, age: columns.columnValue(at: 1)))
        }
        // end
        #expect(people.map(\.name) == ["Ada", "Alan", "Grace"])
        #expect(people.map(\.age) == [36, 41, nil])
        #expect(try cursor.next() == nil)
        #expect(
            try connection.row("SELECT name, age FROM people")?.description
                == "[name: 'Ada', age: 36]")
    }

    @Test("prepare once and run many times")
    func prepared() throws {
        // sample: prepare
        let statement = try connection.prepare(sql: "SELECT name FROM people WHERE age > :age")
        for age in [30, 40] {
            try statement.bind(age, by: ":age")
            while try statement.step() {
                let name: String? = statement.columnValue(at: 0)
                print(age, name ?? "NULL")
            }
            try statement.reset()
        }
        // end
        try statement.bind(40, at: 1)
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) == "Alan")
    }

    @Test("run a prepared statement in one line")
    func preparedValues() throws {
        let older = try connection.prepare(sql: "SELECT name FROM people WHERE age > ?")
        let names = try older.rows([30], as: String.self)
        let first = try older.value([38], as: String.self)
        #expect(names == ["Ada", "Alan"] && first == "Alan")
    }

    @Test("convert rows to tuples and by a closure")
    func converted() throws {
        // sample: converted rows
        for (name, age) in try connection.rows(
            "SELECT name, age FROM people", as: (String, Int?).self)
        {
            print(name, age ?? 0)
        }
        let lengths = try connection.rows("SELECT name FROM people") { row in
            try row[0, as: String.self].count
        }
        // end
        #expect(lengths == [3, 4, 5])
    }

    @Test("insert many rows with one statement")
    func manyRows() throws {
        // sample: many
        let insert = try connection.prepare(
            sql: "INSERT INTO people(name, age) VALUES (:name, :age)", options: .persistent)
        try connection.transaction {
            try insert.execute([
                ["name": "Edsger", "age": 72],
                ["name": "Barbara", "age": nil],
            ])
        }
        // end
        #expect(try connection.value("SELECT count(*) FROM people") == 5)
        #expect(connection.lastInsertRowID == 5)
    }

    @Test("read the columns of a row")
    func rows() throws {
        // sample: row
        let row: SQLiteRow = ["id": 1, "name": "Ada", "email": nil]
        let id = try row["id", as: Int.self]  // 1
        let name = row["name"]  // Optional('Ada'), an SQLiteValue
        let missing = row["nickname"]  // nil: there is no such column
        let email = try row["email", as: String?.self]  // nil: the column is NULL
        let first = row[0]  // (column: "id", value: 1)
        let named = row.columns.names  // ["id", "name", "email"]
        // end
        #expect(id == 1)
        #expect(name == .text("Ada"))
        #expect(missing == nil)
        #expect(email == nil)
        #expect(first == ("id", 1))
        #expect(named == ["id", "name", "email"])
    }

    @Test("name the column that cannot be converted")
    func mismatch() throws {
        let row: SQLiteRow = ["age": "abc"]
        do {
            _ = try row["age", as: Int.self]
        } catch {
            print(error.message)  // column "age": expected Int, found TEXT 'abc'
        }
        let error = #expect(throws: SQLiteError.self) { try row["age", as: Int.self] }
        #expect(error?.message == "column \"age\": expected Int, found TEXT 'abc'")
    }

    @Test("read the properties of a statement")
    func inspection() throws {
        // sample: inspect
        let statement = try connection.prepare(sql: "SELECT name AS who FROM people WHERE id = ?")
        try statement.bind(1, at: 1)
        print(statement.expandedSQL ?? "")  // SELECT name AS who FROM people WHERE id = 1
        print(statement.isReadonly)  // true
        print(statement.columnDeclaredType(at: 0) ?? "")  // TEXT
        print(statement.status(.fullScanSteps))  // 0
        // end
        for scan in statement.scanStatus() ?? [] {
            print(scan.detail, scan.loops, scan.rows, scan.estimatedRows)
        }
        print(statement.normalizedSQL ?? statement.sql)
        #expect(statement.expandedSQL == "SELECT name AS who FROM people WHERE id = 1")
        #expect(statement.isReadonly)
        #expect(statement.columnDeclaredType(at: 0) == "TEXT")
        #expect(statement.status(.fullScanSteps) == 0)
    }
}
