import DataLite
import Testing

extension ChangesSamples {
    @Test("update columns")
    func update() throws {
        // sample: update
        try Todo.find(1).update {
            $0.position += 10
            $0.title = "Fresh " + $0.title
            $0.projectID = nil
        }.execute(db)
        // end
        try expect(
            shows: """
                UPDATE "todos"
                SET "position" = "todos"."position" + ?, "title" = ? || "todos"."title", "projectID" = ?
                WHERE "todos"."id" = ?

                id  title       isDone  position  projectID
                --  ----------  ------  --------  ---------
                1   Fresh Milk  0       11        NULL
                2   Bread       1       2         NULL
                """)
    }

    @Test("update many rows with one statement")
    func rows() throws {
        // sample: update rows
        var todos = try Todo.all.fetchAll(db)
        for index in todos.indices { todos[index].position += 10 }
        let changed = try Todo.update(todos).execute(db)
        // end
        #expect(changed == 2)
        #expect(try Todo.order(by: \.id).select(\.position).fetchAll(db) == [11, 12])
        try Todo.update(todos) { $0.position += $1.position }.execute(db)
        #expect(try Todo.order(by: \.id).select(\.position).fetchAll(db) == [22, 24])
    }

    @Test("update columns in a method of Updates")
    func method() throws {
        // sample: update with a method
        try Todo.where { !$0.isDone }.update { $0.finish() }.execute(db)
        // end
        try expect(
            gives: """
                UPDATE "todos"
                SET "isDone" = ?, "position" = ?
                WHERE NOT "todos"."isDone"

                id  title  isDone  position  projectID
                --  -----  ------  --------  ---------
                1   Milk   1       0         1
                2   Bread  1       2         NULL
                """)
    }

    @Test("update all columns of a row")
    func row() throws {
        // sample: update a row
        if var todo = try Todo.find(1).fetchOne(db) {
            todo.title = "Oat milk"
            try Todo.update(todo).execute(db)
        }
        // end
        statements.removeFirst()
        try expect(
            gives: """
                UPDATE "todos"
                SET "title" = ?, "isDone" = ?, "position" = ?, "projectID" = ?
                WHERE "todos"."id" = ?

                id  title     isDone  position  projectID
                --  --------  ------  --------  ---------
                1   Oat milk  0       1         1
                2   Bread     1       2         NULL
                """)
    }

    @Test("update rows from another table")
    func from() throws {
        // sample: update from
        try Todo.update(from: Project.self) {
            $0.projectID == $1.id
        } set: {
            $0.title = $1.name + ": " + $0.title
        }.execute(db)
        // end
        try expect(
            gives: """
                UPDATE "todos"
                SET "title" = "projects"."name" || ? || "todos"."title"
                FROM "projects"
                WHERE "todos"."projectID" IS "projects"."id"

                id  title       isDone  position  projectID
                --  ----------  ------  --------  ---------
                1   Home: Milk  0       1         1
                2   Bread       1       2         NULL
                """)
    }
}
