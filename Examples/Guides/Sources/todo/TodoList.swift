import DataLite
import Foundation

@Table struct Todo: Identifiable {
    let id: Int
    var title: String
    var doneAt: Date?
}

struct TodoList {
    let connection: Connection

    init(path: String) throws {
        connection = try Connection(path: path)
        var migrator = Migrator()
        migrator.add(
            "create todos",
            sql: """
                CREATE TABLE todos(id INTEGER PRIMARY KEY, title TEXT NOT NULL, doneAt TEXT) STRICT
                """)
        try migrator.migrate(connection)
    }

    /// Returns the number of the new todo.
    func add(_ title: String) throws -> Int {
        try Todo.insert { Todo.Draft(title: title) }.execute(connection)
        return Int(connection.lastInsertRowID)
    }

    func finish(_ id: Int) throws -> Bool {
        try Todo.find(id).where { $0.doneAt == nil }.update { $0.doneAt = Date() }
            .execute(connection) == 1
    }

    func open() throws -> [Todo] {
        try Todo.where { $0.doneAt == nil }.order(by: \.id).fetchAll(connection)
    }
}
