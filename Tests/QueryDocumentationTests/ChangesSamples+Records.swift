import DataLite
import Testing

// sample: conflict policy
@Table struct Preference {
    @Column(primaryKey: true) let name: String
    var value: String

    static var conflictPolicy: ConflictPolicy { ConflictPolicy(insert: .replace) }
}
// end

// sample: optional key
@Table("drinks") struct Drink {
    var id: Int?
    var name: String
}
// end

extension ChangesSamples {
    @Test("update what differs in a row")
    func changes() throws {
        // sample: update changes
        var todo = try Todo.find(1).fetchRequired(db)
        let isChanged = try todo.updateChanges(db) { $0.title = "Oat milk" }  // true
        // end
        #expect(isChanged)
        statements.removeFirst()
        try expect(
            gives: """
                UPDATE "todos"
                SET "title" = ?
                WHERE "todos"."id" = ?

                id  title     isDone  position  projectID
                --  --------  ------  --------  ---------
                1   Oat milk  0       1         1
                2   Bread     1       2         NULL
                """)
    }

    @Test("update a row that is gone")
    func missing() throws {
        do {
            try Todo(id: 9, title: "Tea").update(db)
        } catch {
            guard error.resultCode == .notFound else { throw error }
            print(error.message)  // no row of "todos" has the key "id": 9
        }
        let error = try #require(throws: SQLiteError.self) {
            try Todo(id: 9, title: "Tea").update(db)
        }
        #expect(error.message == #"no row of "todos" has the key "id": 9"#)
    }

    @Test("insert a draft and a row without a key")
    func keys() throws {
        // sample: insert a draft as a record
        let salt = try Todo.Draft(title: "Salt").insert(db)
        print(salt.id, salt.position)  // 3 0
        // end
        #expect(salt.id == 3)
        #expect(salt.title == "Salt")
        try Drink.createTable().execute(db)
        // sample: save with an optional key
        var tea = Drink(id: nil, name: "Tea")
        try tea.save(db)
        tea.name = "Green tea"
        try tea.save(db)
        print(tea.id ?? 0)  // 1
        // end
        #expect(tea.id == 1)
        #expect(try Drink.select(\.name).fetchAll(db) == ["Green tea"])
    }

    @Test("replace rows by the policy of their table")
    func policy() throws {
        try Preference.createTable().execute(db)
        try Preference.insert { Preference(name: "color", value: "red") }.execute(db)
        try Preference.insert { Preference(name: "color", value: "blue") }.execute(db)
        #expect(try Preference.select(\.value).fetchAll(db) == ["blue"])
    }

    @Test("insert rows of several tables")
    func seed() throws {
        // sample: seed
        try db.seed {
            for title in ["Salt", "Pepper"] { Todo.Draft(title: title, projectID: 7) }
            Project(id: 7, name: "Kitchen")
        }
        // end
        #expect(
            try Todo.where { $0.projectID == 7 }.select(\.title).fetchAll(db) == ["Salt", "Pepper"])
    }
}
