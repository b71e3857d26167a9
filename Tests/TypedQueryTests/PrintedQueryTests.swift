import DataLiteMacros
import Testing

@Suite("A printed query")
struct PrintedQueryTests {
    @Test("A query, a change and an expression are printed as SQL with its parameters")
    func text() {
        let open = PrintedItem.where { $0.title == "x" }
        #expect("\(open.select(\.id))" == #"SELECT "items"."id" FROM "items" WHERE \#(condition)"#)
        #expect("\(open.delete())" == #"DELETE FROM "items" WHERE \#(condition)"#)
        #expect(
            "\(open.update { $0.id += 1 })"
                == #"UPDATE "items" SET "id" = "items"."id" + ? WHERE "items"."title" = ? [1, 'x']"#
        )
        #expect(String(reflecting: PrintedItem.columns.title == "x") == condition)
        #expect("\(Values(1, "a"))" == "VALUES (?, ?) [1, 'a']")
        #expect("\(#sql("SELECT \(1)"))" == "SELECT ? [1]")
        #expect("\(PrintedItem.dropTable())" == #"DROP TABLE "items""#)
        let named = With {
            open
        } query: { items in
            items.select(\.id)
        }
        #expect(named.debugDescription.hasPrefix("WITH "))
    }

    @Test("A statement with nothing to do and an invalid query say so")
    func others() {
        #expect("\(PrintedItem.none)" == "a statement with nothing to do")
        #expect("\(PrintedItem.all.update { _ in })" == "a statement with nothing to do")
        let invalid = With {
            PrintedItem.all
            PrintedItem.all
        } query: {
            PrintedItem.all
        }
        #expect("\(invalid)".hasPrefix("SQLiteError("))
    }

    @Test("A column named description remains a column of a group and of JSON")
    func memberOfThatName() throws {
        let query = PrintedItem.select { ($0.note.description, $0.info.description) }
        let text = try query.sql().text
        #expect(
            text.hasPrefix(#"SELECT "items"."description", CASE WHEN json_type("items"."info", "#))
    }

    private let condition = #""items"."title" = ? ['x']"#
}

@Selection struct PrintedInfo: Codable {
    var description: String
}

@Selection struct PrintedNote {
    var description: String
}

@Table("items") struct PrintedItem {
    let id: Int
    var title = ""
    var note: PrintedNote
    @Column(as: PrintedInfo.JSONRepresentation.self) var info: PrintedInfo
}
