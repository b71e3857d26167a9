import DataLite
import Testing

// sample: change tables
@Table struct Project: Identifiable {
    let id: Int
    @Column(unique: true) var name: String
}

@Table struct Todo: Identifiable {
    let id: Int
    @Column(unique: true) var title: String
    var isDone = false
    var position = 0
    @Column(references: Project.self, onDelete: .cascade) var projectID: Int?
}
// end

// sample: update methods
extension Updates<Todo> {
    mutating func finish() {
        self.isDone = true
        self.position = 0
    }
}
// end

@Suite("The samples of the guide to changes")
final class ChangesSamples: ConnectionTraceDelegate {
    let db: Connection
    var statements: [String] = []

    init() throws {
        db = try Connection(location: .inMemory)
        try Project.createTable(strict: true).execute(db)
        try Todo.createTable(strict: true).execute(db)
        try Project.insert { Project(id: 1, name: "Home") }.execute(db)
        try Todo.insert {
            Todo(id: 1, title: "Milk", isDone: false, position: 1, projectID: 1)
            Todo(id: 2, title: "Bread", isDone: true, position: 2, projectID: nil)
        }.execute(db)
        db.add(traceDelegate: self)
    }

    func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
        statements.append(trace.unexpandedSQL)
    }

    /// Checks the statements that ran, and the resulting todos.
    func expect(shows: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let lines = statements.map { $0.hasPrefix("CREATE") ? $0 : SQLLayout.lines(of: $0) }
        let rows = table(try db.rows("SELECT * FROM todos ORDER BY id"))
        let output = [lines.joined(separator: "\n"), rows].filter { !$0.isEmpty }
        #expect(output.joined(separator: "\n\n") == shows, sourceLocation: sourceLocation)
    }

    /// Checks what no guide shows, in the form of `expect(shows:)`.
    func expect(gives output: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try expect(shows: output, sourceLocation: sourceLocation)
    }

    @Test("insert a draft")
    func insert() throws {
        // sample: insert
        let id = try Todo.insert { Todo.Draft(title: "Salt") }.returning(\.id).fetchOne(db)  // 3
        // end
        #expect(id == 3)
        try expect(
            shows: """
                INSERT INTO "todos" ("title", "isDone", "position")
                VALUES (?, ?, ?)
                RETURNING "todos"."id"

                id  title  isDone  position  projectID
                --  -----  ------  --------  ---------
                1   Milk   0       1         1
                2   Bread  1       2         NULL
                3   Salt   0       0         NULL
                """)
    }

    @Test("insert several rows")
    func several() throws {
        // sample: insert several
        let drafts = ["Tea", "Jam", "Rye"].map { Todo.Draft(title: $0) }
        let count = try Todo.insert { drafts }.execute(db)  // 3
        // end
        #expect(count == 3)
        try expect(
            gives: """
                INSERT INTO "todos" ("title", "isDone", "position")
                VALUES (?, ?, ?), (?, ?, ?), (?, ?, ?)

                id  title  isDone  position  projectID
                --  -----  ------  --------  ---------
                1   Milk   0       1         1
                2   Bread  1       2         NULL
                3   Tea    0       0         NULL
                4   Jam    0       0         NULL
                5   Rye    0       0         NULL
                """)
    }

    @Test("insert values into some columns")
    func values() throws {
        // sample: insert values
        try Todo.insert {
            ($0.title, $0.position)
        } values: {
            ("Tea", 5)
            ("Jam", 6)
        }.execute(db)
        // end
        try expect(
            gives: """
                INSERT INTO "todos" ("title", "position")
                VALUES (?, ?), (?, ?)

                id  title  isDone  position  projectID
                --  -----  ------  --------  ---------
                1   Milk   0       1         1
                2   Bread  1       2         NULL
                3   Tea    0       5         NULL
                4   Jam    0       6         NULL
                """)
    }

    @Test("insert the rows of a query")
    func select() throws {
        // sample: insert select
        try Todo.insert {
            ($0.title, $0.position)
        } select: {
            Project.where { $0.name != "Work" }.select { ($0.name, $0.id) }
        }.execute(db)
        // end
        try expect(
            gives: """
                INSERT INTO "todos" ("title", "position")
                SELECT "projects"."name", "projects"."id"
                FROM "projects"
                WHERE "projects"."name" <> ?

                id  title  isDone  position  projectID
                --  -----  ------  --------  ---------
                1   Milk   0       1         1
                2   Bread  1       2         NULL
                3   Home   0       1         NULL
                """)
    }

    @Test("skip rows that conflict with existing rows")
    func ignore() throws {
        let count = try Todo.insert(or: .ignore) { Todo.Draft(title: "Milk") }.execute(db)  // 0
        #expect(count == 0)
        try expect(
            gives: """
                INSERT OR IGNORE INTO "todos" ("title", "isDone", "position")
                VALUES (?, ?, ?)

                id  title  isDone  position  projectID
                --  -----  ------  --------  ---------
                1   Milk   0       1         1
                2   Bread  1       2         NULL
                """)
    }

    @Test("update existing rows that conflict with new rows")
    func conflict() throws {
        // sample: on conflict
        try Todo.insert {
            Todo.Draft(title: "Milk", position: 7)
        } onConflict: {
            $0.title
        } doUpdate: {
            $0.position = $0.position + $1.position
        } where: {
            !$0.isDone
        }.execute(db)
        // end
        try expect(
            shows: """
                INSERT INTO "todos" ("title", "isDone", "position")
                VALUES (?, ?, ?)
                ON CONFLICT ("title") DO UPDATE
                SET "position" = "todos"."position" + "excluded"."position"
                WHERE NOT "todos"."isDone"

                id  title  isDone  position  projectID
                --  -----  ------  --------  ---------
                1   Milk   0       8         1
                2   Bread  1       2         NULL
                """)
    }

    @Test("update some of the existing rows that conflict with new rows")
    func conditionalConflict() throws {
        // sample: where before insert
        try Todo.where { !$0.isDone }.insert {
            Todo.Draft(title: "Milk", position: 7)
            Todo.Draft(title: "Bread", position: 7)
        }.onConflict {
            $0.title
        } doUpdate: {
            $0.position = $1.position
        }.execute(db)
        // end
        try expect(
            gives: """
                INSERT INTO "todos" ("title", "isDone", "position")
                VALUES (?, ?, ?), (?, ?, ?)
                ON CONFLICT ("title") DO UPDATE
                SET "position" = "excluded"."position"
                WHERE NOT "todos"."isDone"

                id  title  isDone  position  projectID
                --  -----  ------  --------  ---------
                1   Milk   0       7         1
                2   Bread  1       2         NULL
                """)
    }

    @Test("upsert by the primary key")
    func upsert() throws {
        // sample: upsert
        let draft = Todo.Draft(id: 2, title: "Rye bread")
        let stored = try Todo.upsert { draft }.returning(\.self).fetchOne(db)  // position is 2
        // end
        #expect(stored?.position == 2)
        try expect(
            gives: """
                INSERT INTO "todos" ("id", "title", "isDone", "position")
                VALUES (?, ?, ?, ?)
                ON CONFLICT ("id") DO UPDATE
                SET "title" = "excluded"."title"
                RETURNING "todos"."id", "todos"."title", "todos"."isDone", "todos"."position",
                    "todos"."projectID"

                id  title      isDone  position  projectID
                --  ---------  ------  --------  ---------
                1   Milk       0       1         1
                2   Rye bread  1       2         NULL
                """)
    }

    @Test("delete rows and return them")
    func delete() throws {
        // sample: delete
        let done = try Todo.where(\.isDone).delete().returning(Todo.self).fetchAll(db)
        // end
        #expect(done.map(\.title) == ["Bread"])
        try expect(
            gives: """
                DELETE
                FROM "todos"
                WHERE "todos"."isDone"
                RETURNING "todos"."id", "todos"."title", "todos"."isDone", "todos"."position",
                    "todos"."projectID"

                id  title  isDone  position  projectID
                --  -----  ------  --------  ---------
                1   Milk   0       1         1
                """)
        // sample: delete all
        try Todo.all.delete().execute(db)
        // end
        #expect(try Todo.all.fetchAll(db).isEmpty)
    }

    @Test("create a table and compare it with its definition")
    func schema() throws {
        try Todo.dropTable().execute(db)
        statements = []
        try Todo.createTable(strict: true).execute(db)
        try expect(
            gives: """
                CREATE TABLE "todos" (
                  "id" INTEGER PRIMARY KEY,
                  "title" TEXT NOT NULL UNIQUE,
                  "isDone" INTEGER NOT NULL DEFAULT 0,
                  "position" INTEGER NOT NULL DEFAULT 0,
                  "projectID" INTEGER REFERENCES "projects"("id") ON DELETE CASCADE
                ) STRICT
                """)
        let differences = try Todo.differences(in: db)
        print(differences)  // []
        #expect(differences == [])
    }
}
