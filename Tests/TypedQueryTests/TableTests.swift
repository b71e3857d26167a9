import DataLiteMacros
import Foundation
import Testing

@Table("pages") private struct OldPage: Identifiable {
    static let schemaName = "archive"
    let id: Int

    @Table("leaves") struct Leaf<Page> {
        static var schemaName: String? { OldPage.schemaName }
        let number: Int
    }
}

@Table private enum OldSheet {
    static var schemaName: String? { "temp" }
    case text(String)
}

@Suite("A type with @Table")
struct TableTests {
    @Test(
        "A table has the written name or a name derived from its type",
        arguments: [
            (Reminder.tableDefinition, "reminders", nil),
            (RemindersList.tableDefinition, "remindersLists", nil),
            (Person.tableDefinition, "people", "archive"),
            (Library.Volume.tableDefinition, "volumes", nil),
            (Category.tableDefinition, "categories", nil),
            (Day.tableDefinition, "days", nil),
            (Box.tableDefinition, "boxes", nil),
            (Address.tableDefinition, "addresses", nil),
            (Bonus.tableDefinition, "bonuses", nil),
            (URLRecord.tableDefinition, "urlRecords", nil),
            (HTTPQuery.tableDefinition, "httpQueries", nil),
            (RecordURL.tableDefinition, "recordURLs", nil),
            (lowercase.tableDefinition, "lowercases", nil),
            (Level2.tableDefinition, "level2s", nil),
            (OldPage.tableDefinition, "pages", "archive"),
            (OldPage.Leaf<Int>.tableDefinition, "leaves", "archive"),
            (OldSheet.tableDefinition, "oldSheets", "temp"),
        ] as [(TableDefinition, String, String?)])
    func name(table: TableDefinition, name: String, schema: String?) {
        #expect(table.name == name)
        #expect(table.schema == schema)
    }

    @Test("A table has the columns of its stored properties, in order")
    func columns() {
        #expect(
            names(Reminder.self) == [
                "id", "title", "isCompleted", "dueDate", "priority", "status", "position",
                "remindersListID", "note_text", "tags",
            ])
        #expect(names(RemindersList.self) == ["id", "title", "createdAt", "updatedAt"])
        #expect(names(Attachment.self) == ["id", "link", "note", "caption", "url"])
        #expect(
            names(Word.self) == [
                "id", "default", "in", "row", "values", "fields", "columns", "source",
                "select \"all\"", "text", "a", "b", "c", "d",
            ])
        #expect(
            names(Library.Volume.self) == [
                "id", "level", "sizes", "shelf", "place.level", "content.level", "size_json",
                "default",
            ])
    }

    @Test("Default values that are literals or cases are defaults of the columns")
    func defaults() {
        let defaults = Setting.tableDefinition.columns.list.map {
            "\($0.name) \($0.defaultSQL ?? "-")"
        }
        #expect(
            defaults == [
                "id 1", "negative -1", "number 1.0", "optional 5", "none -", "created -",
                "status 'none'", "optionalStatus 'completed'", "now CURRENT_TIMESTAMP", "list -",
                "other '[1]'",
            ])
        let word = Word.tableDefinition.columns.list
        #expect(word.first { $0.name == "text" }?.defaultSQL == "'two\n\n  lines'")
        #expect(word[1].defaultSQL == "'a \"quoted\" text\n'")
    }

    @Test("A table has the constraints of @Column")
    func constraints() {
        let key = Author.tableDefinition.columns.list[1]
        #expect(key.references.map { "\($0)" } == "Book")
        #expect(key.onDelete == .setNull)
        #expect(key.onUpdate == .cascade)
        #expect(Book.tableDefinition.columns.list[2].references.map { "\($0)" } == "Book")
        #expect(
            Setting.tableDefinition.columns.list.map(\.isUnique).prefix(3) == [false, true, false])
    }

    @Test("The primary key is the marked property, or else id")
    func primaryKey() {
        #expect(keys(Reminder.self) == ["id"])
        #expect(keys(Person.self) == ["email"])
        #expect(keys(Library.Loan.self) == ["primaryKey"])
        #expect(keys(Membership.self) == ["teamID", "user"])
        #expect(keys(ReminderTag.self) == [])
        #expect(keys(Setting.self) == [])
        #expect(Person(email: "a@b", name: "A").primaryKey == "a@b")
        #expect(!(Setting.self is any PrimaryKeyedTable.Type))
    }

    private func names(_ table: any Table.Type) -> [String] {
        table.tableDefinition.columns.list.map(\.name)
    }

    private func keys(_ table: any Table.Type) -> [String] {
        table.tableDefinition.columns.list.filter(\.isPrimaryKey).map(\.name)
    }
}

@Table private struct Category { let id: Int }
@Table private struct Day { let id: Int }
@Table private struct Box { let id: Int }
@Table private struct Address { let id: Int }
@Table private struct Bonus { let id: Int }
@Table private struct URLRecord { let id: Int }
@Table private struct HTTPQuery { let id: Int }
@Table private struct RecordURL { let id: Int }
@Table private struct lowercase { let id: Int }
@Table private struct Level2 { let id: Int }
