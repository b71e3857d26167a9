import DataLiteQuery
import Testing

@Suite("A schema")
struct SchemaTests {
    let db: Connection

    private let schema = Schema(
        Reminder.self, Person.self, ReminderTag.self,
        objects: [
            Reminder.createIndex("open", on: \.title, ifNotExists: true) { !$0.isCompleted },
            Person.createIndex("by_name", on: \.name, unique: true),
            Label.createTemporaryView(
                as: Reminder.select { Label.Columns(id: $0.id, name: $0.title.nullif("")) }),
            Reminder.createTrigger(
                "clean",
                after: .delete { old in ReminderTag.where { $0.reminderID == old.id }.delete() }
            ),
        ])

    init() throws {
        db = try Connection(location: .inMemory)
        try db.execute("ATTACH ':memory:' AS archive")
    }

    private func create() throws {
        try Reminder.createTable().execute(db)
        try Person.createTable().execute(db)
        try ReminderTag.createTable().execute(db)
        for object in schema.objects { try object.execute(db) }
    }

    @Test("A schema does not differ from a database that it has created")
    func none() throws {
        try create()
        #expect(try schema.differences(in: db) == [])
    }

    @Test("A schema lists missing objects")
    func missing() throws {
        #expect(
            try schema.differences(in: db).map(\.description) == [
                #"table "reminders" is missing"#,
                #"table "people" is missing"#,
                #"table "reminderTags" is missing"#,
                #"index "open" is missing"#,
                #"index "by_name" is missing"#,
                #"view "names" is missing"#,
                #"trigger "clean" is missing"#,
            ])
    }

    @Test("A schema finds objects of temporary tables, whose definitions name no schema")
    func temporary() throws {
        try db.execute("CREATE TEMPORARY TABLE names(id INTEGER PRIMARY KEY, name TEXT)")
        let index = Label.createIndex("by_name", on: \.name)
        #expect(try index.difference(in: db)?.kind == .missingObject(.index, "by_name"))
        try index.execute(db)
        #expect(try index.difference(in: db) == nil)
    }

    @Test("A schema lists what is different, but not how it is written")
    func different() throws {
        try create()
        try Reminder.dropColumn("note_text").execute(db)
        try Reminder.dropIndex("open").execute(db)
        try Person.dropIndex("by_name").execute(db)
        try db.execute(
            "create index if not exists main.[Open] on Reminders(title) where not iscompleted")
        try db.execute("CREATE INDEX archive.by_name ON people(name)")
        #expect(
            try schema.differences(in: db).map(\.description) == [
                #"table "reminders": column "note_text" is missing"#,
                """
                index "by_name" is CREATE INDEX by_name ON people(name), expected \
                CREATE UNIQUE INDEX "archive"."by_name" ON "people" ("name")
                """,
            ])
    }
}
