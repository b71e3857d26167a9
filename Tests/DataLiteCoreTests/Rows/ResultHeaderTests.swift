import DataLiteCore
import Testing

@Suite("The header of a result")
struct ResultHeaderTests {
    let connection: Connection

    init() throws {
        connection = try Connection.inMemory()
        try connection.execute("CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT)")
        try connection.execute("INSERT INTO people(name) VALUES ('Ada'), ('Grace'), ('Jean')")
    }

    @Test("A result header is one object for all rows")
    func shared() throws {
        let rows = try connection.rows("SELECT * FROM people")
        #expect(rows.count == 3)
        #expect(rows.allSatisfy { $0.columns === rows[0].columns })
    }

    @Test("A result header is the same object in all runs while the columns are unchanged")
    func sharedByRuns() throws {
        let statement = try connection.prepare(sql: "SELECT * FROM people")
        let first = try rows(of: statement)
        let second = try rows(of: statement)
        #expect(first == second)
        #expect(first[0].columns === second[2].columns)
    }

    @Test(
        "A result header follows a change of the table between two runs of a statement",
        arguments: [
            ("ALTER TABLE people ADD COLUMN age DEFAULT 36", ["id", "name", "age"]),
            ("ALTER TABLE people RENAME COLUMN name TO surname", ["id", "surname"]),
            ("ALTER TABLE people DROP COLUMN name", ["id"]),
            (
                "DROP TABLE people; CREATE TABLE people(x); INSERT INTO people VALUES (1)", ["x"]
            ),
        ],
        [true, false])
    func alteration(change: (sql: String, names: [String]), isReset: Bool) throws {
        let statement = try connection.prepare(sql: "SELECT * FROM people")
        let before = try rows(of: statement, resetting: isReset)
        try connection.execute(sql: change.sql)
        let after = try rows(of: statement, resetting: isReset)
        #expect(before[0].columns.names == ["id", "name"])
        for row in after {
            #expect(row.columns.names == change.names)
            #expect(row.values.count == change.names.count)
            #expect(row.columns === after[0].columns)
        }
    }

    @Test("A result header follows a change of the table for a cached statement")
    func alterationOfCachedStatement() throws {
        #expect(try connection.row("SELECT * FROM people")?.columns.names == ["id", "name"])
        try connection.execute("ALTER TABLE people RENAME COLUMN name TO surname")
        #expect(try connection.row("SELECT * FROM people")?.columns.names == ["id", "surname"])
    }

    @Test("A result header follows a change of the table after the reprepare counter was reset")
    func reprepareCounterReset() throws {
        let statement = try connection.statement("SELECT * FROM people")
        for column in ["age", "height", "weight"] {
            try connection.execute("ALTER TABLE people ADD COLUMN \(identifier: column) DEFAULT 1")
            let row = try #require(try rows(of: statement).first)
            #expect(row.columns.names.last == column)
            #expect(row.columns.count == row.values.count)
            statement.status(.reprepares, resetting: true)
        }
    }

