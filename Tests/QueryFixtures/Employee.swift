import DataLiteQuery

/// A table whose rows refer to one another.
package struct Employee: Hashable {
    package let id: Int
    package var name: String
    package var managerID: Int?

    package init(id: Int, name: String, managerID: Int? = nil) {
        (self.id, self.name, self.managerID) = (id, name, managerID)
    }

    /// A company: Ada leads Bob and Cem, Bob leads Dan, and Eve leads herself.
    package static let all5 = [
        Employee(id: 1, name: "Ada"), Employee(id: 2, name: "Bob", managerID: 1),
        Employee(id: 3, name: "Cem", managerID: 1), Employee(id: 4, name: "Dan", managerID: 2),
        Employee(id: 5, name: "Eve", managerID: 5),
    ]

    package static func connection() throws -> Connection {
        let db = try Connection(location: .inMemory)
        try db.execute(
            "CREATE TABLE employees(id INTEGER PRIMARY KEY, name TEXT NOT NULL, managerID INTEGER)")
        try Employee.insert { all5 }.execute(db)
        return db
    }
}

/// Another name for the table.
package enum Manager: TableAlias { package typealias Table = Employee }

extension Employee: PrimaryKeyedTable {
    package static let tableDefinition = TableDefinition("employees") { columns in
        columns.add("id", Int.self, primaryKey: true)
        columns.add("name", String.self)
        columns.add("managerID", Int?.self)
    }

    package var primaryKey: Int { id }

    package init(row: inout RowReader) throws(SQLiteError) {
        id = try row.next()
        name = try row.next()
        managerID = try row.next()
    }

    package func encode(to values: inout RowWriter) {
        values.append(id)
        values.append(name)
        values.append(managerID)
    }

    package struct Columns: ColumnSet {
        package typealias Model = Employee
        package typealias Output = Employee

        package let _source: ColumnSource

        package init(_source: ColumnSource) { self._source = _source }

        package var id: SQLExpression<Int> { _source.column("id") }
        package var name: SQLExpression<String> { _source.column("name") }
        package var managerID: SQLExpression<Int?> { _source.column("managerID") }
    }

    package struct OuterColumns: ColumnSet {
        package typealias Model = Employee
        package typealias Output = Employee?

        package let _source: ColumnSource

        package init(_source: ColumnSource) { self._source = _source }

        package var id: SQLExpression<Int?> { _source.column("id") }
        package var name: SQLExpression<String?> { _source.column("name") }
        package var managerID: SQLExpression<Int?> { _source.column("managerID") }
    }

    package struct Draft: TableDraft {
        package typealias Model = Employee

        package var id: Int?
        package var name: String?
        package var managerID: Int?

        package init(id: Int? = nil, name: String? = nil, managerID: Int? = nil) {
            (self.id, self.name, self.managerID) = (id, name, managerID)
        }

        package init(_ row: Employee) {
            self.init(id: row.id, name: row.name, managerID: row.managerID)
        }

        package func encode(to values: inout DraftValues) {
            values.append(id)
            values.append(name)
            values.append(managerID)
        }
    }
}
