import DataLiteQuery

/// A table whose rows refer to one another.
struct Employee: Hashable {
    let id: Int
    var name: String
    var managerID: Int?

    /// A company: Ada leads Bob and Cem, Bob leads Dan, and Eve leads herself.
    static let all5 = [
        Employee(id: 1, name: "Ada"), Employee(id: 2, name: "Bob", managerID: 1),
        Employee(id: 3, name: "Cem", managerID: 1), Employee(id: 4, name: "Dan", managerID: 2),
        Employee(id: 5, name: "Eve", managerID: 5),
    ]

    static func connection() throws -> Connection {
        let db = try Connection(location: .inMemory)
        try db.execute(
            "CREATE TABLE employees(id INTEGER PRIMARY KEY, name TEXT NOT NULL, managerID INTEGER)")
        try Employee.insert { all5 }.execute(db)
        return db
    }
}

/// Another name for the table.
enum Manager: TableAlias { typealias Table = Employee }

extension Employee: PrimaryKeyedTable {
    static let tableDefinition = TableDefinition("employees") { columns in
        columns.add("id", Int.self, primaryKey: true)
        columns.add("name", String.self)
        columns.add("managerID", Int?.self)
    }

    var primaryKey: Int { id }

    init(row: inout RowColumns) throws(SQLiteError) {
        id = try row.next()
        name = try row.next()
        managerID = try row.next()
    }

    func encode(to values: inout RowValues) {
        values.append(id)
        values.append(name)
        values.append(managerID)
    }

    struct Columns: ColumnSet {
        typealias Model = Employee
        typealias Output = Employee

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<Int> { _source.column("id") }
        var name: SQLExpression<String> { _source.column("name") }
        var managerID: SQLExpression<Int?> { _source.column("managerID") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Employee
        typealias Output = Employee?

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<Int?> { _source.column("id") }
        var name: SQLExpression<String?> { _source.column("name") }
        var managerID: SQLExpression<Int?> { _source.column("managerID") }
    }

    struct Draft: TableDraft {
        typealias Model = Employee

        var id: Int?
        var name: String?
        var managerID: Int?

        init(id: Int? = nil, name: String? = nil, managerID: Int? = nil) {
            (self.id, self.name, self.managerID) = (id, name, managerID)
        }

        init(_ row: Employee) { self.init(id: row.id, name: row.name, managerID: row.managerID) }

        func encode(to values: inout DraftValues) {
            values.append(id)
            values.append(name)
            values.append(managerID)
        }
    }
}