    @Test("A result header keeps columns of the same name")
    func duplicates() throws {
        let row = try #require(try connection.row("SELECT 1 AS x, 2 AS x, 3 AS y"))
        #expect(row.columns.names == ["x", "x", "y"])
        #expect(row.values == [1, 2, 3])
        #expect(row["x"] == 1)
        let joined = try #require(
            try connection.row("SELECT * FROM people AS a JOIN people AS b ON b.id = a.id + 1"))
        #expect(joined.columns.names == ["id", "name", "id", "name"])
        #expect(joined.values == [1, "Ada", 2, "Grace"])
    }

    @Test("A result header finds columns in the current result, even if looked up before the run")
    func alterationBetweenLookups() throws {
        let statement = try connection.prepare(sql: "SELECT * FROM people")
        for age in 36...38 {
            #expect(statement.columnIndex(of: "name") == 1)
            #expect(try statement.step())
            #expect(statement.columnValue(named: "name") == "Ada")
            try statement.reset()
            try connection.execute(
                sql: """
                    DROP TABLE people; CREATE TABLE people(age, id, name);
                    INSERT INTO people VALUES (\(age), 1, 'Ada')
                    """)
            #expect(try statement.step())
            #expect(statement.columnIndex(of: "name") == 2)
            #expect(statement.columnValue(named: "age") == age)
            try statement.reset()
            try connection.execute(
                sql: """
                    DROP TABLE people; CREATE TABLE people(id, name);
                    INSERT INTO people VALUES (1, 'Ada')
                    """)
            #expect(try statement.step())
            try statement.reset()
        }
    }

    @Test("A statement refuses to run when columns that were looked up before have moved")
    func movedColumns() throws {
        let statement = try connection.prepare(sql: "SELECT * FROM people ORDER BY id")
        #expect(statement.columnIndex(of: "name") == 1)
        try connection.execute(
            script: """
                DROP TABLE people; CREATE TABLE people(age, id, name);
                INSERT INTO people VALUES (36, 1, 'Ada')
                """)
        let error = try failure { try statement.step() }
        #expect(error.resultCode == .schema)
        #expect(
            error.message == "the columns of the result have changed since they were looked up: "
                + "expected id, name, found age, id, name")
        #expect(statement.columnIndex(of: "name") == 2)
        #expect(try statement.step())
        #expect(statement.columnValue(at: 2) == "Ada")
    }

    @Test("A result header is read again after a run whose columns were looked up at the end")
    func lookupAfterLastRow() throws {
        let statement = try connection.prepare(sql: "SELECT * FROM people")
        while try statement.step() {}
        #expect(statement.columnNames() == ["id", "name"])
        try connection.execute(
            script: """
                ALTER TABLE people ADD COLUMN age DEFAULT 7;
                ALTER TABLE people RENAME COLUMN name TO full_name
                """)
        #expect(try failure { try statement.step() }.resultCode == .schema)
        #expect(try statement.step())
        #expect(statement.currentRow()?.columns.names == ["id", "full_name", "age"])
    }

    @Test("A result header that a trace delegate looked up inside a step is not kept")
    func lookupInsideStep() throws {
        final class Asking: ConnectionTraceDelegate {
            var statement: Statement?
            func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
                _ = statement?.columnNames()
            }
        }
        let statement = try connection.prepare(sql: "SELECT * FROM people ORDER BY id")
        try connection.execute("ALTER TABLE people ADD COLUMN age DEFAULT 7")
        let delegate = Asking()
        delegate.statement = statement
        connection.add(traceDelegate: delegate)
        #expect(try statement.step())
        let row = try #require(statement.currentRow())
        #expect(row.columns.count == row.values.count)
    }

    @Test("A result header of a cursor does not affect the next use of the cached statement")
    func lookupOnEarlierCursor() throws {
        do {
            let cursor = try connection.cursor("SELECT * FROM people")
            #expect(cursor.columnValue(named: "name") == .null)
        }
        try connection.execute("ALTER TABLE people DROP COLUMN name")
        #expect(try connection.rows("SELECT * FROM people").first?.columns.names == ["id"])
    }

    @Test("A statement runs when columns were only added after the ones that were looked up")
    func addedColumns() throws {
        let statement = try connection.prepare(sql: "SELECT * FROM people ORDER BY id")
        #expect(statement.columnNames() == ["id", "name"])
        try connection.execute("ALTER TABLE people ADD COLUMN age")
        #expect(try statement.step())
        #expect(statement.columnNames() == ["id", "name", "age"])
    }

    @Test("A cursor's header matches its rows after another connection changes the table")
    func cursorAfterAlteration() throws {
        try withTemporaryDirectory { directory in
            let first = try Connection(path: directory + "/x.db")
            let second = try Connection(path: directory + "/x.db")
            try first.execute(
                script: "CREATE TABLE t(id, name); INSERT INTO t VALUES (1, 'Ada')")
            #expect(try first.row("SELECT * FROM t") == ["id": 1, "name": "Ada"])
            try second.execute(
                script: """
                    DROP TABLE t; CREATE TABLE t(age, name, id);
                    INSERT INTO t VALUES (36, 'Ada', 1)
                    """)
            let names = try first.cursor("SELECT * FROM t")
            #expect(names.columnNames == ["age", "name", "id"])
            #expect(names.columnValue(at: 0) == .null)
            #expect(try names.next() == ["age": 36, "name": "Ada", "id": 1])
            try names.close()
            try second.execute(
                script: """
                    DROP TABLE t; CREATE TABLE t(id, name); INSERT INTO t VALUES (1, 'Ada')
                    """)
            let indexes = try first.cursor("SELECT * FROM t")
            let id = try #require(indexes.columnIndex(of: "id"))
            #expect(try indexes.step())
            #expect(indexes.columnValue(at: id) == 1)
            #expect(try !indexes.step())
        }
    }

    @Test("A result header finds the first column with a name", arguments: [3, 40])
    func firstOfSeveral(count: Int) throws {
        let others = (0..<count).map { "\($0) AS c\($0)" }.joined(separator: ", ")
        let cursor = try connection.cursor(
            SQL(raw: "SELECT \(others), 'first' AS x, 'second' AS x, 7 AS \"\""))
        #expect(cursor.columnValue(named: "x") == .null)
        #expect(try cursor.step())
        #expect(cursor.columnValue(named: "x") == "first")
        #expect(cursor.columnValue(named: "c2") == 2)
        #expect(cursor.columnValue(named: "X") == "first")
        #expect(cursor.columnValue(named: "y") as String? == nil)
        #expect(cursor.columnValue(named: "") == .int(7))
        #expect(try !cursor.step())
        #expect(cursor.columnValue(named: "x") as String? == nil)
    }

    @Test("A result has no values by name in the middle of a step")
    func midStep() throws {
        // Safe: the function runs on this thread, within the steps below.
        final class Looks: @unchecked Sendable {
            weak var statement: (any StatementProtocol)?
            var values: [SQLiteValue] = []
        }
        let looks = Looks()
        try connection.add(function: "look", argc: 1) { args in
            #expect(looks.statement?.columnIndex(of: "x") == 0)
            looks.values.append(looks.statement?.columnValue(named: "x") ?? 0)
            return args[0]
        }
        let statement = try connection.prepare(sql: "SELECT look(id) AS x FROM people")
        looks.statement = statement
        while try statement.step() { #expect(statement.columnValue(named: "x") != .null) }
        #expect(looks.values == [.null, .null, .null])
    }

    private func rows(
        of statement: any StatementProtocol, resetting: Bool = true
    ) throws -> [SQLiteRow] {
        var rows: [SQLiteRow] = []
        while try statement.step() {
            rows.append(try #require(statement.currentRow()))
        }
        if resetting { try statement.reset() }
        return rows
    }
}
