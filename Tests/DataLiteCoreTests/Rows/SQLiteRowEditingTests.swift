import DataLiteCore
import Testing

@Suite("Editing a row")
struct SQLiteRowEditingTests {
    @Test("Assigning to a column of a row sets its value")
    func setting() {
        var row: SQLiteRow = ["id": 1, "name": "Ada"]
        row["name"] = "Grace"
        row["id"] = .null
        #expect(row == ["id": nil, "name": "Grace"])
    }

    @Test("Assigning to a missing column of a row adds the column at the end")
    func adding() {
        var row: SQLiteRow = [:]
        for index in 0..<20 { row["c\(index)"] = .int(Int64(index)) }
        #expect(row.columns.names == (0..<20).map { "c\($0)" })
        #expect((0..<20).allSatisfy { row["c\($0)"] == .int(Int64($0)) })
        #expect(row["c20"] == nil)
    }

    @Test("Assigning to a column of a row sets the first of several columns with its name")
    func repeatedNames() {
        var row: SQLiteRow = ["id": 1, "name": "Ada", "id": 2]
        row["id"] = 7
        #expect(row == ["id": 7, "name": "Ada", "id": 2])
    }

    @Test("Assigning nil to a column of a row removes every column with its name")
    func removing() {
        var row: SQLiteRow = ["id": 1, "name": "Ada", "id": 2]
        row["id"] = nil
        #expect(row == ["name": "Ada"])
        row["nickname"] = nil
        #expect(row == ["name": "Ada"])
    }

    @Test("Editing a row changes no other row of the result")
    func independence() throws {
        let rows = try Connection.sample().rows("SELECT id, x FROM t ORDER BY id LIMIT 2")
        var row = rows[0]
        row["note"] = "new"
        row["x"] = 0
        #expect(row == ["id": 1, "x": 0, "note": "new"])
        #expect(rows == [["id": 1, "x": 10], ["id": 2, "x": 20]])
    }

    @Test("A row contains a column even if its value is NULL")
    func contains() {
        let row: SQLiteRow = ["id": 1, "email": nil]
        #expect(row.contains("id"))
        #expect(row.contains("email"))
        #expect(row.contains("ID"))
        #expect(!row.contains("i"))
        #expect(!row.contains(""))
    }
}
