import Testing

@testable import DataLiteTool

@Suite("A Swift name")
struct SwiftNameTests {
    @Test(
        "The name for a column is in lower camel case",
        arguments: [
            ("title", "title"), ("note_text", "noteText"), ("noteText", "noteText"),
            ("userId", "userId"), ("user_id", "userID"), ("USER_NAME", "userName"), ("ID", "id"),
            ("URLText", "urlText"), ("Title", "title"), ("_id", "id"), ("a  b-c.d", "aBCD"),
            ("image_url", "imageURL"), ("tag_ids", "tagIDs"), ("2nd place", "_2ndPlace"),
            ("count(*)", "count"), ("größe_cm", "größeCm"), ("Ärger", "ärger"), ("日本 語", "日本語"),
            ("🎉 party", "party"), ("a\u{202e}b", "aB"), ("x\u{200d}y", "xY"),
            ("\u{301}x \u{301}", "x"),
        ])
    func properties(column: String, expected: String) {
        #expect(SwiftName.property(column) == expected)
    }

    @Test(
        "A column without a letter or digit has no Swift name",
        arguments: ["", "_", "🎉", "--", "\u{301}"])
    func noProperty(column: String) {
        #expect(SwiftName.property(column) == nil)
        #expect(SwiftName.type(column, singular: true) == nil)
    }

    @Test(
        "The name for a table is singular and begins with a capital",
        arguments: [
            ("reminders", "Reminder"), ("remindersLists", "RemindersList"),
            ("order_items", "OrderItem"), ("ORDER_ITEMS", "OrderItem"), ("categories", "Category"),
            ("boxes", "Box"), ("addresses", "Address"), ("matches", "Match"), ("status", "Status"),
            ("statuses", "Status"), ("news", "News"), ("series", "Series"), ("movies", "Movie"),
            ("people", "Person"), ("salesPeople", "SalesPerson"), ("databases", "Database"),
            ("warehouses", "Warehouse"), ("caches", "Cache"), ("glass", "Glass"), ("as", "As"),
            ("user_ids", "UserID"), ("2things", "_2thing"),
        ])
    func types(table: String, expected: String) {
        #expect(SwiftName.type(table, singular: true) == expected)
    }

    @Test("Names for columns are unique, and valid names are kept")
    func uniqueProperties() {
        let columns = [
            "user_id", "user id", "userID", "item_1", "item1", "item 1", "self", "init",
            "selfValue",
            "🎉", "column10", "primary_key", "source", "é", "e\u{301}",
        ]
        var names = UniqueNames(reserved: SwiftKeywords.unusableProperties)
        #expect(
            SwiftNames.properties(columns, &names) == [
                "userID2", "userID3", "userID", "item1_2", "item1", "item1_3", "selfValue2",
                "initValue", "selfValue", "column10_2", "column10", "primaryKeyValue",
                "source", "é", "é2",
            ])
    }

    @Test("Names for tables are unique and do not hide types of other code")
    func uniqueTypes() {
        let tables = ["users", "user", "User", "strings", "tasks", "columns", "🎉", "keys", "swift"]
        let names = SwiftNames(
            SourceSchema(tables: tables.map { TableSchema(name: $0, kind: .table) }))
        #expect(
            tables.map(names.type) == [
                "User", "User2", "User3", "StringRow", "TaskRow", "ColumnRow", "Table7", "KeyRow",
                "SwiftRow",
            ])
    }

    @Test("A unique name is found quickly among many similar names")
    func many() {
        var names = UniqueNames()
        let claimed = (0..<20_000).map { _ in names.claimFirst(of: ["a", "b"]) }
        #expect(claimed.prefix(4) == ["a", "b", "b2", "b3"])
        #expect(Set(claimed).count == 20_000)
    }

    @Test("A keyword is quoted as a name")
    func quoted() {
        #expect(SwiftName.quoted("class") == "`class`")
        #expect(SwiftName.quoted("title") == "title")
    }
}
